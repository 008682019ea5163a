/** The section of /llms.txt about MCP. */
export const describeMcp = (publicUrl: string): string => `
## MCP

- ${publicUrl}/mcp : the same operations as Model Context Protocol tools (2026-07-28 and 2025), with the key as bearer; without a key: search, and
  the offer of a sandbox key. \`errand mcp\` on standard input and output. place_order asks the person to approve, unless a spending policy decides.
  Hosts that let people sign in (OAuth 2.1) connect to ${publicUrl}/mcp?sign_in instead.
`;
