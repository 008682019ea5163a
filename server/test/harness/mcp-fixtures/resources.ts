import { inputRequired, inputResponse, type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { object, png, question } from './shared.ts';

export function resources(server: McpServer): void {
  const plain = 'This is the content of the static text resource.';
  const add = (name: string, mimeType: string, contents: { text: string } | { blob: string }) =>
    server.registerResource(name, `test://${name}`, { description: `Fixture ${name}`, mimeType }, ({ href: uri }) => ({
      contents: [{ uri, mimeType, ...contents }],
    }));
  add('static-text', 'text/plain', { text: plain });
  add('static-binary', 'image/png', { blob: png });
  add('watched-resource', 'text/plain', { text: 'Watched.' });
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'Fixture template', mimeType: 'application/json' },
    ({ href: uri }, { id }) => {
      const data = { id, templateTest: true, data: `Data for ID: ${String(id)}` };
      return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(data) }] };
    },
  );
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
}

export function prompts(server: McpServer): void {
  const userMessage = (words: string) => ({ role: 'user' as const, content: { type: 'text' as const, text: words } });
  server.registerPrompt('test_simple_prompt', { description: 'Simple' }, () => ({
    messages: [userMessage('This is a simple prompt for testing.')],
  }));
  const argument = (description: string) => ({ type: 'string' as const, description });
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'Two arguments',
      argsSchema: object({ arg1: argument('First'), arg2: argument('Second') }, 'arg1', 'arg2'),
    },
    ({ arg1, arg2 }) => ({ messages: [userMessage(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'A resource', argsSchema: object({ resourceUri: argument('Which') }, 'resourceUri') },
    ({ resourceUri = '' }) => ({
      messages: [
        {
          role: 'user',
          content: { type: 'resource', resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded.' } },
        },
        userMessage('Please process the embedded resource above.'),
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'An image' }, () => ({
    messages: [
      { role: 'user', content: { type: 'image', data: png, mimeType: 'image/png' } },
      userMessage('Please analyze the image above.'),
    ],
  }));
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks first' }, async ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'user_context');
    if (answer.kind === 'elicit') return { messages: [userMessage(`Context: ${JSON.stringify(answer.content)}`)] };
    const user_context = question('What context should the prompt use?', 'context');
    return inputRequired({ inputRequests: { user_context } });
  });
  server.server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['paris', 'park', 'party'], total: 3, hasMore: false },
  }));
}
