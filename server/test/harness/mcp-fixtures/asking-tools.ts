import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import { object, text } from './shared.ts';

export function askingTools(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'Asks the model of the client', inputSchema: object({ prompt: { type: 'string' } }, 'prompt') },
    async ({ prompt }, { mcpReq }) => {
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: prompt ?? '' } }];
      const { content } = await mcpReq.requestSampling({ messages, maxTokens: 100 });
      return text(`LLM response: ${JSON.stringify(content)}`);
    },
  );
  const asks = (name: string, schemaFor: (message: string) => Parameters<ServerContext['mcpReq']['elicitInput']>[0]) =>
    server.registerTool(
      name,
      { description: `Fixture ${name}`, inputSchema: object({ message: { type: 'string' } }) },
      async ({ message = 'Please answer' }, { mcpReq }) => {
        const { action, content } = await mcpReq.elicitInput(schemaFor(message));
        return text(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`);
      },
    );
  const string = { type: 'string' as const };
  asks('test_elicitation', (message) => ({
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        username: { ...string, description: "User's response" },
        email: { ...string, description: 'Address' },
      },
      required: ['username', 'email'],
    },
  }));
  asks('test_elicitation_sep1034_defaults', (message) => ({
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        name: { ...string, default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { ...string, enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      },
    },
  }));
  const titled = [1, 2, 3].map((place) => ({ const: `value${place}`, title: `Option ${place}` }));
  const plain = ['option1', 'option2', 'option3'];
  asks('test_elicitation_sep1330_enums', (message) => ({
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        untitledSingle: { ...string, enum: plain },
        titledSingle: { ...string, oneOf: titled },
        legacyEnum: {
          ...string,
          enum: ['opt1', 'opt2', 'opt3'],
          enumNames: ['Option One', 'Option Two', 'Option Three'],
        },
        untitledMulti: { type: 'array', items: { ...string, enum: plain } },
        titledMulti: { type: 'array', items: { anyOf: titled } },
      },
    },
  }));
}
