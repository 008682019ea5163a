// The compiler takes seconds for the types of the packages in this folder, and little of them is used.
declare module '@modelcontextprotocol/sdk/client/index.js';
declare module '@modelcontextprotocol/sdk/client/streamableHttp.js';
declare module '@modelcontextprotocol/sdk/types.js';
