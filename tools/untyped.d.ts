// The compiler takes seconds for the types of these packages, and little of them is used.
declare module '@redocly/openapi-core';
declare module '@modelcontextprotocol/sdk/client/index.js';
declare module '@modelcontextprotocol/sdk/client/streamableHttp.js';
declare module '@modelcontextprotocol/sdk/types.js';
