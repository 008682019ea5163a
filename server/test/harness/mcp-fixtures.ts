import { setTimeout as pause } from 'node:timers/promises';
import {
  type CallToolResult,
  createRequestStateCodec,
  fromJsonSchema,
  type InputRequest,
  inputRequired,
  inputResponse,
  type McpServer,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { fixtureTasks, taskTools } from './mcp-task-fixtures.ts';

// What the protocol's referee calls, beside our own tools: every kind of content, question and notification.

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] });
const object = (properties: Record<string, { type: 'string'; description?: string }>, ...required: string[]) =>
  fromJsonSchema<Record<string, string>>({ type: 'object', properties, required });
const nothing = object({});

/** Signs what clients bring back; all servers of a run share the key. */
const states = createRequestStateCodec<{ step: number }>({ key: Buffer.alloc(32, 9), ttlSeconds: 600 });

export const fixtures = { register: registerFixtures, verifyState: states.verify, tasks: fixtureTasks };

function registerFixtures(server: McpServer): void {
  server.server.registerCapabilities({
    logging: {},
    completions: {},
    resources: { subscribe: true },
    prompts: { listChanged: false },
  });
  contentTools(server);
  notifyingTools(server);
  askingTools(server);
  roundTripTools(server);
  taskTools(server);
  schemaTools(server);
  resources(server);
  prompts(server);
}

function contentTools(server: McpServer): void {
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

function notifyingTools(server: McpServer): void {
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

/** Schemas that must arrive at the client as they are. */
function schemaTools(server: McpServer): void {
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

const named = { type: 'object' as const, properties: { name: { type: 'string' as const } }, required: ['name'] };

function askingTools(server: McpServer): void {
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

const question = (message: string, field: string): InputRequest =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [field]: { type: 'string' } }, required: [field] },
  });
const confirm = inputRequired.elicit({
  message: 'Please confirm',
  requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
});
const capital = (words: string, maxTokens: number): InputRequest =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens,
  });

function roundTripTools(server: McpServer): void {
  const tool = (
    name: string,
    run: (context: ServerContext) => Promise<CallToolResult | ReturnType<typeof inputRequired>>,
  ) =>
    server.registerTool(name, { description: `Fixture ${name}`, inputSchema: nothing }, (_given, context) =>
      run(context),
    );
  const answered = ({ mcpReq }: ServerContext, key: string) => inputResponse(mcpReq.inputResponses, key);

  tool('test_input_required_result_elicitation', async (context) => {
    const answer = answered(context, 'user_name');
    if (answer.kind === 'elicit' && answer.action === 'accept' && typeof answer.content?.name === 'string') {
      return text(`Hello, ${answer.content.name}!`);
    }
    return inputRequired({
      inputRequests: { user_name: inputRequired.elicit({ message: 'What is your name?', requestedSchema: named }) },
    });
  });
  tool('test_input_required_result_sampling', async (context) => {
    const answer = answered(context, 'capital_question');
    if (answer.kind === 'sampling') return text(JSON.stringify(answer.result.content));
    return inputRequired({ inputRequests: { capital_question: capital('What is the capital of France?', 100) } });
  });
  tool('test_input_required_result_list_roots', async (context) => {
    const answer = answered(context, 'client_roots');
    if (answer.kind === 'roots') return text(JSON.stringify(answer.roots));
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
  for (const name of ['test_input_required_result_request_state', 'test_input_required_result_tampered_state']) {
    tool(name, async (context) => {
      if (context.mcpReq.requestState() !== undefined) return text('state-ok');
      return inputRequired({ inputRequests: { confirm }, requestState: await states.mint({ step: 1 }, context) });
    });
  }
  tool('test_input_required_result_multiple_inputs', async (context) => {
    const keys = ['user_name', 'greeting', 'client_roots'];
    if (keys.every((key) => answered(context, key).kind !== 'missing')) return text('All answered.');
    return inputRequired({
      inputRequests: {
        user_name: inputRequired.elicit({ message: 'What is your name?', requestedSchema: named }),
        greeting: capital('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await states.mint({ step: 1 }, context),
    });
  });
  tool('test_input_required_result_multi_round', async (context) => {
    const { step } = context.mcpReq.requestState<{ step: number }>() ?? { step: 0 };
    if (step === 2 && answered(context, 'step2').kind === 'elicit') return text('Both answered.');
    if (step === 1 && answered(context, 'step1').kind === 'elicit') {
      const inputRequests = { step2: question('Step 2: What is your favorite color?', 'color') };
      return inputRequired({ inputRequests, requestState: await states.mint({ step: 2 }, context) });
    }
    const inputRequests = { step1: question('Step 1: What is your name?', 'name') };
    return inputRequired({ inputRequests, requestState: await states.mint({ step: 1 }, context) });
  });
  capabilityTools(server);
}

/** Asks only what the client says that it can answer. */
function capabilityTools(server: McpServer): void {
  server.registerTool(
    'test_input_required_result_capabilities',
    { description: 'Asks what the client can answer', inputSchema: nothing },
    async (_given, { mcpReq }) => {
      const { sampling, elicitation } = server.server.getClientCapabilities() ?? {};
      if (inputResponse(mcpReq.inputResponses, 'asked').kind !== 'missing') return text('Answered.');
      if (elicitation) return inputRequired({ inputRequests: { asked: question('What is your name?', 'name') } });
      if (sampling) return inputRequired({ inputRequests: { asked: capital('Say hello', 50) } });
      return text('Nothing can be asked.');
    },
  );
  // A client that cannot sample is told so by the packages, before it sees the question.
  server.registerTool('test_missing_capability', { description: 'Needs sampling', inputSchema: nothing }, async () =>
    inputRequired({ inputRequests: { asked: capital('Say hello', 50) } }),
  );
  server.registerTool('test_streaming_elicitation', { description: 'Asks', inputSchema: nothing }, async () =>
    inputRequired({ inputRequests: { asked: question('What is your name?', 'name') } }),
  );
}

function resources(server: McpServer): void {
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

function prompts(server: McpServer): void {
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
