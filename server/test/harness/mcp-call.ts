import type { TestSystem } from './system.ts';

const version = '2026-07-28';

type Json = Record<string, unknown>;

/** Calls an MCP tool as a client that can show forms. */
export async function callTool(
  system: TestSystem,
  key: string | undefined,
  name: string,
  given: Json,
  more: Json = {},
) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test-agent', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  };
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': version,
    'mcp-method': 'tools/call',
    'mcp-name': name,
  };
  const params = { name, arguments: given, ...more, _meta };
  const { body } = await system.post('/mcp', key, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers);
  return body.result;
}
