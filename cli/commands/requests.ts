import { setTimeout as pause } from 'node:timers/promises';
import type { ListRequestsInput, LoggedRequest } from '../../sdk/src/index.ts';
import { argument, type Command, type Context, choice, exitCodes, show, text, wholeNumber } from '../command.ts';
import { paint, plain } from '../format.ts';
import { keepTrying } from '../keep-trying.ts';

const filterOptions = {
  status: { type: 'string', help: 'Only with this status, such as 422 or 4xx' },
  method: { type: 'string', help: 'Only with this method, such as POST' },
  search: { type: 'string', help: 'Only with this request ID, or part of a path or error code' },
} as const;

export const requestCommands: Command[] = [
  {
    name: 'requests list',
    summary: "List your account's API requests, newest first",
    options: { ...filterOptions, limit: { type: 'string', help: 'How many (default: 20)' } },
    async run(context) {
      const limit = Math.min(wholeNumber(context, 'limit', 20), 200);
      const { requests } = await context.client.listRequests({ ...filterOf(context), limit });
      show(
        context,
        requests,
        () => requests.map((each) => requestLine(context, each)).join('') || 'No requests yet.\n',
      );
      return exitCodes.fine;
    },
  },
  {
    name: 'requests get',
    usage: '<request id>',
    summary: 'Show a request with its body and response',
    async run(context) {
      const given = await context.client.getRequest({ request_id: argument(context, 0, 'request ID') });
      const part = (title: string, json: string | null) => (json === null ? '' : `\n${title}\n${formatJson(json)}\n`);
      show(context, given, () => {
        const error = given.error_message === null ? '' : `${plain(given.error_message)}\n`;
        const headers = Object.entries(given.headers ?? {}).map(([name, value]) => `${name}: ${plain(value)}\n`);
        return `${requestLine(context, given)}${error}${headers.join('')}${part('Request', given.body)}${part('Response', given.response)}`;
      });
      return exitCodes.fine;
    },
  },
  {
    name: 'requests tail',
    summary: 'Show API requests as they arrive',
    examples: ['requests tail --status 4xx', 'requests tail --json --limit 10'],
    options: { ...filterOptions, limit: { type: 'string', help: 'Stop after this many' } },
    async run(context) {
      const most = context.options.limit === undefined ? Number.POSITIVE_INFINITY : wholeNumber(context, 'limit', 1);
      const filter = filterOf(context);
      // Uses the service's clock: this machine's may be wrong.
      let after = new Date(
        (await context.client.withResponse.getHealth()).headers.get('date') ?? Date.now(),
      ).toISOString();
      let seen = new Set<string>();
      for (let shown = 0; shown < most; ) {
        const query = { ...filter, after, limit: 200 };
        const { requests } = await keepTrying(context, () => context.client.listRequests(query));
        const fresh = requests.toReversed().filter((each) => !seen.has(each.at + each.request_id));
        for (const each of fresh.slice(0, most - shown)) {
          context.out(context.options.json ? `${JSON.stringify(each)}\n` : requestLine(context, each));
        }
        shown += fresh.length;
        after = requests[0]?.at ?? after;
        seen = new Set(requests.map((each) => each.at + each.request_id));
        if (shown < most) await pause(1000);
      }
      return exitCodes.fine;
    },
  },
];

function filterOf(context: Context): ListRequestsInput {
  const [status, search] = [text(context, 'status'), text(context, 'search')];
  const method = choice<NonNullable<ListRequestsInput['method']>>(context, 'method');
  return {
    ...(status === undefined ? {} : { status }),
    ...(search === undefined ? {} : { search }),
    ...(method === undefined ? {} : { method }),
  };
}

function requestLine(context: Context, logged: LoggedRequest): string {
  const { at, status, method, path, query, ms, request_id: id, error_code: code } = logged;
  const tone = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  const error = code === null ? '' : `  ${code}`;
  const target = plain(query === null ? path : `${path}?${query}`);
  return `${at}  ${paint(context, tone, String(status))}  ${method} ${target}${error}  ${Math.round(ms)} ms  ${id}\n`;
}

/** Leaves truncated JSON unformatted. */
function formatJson(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return plain(json);
  }
}
