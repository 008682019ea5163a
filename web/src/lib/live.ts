import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sendAs } from './api.ts';
import { useMe } from './session.ts';
import { useWorld } from './world.tsx';

type World = 'test' | 'live';

/** What a tab is told: something happened to an object of this kind, or anything may have happened. */
interface Notice {
  subject: string;
}

const everything = 'everything';
/** Kinds of things that an event about each subject may change: the first parts of their keys. */
const ofOrder = ['order', 'orders', 'order-timeline', 'overview', 'batches', 'wallet', 'transactions', 'approval'];
const changedKinds: Record<string, readonly string[]> = {
  order: [...ofOrder, 'cancellation', 'order-documents'],
  return: [...ofOrder, 'returns'],
  case: ['cases', 'overview', 'order-timeline'],
  bulk: ['batches', 'overview', 'orders'],
  policy: ['policies', 'overview'],
  managed_account: ['retailer-accounts', 'overview'],
};
changedKinds[everything] = [...new Set(Object.values(changedKinds).flat())];

/** Many events within this time are one reading. */
const gatherMs = 400;
/** The service says something every 5 s: a connection that is silent for longer is lost. */
const silenceMs = 15_000;
const retryMsMin = 1000;
const retryMsMax = 30_000;

/** Reads again what pages show of the things that changed: at once, and then at most every `gatherMs`, one reading at a time. */
function createReader(queries: QueryClient, world: World) {
  const changed = new Set<string>();
  let isReading = false;
  async function readAll(): Promise<void> {
    isReading = true;
    while (changed.size > 0) {
      const kinds = [...changed];
      changed.clear();
      const rest = new Promise((resolve) => setTimeout(resolve, gatherMs));
      await Promise.all(kinds.map((kind) => queries.invalidateQueries({ queryKey: [world, kind] })));
      await rest;
    }
    isReading = false;
  }
  return ({ subject }: Notice) => {
    for (const kind of changedKinds[subject] ?? []) changed.add(kind);
    if (!isReading) void readAll();
  };
}

/**
 * Keeps what the pages show up to date. All tabs of a browser share one connection: the one that holds the lock reads it and tells
 * the others. Browsers allow six connections to a server, so a connection for each tab would soon block everything else.
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
    const read = createReader(queries, world);
    channel.onmessage = ({ data }: MessageEvent<Notice>) => read(data);
    const lead = () =>
      followEvents(world, stop.signal, {
        onNotice(notice) {
          read(notice);
          channel.postMessage(notice);
        },
        // Whoever is signed out is led to sign in by that.
        onSignedOut: () => void queries.invalidateQueries({ queryKey: ['me'] }),
      });
    // There are locks on secure pages only; without them each tab has its own connection.
    if ('locks' in navigator) navigator.locks.request(name, { signal: stop.signal }, lead).catch(() => {});
    else void lead();
    return () => {
      stop.abort();
      channel.close();
    };
  }, [queries, world, account]);
}

interface Followed {
  onNotice(notice: Notice): void;
  onSignedOut(): void;
}

/** Reads the stream of events until it is stopped, from where it broke off whenever it does. */
async function followEvents(world: World, stop: AbortSignal, { onNotice, onSignedOut }: Followed): Promise<void> {
  let lastId: string | undefined;
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
      for await (const part of partsOf(answer.body)) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), silenceMs);
        retryMs = retryMsMin;
        const fields = fieldsOf(part);
        if (fields.event === 'signed_out') return onSignedOut();
        if (fields.event === 'reset') onNotice({ subject: everything });
        if (fields.id !== undefined) lastId = fields.id;
        if (fields.event === 'notice') onNotice({ subject: JSON.parse(fields.data ?? '{}').subject.type });
      }
    } catch {
      // A lost connection is opened again below.
    } finally {
      clearTimeout(timer);
    }
    await untilRetry(retryMs, stop);
    retryMs = Math.min(retryMs * 2, retryMsMax);
  }
}

/** After this time, or as soon as the browser is online again. */
const untilRetry = (ms: number, stop: AbortSignal): Promise<void> =>
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

/** The parts of a stream of server-sent events, each ended by an empty line. */
async function* partsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    yield* parts;
  }
}

function fieldsOf(part: string): Record<string, string> {
  const lines = part.split('\n').filter((line) => !line.startsWith(':'));
  return Object.fromEntries(lines.map((line) => line.split(': ', 2)).map(([name = '', value = '']) => [name, value]));
}
