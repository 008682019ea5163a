/** The section of /llms.txt about MCP. */
export const describeMcp = (publicUrl: string): string => `
## MCP

- ${publicUrl}/mcp : the same operations as Model Context Protocol tools (2026-07-28 and 2025), with the key as a bearer token. Without a key, you can
  search or create a sandbox key. \`errand mcp\` serves the tools over stdin and stdout. place_order asks the user to approve, unless a spending policy allows or denies the order. Hosts that let people sign in (OAuth 2.1) connect to ${publicUrl}/mcp?sign_in instead.
`;
