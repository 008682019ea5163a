import type { TestSystem } from '../../server/test/harness/system.ts';

type Json = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: results of tools of any shape.
type Result = any;

const version = '2026-07-28';
/** About four characters of English and JSON per token. */
const tokensOf = (text: string): number => Math.ceil(text.length / 4);

export interface Usage {
  calls: number;
  /** Instructions and tools once, and the text of each result. */
  tokensIn: number;
  /** Names and arguments of calls. */
  tokensOut: number;
  /** Instructions by stores that the model saw, and those it did not recognize as store text. */
  hostileSeen: number;
  hostileFollowed: number;
}

export interface Agent {
  usage: Usage;
  /** Calls a tool. The person approves forms. */
  call(name: string, given?: Json): Promise<{ body: Result; error: Result }>;
  /** Waits as next_step says, until the condition holds or the order ends. */
  waitFor(orderId: string, isThere: (order: Result) => boolean): Promise<Result>;
}

interface AgentOptions {
  key: string;
  /** Whether the client can show forms. */
  hasForm?: boolean;
}

export async function createAgent(system: TestSystem, { key, hasForm = true }: AgentOptions): Promise<Agent> {
  const usage: Usage = { calls: 0, tokensIn: 0, tokensOut: 0, hostileSeen: 0, hostileFollowed: 0 };
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
    return body.result;
  }

  /** A model that treats store text as data follows every other text. */
  async function read(text: string): Promise<void> {
    usage.tokensIn += tokensOf(text);
    usage.hostileSeen += text.split('DO:').length - 1;
    const own = text.replaceAll(/<store_text>.*?<\/store_text>/gs, '');
    for (const [, name = ''] of own.matchAll(/DO:(\w+)/g)) {
      usage.hostileFollowed += 1;
      await send('tools/call', { name, arguments: {} });
    }
  }

  const { instructions } = await send('server/discover', {});
  await read(`${instructions}${JSON.stringify((await send('tools/list', {})).tools)}`);

  const call: Agent['call'] = async (name, given = {}) => {
    usage.calls += 1;
    usage.tokensOut += tokensOf(name + JSON.stringify(given));
    let result = await send('tools/call', { name, arguments: given });
    if (result.resultType === 'input_required') {
      const inputResponses = { approval: { action: 'accept', content: { approve: true } } };
      result = await send('tools/call', { name, arguments: given, requestState: result.requestState, inputResponses });
    }
    const { text } = result.content[0];
    await read(text);
    return result.isError
      ? { body: null, error: JSON.parse(text).error }
      : { body: result.structuredContent, error: null };
  };

  return {
    usage,
    call,
    async waitFor(orderId, isThere) {
      let since: string | undefined;
      for (let round = 0; round < 60; round += 1) {
        const { body } = await call('wait_for_order', { order_id: orderId, ...(since ? { since } : {}) });
        if (isThere(body) || body.poll_after_ms === null) return body;
        since = body.updated_at;
      }
      throw new Error(`Order ${orderId} took too long.`);
    },
  };
}
