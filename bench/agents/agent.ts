import type { TestSystem } from '../../server/test/harness/system.ts';
import { callsToObey, placesIn } from './hostile-texts.ts';

type Json = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: results of tools of any shape.
export type Result = any;

const version = '2026-07-28';
/** About four characters of English and JSON per token. */
const tokensOf = (text: string): number => Math.ceil(text.length / 4);

export interface Usage {
  calls: number;
  /** Instructions and tools once, and the text of each result. */
  tokensIn: number;
  /** Names and arguments of calls. */
  tokensOut: number;
  /** Places of the hostile texts that the model saw. */
  hostileSeen: string[];
}

export interface Answer {
  body: Result;
  error: Result;
}

export interface Call extends Answer {
  name: string;
  given: Json;
  /** The result as the model reads it. */
  text: string;
}

export interface Agent {
  /** Calls a tool. The person approves forms. */
  call(name: string, given?: Json): Promise<Answer>;
  /** Waits as next_step says, until the condition holds or the order ends. */
  waitFor(orderId: string, isThere: (order: Result) => boolean): Promise<Result>;
}

/** An agent with its connection and what it used. */
export interface ConnectedAgent extends Agent {
  call(name: string, given?: Json): Promise<Call>;
  instructions: string;
  tools: { name: string; description: string; inputSchema: Json }[];
  usage: Usage;
  calls: Call[];
}

interface AgentOptions {
  key: string;
  /** Whether the client can show forms. */
  hasForm: boolean;
  /** Obeys hostile texts that it reads outside of store text, like a model that treats only store text as data. */
  isScripted: boolean;
}

export async function createAgent(system: TestSystem, options: AgentOptions): Promise<ConnectedAgent> {
  const { key, hasForm, isScripted } = options;
  const usage: Usage = { calls: 0, tokensIn: 0, tokensOut: 0, hostileSeen: [] };
  const calls: Call[] = [];
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'bench-agent', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': hasForm ? { elicitation: { form: {} } } : {},
  };
  async function send(method: string, params: Json): Promise<Result> {
    const { body } = await system.post(
      '/mcp',
      key,
      { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
      {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': version,
        'mcp-method': method,
        ...(typeof params.name === 'string' ? { 'mcp-name': params.name } : {}),
      },
    );
    // A model can send arguments that the protocol refuses.
    return body.error ? { isError: true, content: [{ text: JSON.stringify({ error: body.error }) }] } : body.result;
  }

  async function read(text: string): Promise<void> {
    usage.tokensIn += tokensOf(text);
    usage.hostileSeen.push(...placesIn(text));
    if (!isScripted) return;
    const own = text.replaceAll(/<store_text>.*?<\/store_text>/gs, '');
    for (const { name, given } of callsToObey(own)) await call(name, given);
  }

  async function call(name: string, given: Json = {}): Promise<Call> {
    usage.calls += 1;
    usage.tokensOut += tokensOf(name + JSON.stringify(given));
    let result = await send('tools/call', { name, arguments: given });
    if (result.resultType === 'input_required') {
      const inputResponses = { approval: { action: 'accept', content: { approve: true } } };
      result = await send('tools/call', { name, arguments: given, requestState: result.requestState, inputResponses });
    }
    const { text } = result.content[0];
    const answer = result.isError
      ? { body: null, error: JSON.parse(text).error }
      : { body: result.structuredContent, error: null };
    const made = { name, given, text, ...answer };
    calls.push(made);
    await read(text);
    return made;
  }

  const { instructions } = await send('server/discover', {});
  const { tools } = await send('tools/list', {});
  await read(`${instructions}${JSON.stringify(tools)}`);
  return { usage, calls, instructions, tools, call, waitFor: waitWith(call) };
}

export const waitWith =
  (call: Agent['call']): Agent['waitFor'] =>
  async (orderId, isThere) => {
    let since: string | undefined;
    for (let round = 0; round < 60; round += 1) {
      const { body } = await call('wait_for_order', { order_id: orderId, ...(since ? { since } : {}) });
      if (isThere(body) || body.poll_after_ms === null) return body;
      since = body.updated_at;
    }
    throw new Error(`Order ${orderId} took too long.`);
  };
