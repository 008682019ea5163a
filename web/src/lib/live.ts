import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sendAs } from './api.ts';
import { useMe } from './session.ts';
import { useWorld, type World } from './world.tsx';

/** Something happened to an object of this kind. */
interface Notice {
  subject: string;
  /** In any account. Only operators get these. */
  isOfAny?: boolean;
}

const everything = 'everything';
/** The data that an event about each subject may change, by the first part of its key. Every event can mean a delivery. */
const ofAny = ['overview', 'deliveries'];
const ofOrder = [...ofAny, 'order', 'orders', 'order-timeline', 'batches', 'wallet', 'transactions', 'approval'];
const changedKinds: Record<string, readonly string[]> = {
  order: [...ofOrder, 'cancellation', 'order-documents'],
  return: [...ofOrder, 'returns'],
  case: [...ofAny, 'cases', 'order-timeline'],
  bulk: [...ofAny, 'batches', 'orders'],
  policy: [...ofAny, 'policies'],
  managed_account: [...ofAny, 'retailer-accounts', 'retailer-account-events'],
};
changedKinds[everything] = [...new Set(Object.values(changedKinds).flat())];

/** The same on operator pages, for events in any account and for what operators do. Each connection starts with the newest. */
const onOperatorPages = ['operator-today', 'operator-order', 'operator-customer', 'operator-customers'];
const ofOrders = ['operator-orders', 'operator-doubts', 'operator-desk', 'operator-money', 'operator-parcel'];
const ofReturns = ['operator-returns', 'operator-cases', 'operator-money', 'operator-overview'];
/** Changes by operators: the audit log, and what its entries can be about. */
const ofOperators = [
  ...[
    'operator-audit',
    'operator-alerts',
    'operator-backups',
    'operator-charges',
    'operator-incidents',
    'operator-key',
  ],
  ...['operator-retailers', 'operator-stores', 'operator-webhooks'],
];
const operatorKinds: Record<string, readonly string[]> = {
  order: [...onOperatorPages, ...ofOrders],
  return: [...onOperatorPages, ...ofReturns],
  case: [...onOperatorPages, 'operator-cases', 'operator-overview'],
  operator: [...onOperatorPages, ...ofOrders, ...ofReturns, ...ofOperators],
};

/** Many events within this time cause one refetch. All accounts together have more of them than one. */
const gatherMs = 400;
const gatherAnyMs = 1000;
/** The service sends a heartbeat every 5 s, so a connection that is silent for this long is lost. */
const silenceMs = 15_000;
const retryMsMin = 1000;
const retryMsMax = 30_000;

/** Refetches what changed: at once, then at most every `pauseMs`, one round at a time. */
function createRefetcher(queries: QueryClient, world: World, kindsOf: typeof changedKinds, pauseMs: number) {
  const changed = new Set<string>();
  let isFetching = false;
  async function refetchAll(): Promise<void> {
    isFetching = true;
    while (changed.size > 0) {
      const kinds = [...changed];
      changed.clear();
      const pause = new Promise((resolve) => setTimeout(resolve, pauseMs));
      await Promise.all(kinds.map((kind) => queries.invalidateQueries({ queryKey: [world, kind] })));
      await pause;
    }
    isFetching = false;
  }
  return ({ subject }: Notice) => {
    for (const kind of kindsOf[subject] ?? []) changed.add(kind);
    if (!isFetching) void refetchAll();
  };
}

/**
 * Keeps pages up to date. All tabs share one connection: the tab with the lock reads it and notifies the others. Browsers
 * allow six connections to a server, so one for each tab would soon block everything else.
 */
export function useLiveData(): void {
  const queries = useQueryClient();
  const { world } = useWorld();
  const me = useMe();
  const account = me.data?.account_id;
  useEffect(() => {
    if (account === undefined) return;
    const stop = new AbortController();
    const name = `errand live ${account} ${world}`;
    const channel = new BroadcastChannel(name);
    const refetchOwn = createRefetcher(queries, world, changedKinds, gatherMs);
    const refetchAny = createRefetcher(queries, world, operatorKinds, gatherAnyMs);
    const refetch = (notice: Notice) => (notice.isOfAny ? refetchAny : refetchOwn)(notice);
    channel.onmessage = ({ data }: MessageEvent<Notice>) => refetch(data);
    const lead = () =>
      followEvents(world, stop.signal, {
        onNotice(notice) {
          refetch(notice);
          channel.postMessage(notice);
        },
        // This makes the page ask who is signed in, and open the sign-in page.
        onSignedOut: () => void queries.invalidateQueries({ queryKey: ['me'] }),
      });
    // Locks exist on secure pages only. Without them, each tab has its own connection.
    if ('locks' in navigator) navigator.locks.request(name, { signal: stop.signal }, lead).catch(() => {});
    else void lead();
    return () => {
      stop.abort();
      channel.close();
    };
  }, [queries, world, account]);
}

interface StreamListener {
  onNotice(notice: Notice): void;
  onSignedOut(): void;
}

/** Reads the event stream until it is stopped. After a lost connection it continues after the last event. */
async function followEvents(world: World, stop: AbortSignal, { onNotice, onSignedOut }: StreamListener): Promise<void> {
  let lastId: string | undefined;
  let wasOpen = false;
  let retryMs = retryMsMin;
  while (!stop.aborted) {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), silenceMs);
    try {
      const signal = AbortSignal.any([stop, silence.signal]);
      const headers = { accept: 'text/event-stream', ...(lastId === undefined ? {} : { 'last-event-id': lastId }) };
      const answer = await sendAs(world, '/events/stream', { headers, signal });
      if (answer.status === 401 || answer.status === 403) return onSignedOut();
      if (!answer.ok || !answer.body) throw new Error(`The event stream is not available: ${answer.status}`);
      // Without an event to continue after, it is unknown what happened while the connection was lost.
      if (wasOpen && lastId === undefined) onNotice({ subject: everything });
      wasOpen = true;
      for await (const message of messagesOf(answer.body)) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), silenceMs);
        retryMs = retryMsMin;
        const fields = fieldsOf(message);
        if (fields.event === 'signed_out') return onSignedOut();
        if (fields.event === 'reset') onNotice({ subject: everything });
        if (fields.id !== undefined) lastId = fields.id;
        if (fields.event === 'notice') onNotice({ subject: JSON.parse(fields.data ?? '{}').subject.type });
        if (fields.event === 'operator') {
          for (const subject of JSON.parse(fields.data ?? '{}').subjects) onNotice({ subject, isOfAny: true });
        }
      }
    } catch {
      // The loop opens a new connection.
    } finally {
      clearTimeout(timer);
    }
    await waitForRetry(retryMs, stop);
    retryMs = Math.min(retryMs * 2, retryMsMax);
  }
}

/** Waits for this long, or until the browser is online again. */
const waitForRetry = (ms: number, stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      stop.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
    stop.addEventListener('abort', done);
  });

/** The messages of an event stream, which end with an empty line. */
async function* messagesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    yield* messages;
  }
}

function fieldsOf(message: string): Record<string, string> {
  const lines = message.split('\n').filter((line) => !line.startsWith(':'));
  return Object.fromEntries(lines.map((line) => line.split(': ', 2)).map(([name = '', value = '']) => [name, value]));
}
