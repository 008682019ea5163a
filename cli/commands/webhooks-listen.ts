import { randomBytes } from 'node:crypto';
import { eventTypes, type ListEventsOutput } from '../../sdk/src/index.ts';
import { signMessage } from '../../sdk/src/webhooks.ts';
import { type Command, type Context, exitCodes, headersFrom, text, UsageError, wholeNumber } from '../command.ts';
import { paint } from '../format.ts';
import { keepTrying } from '../keep-trying.ts';
import { createKeyFile } from '../key-file.ts';

type Event = ListEventsOutput['events'][number];

export const listen: Command = {
  name: 'listen',
  summary: 'Show events as they happen and forward them to a local endpoint. No tunnel needed',
  examples: [
    'listen --forward-to http://localhost:3000/hooks',
    'listen --events order.placed,order.failed --json',
    'listen --print-secret',
  ],
  options: {
    events: { type: 'string', help: 'Only these types, such as order.placed,order.failed' },
    'forward-to': { type: 'string', help: 'Where to forward events, such as http://localhost:3000/hooks' },
    secret: { type: 'string', help: 'Signing secret (whsec_…). Default: the secret from the last run' },
    'print-secret': { type: 'boolean', help: 'Print the signing secret and exit' },
    header: { type: 'string', short: 'H', multiple: true, help: 'Add a header to forwarded requests: "Name: value"' },
    after: { type: 'string', help: 'Start after this event, or "start" for the oldest one' },
    limit: { type: 'string', help: 'Stop after this many events' },
  },
  async run(context) {
    const target = text(context, 'forward-to');
    if (target !== undefined && !/^https?:$/.test(URL.canParse(target) ? new URL(target).protocol : '')) {
      throw new UsageError(`"${target}" is not a valid URL to forward to.`);
    }
    const wanted = typesOf(context);
    const headers = headersFrom(context);
    const secret = await keptSecret(context);
    if (context.options['print-secret']) {
      context.out(`${secret}\n`);
      return exitCodes.fine;
    }
    const most = context.options.limit === undefined ? Number.POSITIVE_INFINITY : wholeNumber(context, 'limit', 1);
    let after = await beginning(context);
    context.err(`Listening for events from ${context.baseUrl}${target ? `, forwarding to ${target}` : ''}.\n`);
    if (target) context.err(`Webhook secret: ${secret}\n`);
    for (let seen = 0; seen < most; ) {
      const since = after === undefined ? {} : { after };
      const page = await keepTrying(context, () => context.client.listEvents({ wait_seconds: 25, ...since }));
      for (const event of page.events.filter(({ type }) => wanted?.includes(type) ?? true).slice(0, most - seen)) {
        seen += 1;
        const forwarded = target === undefined ? null : await forward({ target, secret, headers }, event);
        printForwarded(context, event, forwarded);
      }
      after = page.next_cursor ?? after;
    }
    return exitCodes.fine;
  },
};

/** The earlier name. */
export const webhooksListen: Command = { ...listen, name: 'webhooks listen', isEarlierName: true };

function typesOf(context: Context): string[] | undefined {
  const types = text(context, 'events')?.split(',');
  const unknown = types?.find((type) => !Object.hasOwn(eventTypes, type));
  if (unknown === undefined) return types;
  throw new UsageError(`"${unknown}" is not an event type. Event types: ${Object.keys(eventTypes).join(', ')}.`);
}

/** The same at every start, so the receiving program needs no new setting. */
async function keptSecret(context: Context): Promise<string> {
  const kept = createKeyFile(context, 'webhook-secrets');
  const given = text(context, 'secret');
  const known = given ?? (await kept.get(context.baseUrl));
  const secret = known ?? `whsec_${randomBytes(24).toString('base64')}`;
  if (given === undefined && known === undefined) await kept.keep(context.baseUrl, secret);
  return secret;
}

/** The last event so far; undefined if there is none. */
async function beginning(context: Context): Promise<string | undefined> {
  const given = text(context, 'after');
  if (given !== undefined) return given === 'start' ? undefined : given;
  return (await context.client.listEvents({ after: 'latest', limit: 1 })).next_cursor ?? undefined;
}

interface Forwarded {
  status: number | null;
  ms: number;
  why: string | null;
}

interface Destination {
  target: string;
  secret: string;
  headers: Record<string, string>;
}

/** Signs and sends the event like the service does (Standard Webhooks). */
async function forward({ target, secret, headers }: Destination, event: Event): Promise<Forwarded> {
  const { id, type, timestamp, data } = event;
  const unsigned = JSON.stringify({ type, timestamp, data });
  const signed = await signMessage({ id, payload: unsigned, secret, sentAt: new Date() });
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const answer = await fetch(target, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...headers, ...signed.headers },
      body: signed.payload,
      signal: AbortSignal.timeout(15_000),
    });
    await answer.arrayBuffer();
    return { status: answer.status, ms: took(), why: null };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { message, cause } = error;
    return { status: null, ms: took(), why: cause instanceof Error ? cause.message || message : message };
  }
}

function printForwarded(context: Context, event: Event, forwarded: Forwarded | null): void {
  if (context.options.json) {
    context.out(`${JSON.stringify(forwarded === null ? event : { ...event, forwarded })}\n`);
    return;
  }
  const isFine = forwarded?.status !== null && (forwarded?.status ?? 200) < 300;
  const result = forwarded === null ? '' : `  → ${forwarded.status ?? forwarded.why} (${forwarded.ms} ms)`;
  const order = event.order_id === null ? '' : `  order ${event.order_id}`;
  context.out(`${event.timestamp}  ${paint(context, isFine ? 'green' : 'red', event.type)}${order}${result}\n`);
}
