// The compiler takes seconds for the types of these packages, and little of them is used.
declare module '@redocly/openapi-core' {
  interface Found {
    severity: string;
    ruleId: string;
    message: string;
    location: { pointer?: string }[];
  }
  export function createConfig(config: object): Promise<object>;
  export function lint(options: { ref: string; config: object }): Promise<Found[]>;
}
declare module '@modelcontextprotocol/sdk/client/index.js';
declare module '@modelcontextprotocol/sdk/client/streamableHttp.js';
declare module '@modelcontextprotocol/sdk/types.js';
