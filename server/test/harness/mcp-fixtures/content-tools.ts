import { setTimeout as pause } from 'node:timers/promises';
import { type CallToolResult, fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import { nothing, png, text } from './shared.ts';

const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

export function contentTools(server: McpServer): void {
  const tool = (name: string, result: CallToolResult) =>
    server.registerTool(name, { description: `Fixture ${name}`, inputSchema: nothing }, () => result);
  tool('test_simple_text', text('This is a simple text response for testing.'));
  tool('test_image_content', { content: [{ type: 'image', data: png, mimeType: 'image/png' }] });
  tool('test_audio_content', { content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] });
  const embedded = {
    uri: 'test://embedded-resource',
    mimeType: 'text/plain',
    text: 'This is an embedded resource content.',
  };
  tool('test_embedded_resource', { content: [{ type: 'resource', resource: embedded }] });
  const mixed = {
    uri: 'test://mixed-content-resource',
    mimeType: 'application/json',
    text: '{"test":"data","value":123}',
  };
  tool('test_multiple_content_types', {
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      { type: 'image', data: png, mimeType: 'image/png' },
      { type: 'resource', resource: mixed },
    ],
  });
  tool('test_error_handling', { isError: true, ...text('This tool intentionally returns an error for testing') });
}

export function notifyingTools(server: McpServer): void {
  server.registerTool(
    'test_tool_with_logging',
    { description: 'Logs three times', inputSchema: nothing },
    async (_given, { mcpReq }) => {
      for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await mcpReq.log('info', words);
        await pause(50);
      }
      return text('Logged.');
    },
  );
  server.registerTool(
    'test_logging_tool',
    { description: 'Logs once', inputSchema: nothing },
    async (_given, { mcpReq }) => {
      await mcpReq.log('info', 'Logged');
      return text('Logged.');
    },
  );
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Reports progress', inputSchema: nothing },
    async (_given, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined) {
          const params = { progressToken, progress, total: 100 };
          await mcpReq.notify({ method: 'notifications/progress', params });
        }
        await pause(50);
      }
      return text('Progressed.');
    },
  );
}

/** Schemas that must reach the client unchanged. */
export function schemaTools(server: McpServer): void {
  const wide = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' } } } },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    allOf: [{ anyOf: [{ required: ['name'] }, { required: ['address'] }] }],
    if: { properties: { name: { const: 'x' } }, required: ['name'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { required: ['address'] },
    else: {},
    additionalProperties: false,
  };
  const header = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } };
  for (const [name, schema] of [
    ['json_schema_2020_12_tool', wide],
    ['test_header_tool', header],
  ] as const) {
    const inputSchema = fromJsonSchema<Record<string, unknown>>(schema as never);
    server.registerTool(name, { description: `Fixture ${name}`, inputSchema }, () => text('Done.'));
  }
}
