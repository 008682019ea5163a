import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

type Content = Record<string, string | number | boolean | string[]>;

export interface Elicited {
  message: string;
  url?: string;
}

/** What the person at the client answers. */
export type Person = (asked: Elicited) => Promise<{ action: 'accept' | 'decline' | 'cancel'; content?: Content }>;

export interface ToolAnswer {
  isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape.
  body: any;
}

export interface McpClient {
  names(): Promise<string[]>;
  call(name: string, given?: Record<string, unknown>): Promise<ToolAnswer>;
  close(): Promise<void>;
}

interface Options {
  url: string;
  key?: string;
  person?: Person;
}

const info = { name: 'test', version: '1.0.0' };
const headersOf = ({ key }: Options) => ({ requestInit: { headers: key ? { authorization: `Bearer ${key}` } : {} } });

// biome-ignore lint/suspicious/noExplicitAny: both generations answer in the same shape.
function answerIn(result: any): ToolAnswer {
  const [first] = result.content;
  return { isError: result.isError === true, body: result.structuredContent ?? JSON.parse(first.text) };
}

/** The official client, second generation, at revision 2026-07-28. */
export async function connectModern(options: Options): Promise<McpClient> {
  const { person } = options;
  const client = new ModernClient(info, {
    capabilities: person ? { elicitation: { form: {} } } : {},
    versionNegotiation: { mode: { pin: '2026-07-28' } },
  });
  if (person) client.setRequestHandler('elicitation/create', ({ params }) => person(params as Elicited));
  await client.connect(new ModernTransport(new URL(`${options.url}/mcp`), headersOf(options)));
  return {
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, given = {}) => answerIn(await client.callTool({ name, arguments: given })),
    close: () => client.close(),
  };
}

/** The official client, first generation, at a revision of 2025. */
export async function connectOlderWith(options: Options) {
  const { person } = options;
  const client = new OlderClient(info, { capabilities: person ? { elicitation: { form: {} } } : {} });
  if (person) client.setRequestHandler(ElicitRequestSchema, ({ params }: { params: Elicited }) => person(params));
  await client.connect(new OlderTransport(new URL(`${options.url}/mcp`), headersOf(options)));
  return { client, close: () => client.close() };
}

/** The same, with only its tools. */
export async function connectOlder(options: Options): Promise<McpClient> {
  const { client } = await connectOlderWith(options);
  return {
    names: async () => (await client.listTools()).tools.map((tool: { name: string }) => tool.name),
    call: async (name, given = {}) => answerIn(await client.callTool({ name, arguments: given })),
    close: () => client.close(),
  };
}
