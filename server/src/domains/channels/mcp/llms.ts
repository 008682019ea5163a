/** The section of /llms.txt about MCP. */
export const describeMcp = (publicUrl: string): string => `
## MCP

- ${publicUrl}/mcp : the same operations as Model Context Protocol tools (2026-07-28 and 2025), with the key as a bearer token. Without a key, you can
  search, and are offered a sandbox key. \`errand mcp\` serves the tools over stdin and stdout. place_order asks the user to approve, unless a spending policy makes the decision. Hosts that let people sign in (OAuth 2.1) connect to ${publicUrl}/mcp?sign_in instead.
`;
