import { errorOf } from '../../sdk/src/errors.ts';
import { bodyFromFields } from '../body-fields.ts';
import { argument, type Command, type Context, exitCodes, headersFrom, text, texts, UsageError } from '../command.ts';
import { listEntries } from '../list-entries.ts';
import { personOptions, refuseStdinWithPerson, withPerson } from '../person-session.ts';
import { readJson } from '../read-json.ts';
import { request } from '../request.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export const api: Command = {
  name: 'api',
  usage: '<method> <path> [body.json]',
  summary: 'Call any operation and print its response. Use - to read the body from stdin',
  examples: [
    "api GET '/orders?limit=1'",
    'api GET /orders -f status_filter=order_placed --paginate',
    "api POST /webhooks/endpoints -f url=https://example.com/hooks -f 'events[]=order.placed'",
    'api POST /orders order.json --idempotency-key my-first-order',
    'api GET /me --as you@example.com',
  ],
  options: {
    field: {
      type: 'string',
      short: 'f',
      multiple: true,
      help: 'Add a field: name=text, name:=json, address[city]=text, products[][url]=text. GET requests send fields in the query',
    },
    header: { type: 'string', short: 'H', multiple: true, help: 'Add a header, such as "Prefer: payment-link"' },
    paginate: { type: 'boolean', help: 'Print every entry in a list as JSON, one per line' },
    'idempotency-key': { type: 'string', help: 'A retry with the same key does not run the operation again' },
    include: { type: 'boolean', short: 'i', help: 'Also print the status and headers' },
    ...personOptions,
  },
  async run(context) {
    const method = argument(context, 0, 'method').toUpperCase();
    if (!methods.includes(method)) throw new UsageError(`The method must be one of ${methods.join(', ')}.`);
    const path = argument(context, 1, 'path');
    if (!path.startsWith('/')) throw new UsageError('The path must start with /, such as /orders?limit=1.');
    if (context.options.paginate && method !== 'GET') throw new UsageError('--paginate only works with GET.');
    refuseStdinWithPerson(context);
    const given = await inputOf(context, method, path);
    const headers = headersFrom(context);
    return withPerson(context, (signedIn) => {
      const caller = { ...signedIn, headers: { ...signedIn.headers, ...headers } };
      return context.options.paginate ? printEntries(caller, given.path) : printResponse(caller, method, given);
    });
  },
};

interface Input {
  path: string;
  body?: unknown;
}

async function inputOf(context: Context, method: string, path: string): Promise<Input> {
  const file = context.arguments[2];
  const fields = texts(context, 'field');
  if (fields.length > 0 && file !== undefined) throw new UsageError('Send fields or a file, not both.');
  if (file !== undefined) return { path, body: await readJson(context, file) };
  if (fields.length === 0) return { path };
  const body = bodyFromFields(fields);
  return method === 'GET' ? { path: withQuery(path, body) } : { path, body };
}

function withQuery(path: string, fields: Record<string, unknown>): string {
  const query = new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, `${value}`]),
  );
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

async function printEntries(context: Context, path: string): Promise<number> {
  for await (const entry of listEntries(context, path)) context.out(`${JSON.stringify(entry)}\n`);
  return exitCodes.fine;
}

async function printResponse(context: Context, method: string, { path, ...input }: Input): Promise<number> {
  const key = text(context, 'idempotency-key');
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const answer = await request(context, path, { method, headers, ...input });
  if (!answer.ok && context.options.json) throw await errorOf(answer);
  if (context.options.include) {
    context.out(`HTTP ${answer.status}\n`);
    for (const [name, value] of answer.headers) context.out(`${name}: ${value}\n`);
    context.out('\n');
  }
  const body = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  context.out(isJson ? `${JSON.stringify(JSON.parse(body), null, 2)}\n` : body);
  if (answer.ok) return exitCodes.fine;
  context.err(`HTTP ${answer.status} (request ${answer.headers.get('x-request-id') ?? 'unknown'})\n`);
  return exitCodes.unavailable;
}
