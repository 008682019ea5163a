import {
  type CallToolResult,
  createRequestStateCodec,
  type InputRequest,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { nothing, question, text } from './shared.ts';

/** Signs the state that clients send back. All servers of a run share the key. */
export const states = createRequestStateCodec<{ step: number }>({ key: Buffer.alloc(32, 9), ttlSeconds: 600 });

const named = { type: 'object' as const, properties: { name: { type: 'string' as const } }, required: ['name'] };

const confirm = inputRequired.elicit({
  message: 'Please confirm',
  requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
});
const capital = (words: string, maxTokens: number): InputRequest =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens,
  });

export function roundTripTools(server: McpServer): void {
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

/** Asks only for what the client can answer. */
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
  // For a client without sampling, the package returns an error before this runs.
  server.registerTool('test_missing_capability', { description: 'Needs sampling', inputSchema: nothing }, async () =>
    inputRequired({ inputRequests: { asked: capital('Say hello', 50) } }),
  );
  server.registerTool('test_streaming_elicitation', { description: 'Asks', inputSchema: nothing }, async () =>
    inputRequired({ inputRequests: { asked: question('What is your name?', 'name') } }),
  );
}
