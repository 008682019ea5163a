import { type Command, type Context, exitCodes } from '../command.ts';

interface Message {
  id?: string | number;
  method?: string;
  params?: { name?: string; uri?: string; taskId?: string; _meta?: Record<string, unknown> };
  result?: { protocolVersion?: unknown };
}

/** Identifies the connection of an older client. */
interface Connection {
  sessionId: string | null;
  version: string | null;
}

const versionKey = 'io.modelcontextprotocol/protocolVersion';

/** Forwards every message to the service's MCP endpoint. Tools and permissions are there. */
export const mcp: Command = {
  name: 'mcp',
  summary: 'Run an MCP server on stdin and stdout',
  // The service has tools that need no key, and offers one.
  isKeyless: true,
  async run(context) {
    const connection: Connection = { sessionId: null, version: null };
    const underWay = new Set<Promise<void>>();
    for await (const line of context.lines()) {
      const message = read(line, context);
      if (!message) continue;
      const passing = pass(context, connection, message, line).finally(() => underWay.delete(passing));
      underWay.add(passing);
      // Later messages need the session.
      if (message.method === 'initialize') await passing;
    }
    await Promise.all(underWay);
    return exitCodes.fine;
  },
};

function read(line: string, { out }: Context): Message | null {
  if (line.trim() === '') return null;
  try {
    return JSON.parse(line) as Message;
  } catch {
    out(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } })}\n`);
    return null;
  }
}

async function pass(context: Context, connection: Connection, message: Message, line: string): Promise<void> {
  const fail = (words: string) => {
    if (message.id === undefined) return;
    const error = { code: -32000, message: words };
    context.out(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, error })}\n`);
  };
  try {
    const headers = headersFor(context, connection, message);
    const answer = await fetch(new URL('/mcp', context.baseUrl), { method: 'POST', headers, body: line });
    connection.sessionId = answer.headers.get('mcp-session-id') ?? connection.sessionId;
    for await (const text of messagesIn(answer)) {
      const given = JSON.parse(text) as Message & { jsonrpc?: string; error?: { message?: string } };
      if (given.jsonrpc === undefined) return fail(given.error?.message ?? `The service returned ${answer.status}.`);
      if (typeof given.result?.protocolVersion === 'string') connection.version = given.result.protocolVersion;
      context.out(`${text}\n`);
    }
  } catch (error) {
    fail(`The service cannot be reached at ${context.baseUrl}: ${error instanceof Error ? error.message : error}`);
  }
}

function headersFor({ apiKey }: Context, { sessionId, version }: Connection, { method, params }: Message) {
  const own = params?._meta?.[versionKey];
  const name = params?.name ?? params?.uri ?? params?.taskId;
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    ...(sessionId === null ? {} : { 'mcp-session-id': sessionId }),
    ...(typeof own === 'string' ? { 'mcp-protocol-version': own } : version && { 'mcp-protocol-version': version }),
    ...(typeof own === 'string' && method ? { 'mcp-method': method } : {}),
    ...(typeof own === 'string' && name ? { 'mcp-name': name } : {}),
  };
}

/** Yields the messages of a response: one, several if streamed, or none. */
async function* messagesIn(answer: Response): AsyncGenerator<string> {
  if (!answer.headers.get('content-type')?.includes('text/event-stream')) {
    const text = await answer.text();
    if (text !== '') yield JSON.stringify(JSON.parse(text));
    return;
  }
  let rest = '';
  const decoder = new TextDecoder();
  for await (const bytes of answer.body ?? []) {
    rest += decoder.decode(bytes, { stream: true });
    const events = rest.split(/\r?\n\r?\n/);
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = event.split(/\r?\n/).flatMap((each) => (each.startsWith('data:') ? [each.slice(5).trim()] : []));
      if (data.join('') !== '') yield JSON.stringify(JSON.parse(data.join('\n')));
    }
  }
}
