import { argument, type Command, exitCodes, text, UsageError } from '../command.ts';
import { readJson } from '../read-json.ts';
import { request } from '../request.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export const api: Command = {
  name: 'api',
  usage: '<method> <path> [body.json]',
  summary: 'Call any operation and print its response. Use - to read the body from stdin',
  options: {
    'idempotency-key': { type: 'string', help: 'A retry with the same key does not run the operation again' },
    include: { type: 'boolean', short: 'i', help: 'Print the status and headers too' },
  },
  async run(context) {
    const method = argument(context, 0, 'method').toUpperCase();
    if (!methods.includes(method)) throw new UsageError(`The method must be one of ${methods.join(', ')}.`);
    const path = argument(context, 1, 'path');
    if (!path.startsWith('/')) throw new UsageError('The path must start with /, such as /orders?limit=1.');
    const file = context.arguments[2];
    const key = text(context, 'idempotency-key');
    const answer = await request(context, path, {
      method,
      ...(file === undefined ? {} : { body: await readJson(context, file) }),
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    });
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
  },
};
