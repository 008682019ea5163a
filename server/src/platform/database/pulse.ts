import pg from 'pg';
import { assertDefined } from '../../kit/assert-defined.ts';
import { errorOf } from '../../kit/fields.ts';
import { newId } from '../../kit/ids.ts';
import type { ClockSample } from './clock.ts';
import type { IdentityWatch } from './identity.ts';

export interface PulseState {
  /** The last write succeeded in time. */
  isAnswering: boolean;
  /** No write succeeded for so long that waiting is pointless. */
  isStalled: boolean;
  /** Why the last write failed. */
  error: string | null;
  /** How far this machine's clock is ahead of the database's. */
  clockDifferenceMs: number | null;
}

export interface Pulse {
  state(): PulseState;
  /** Resolves with the next beat, successful or not. */
  next(): Promise<PulseState>;
  stop(): Promise<void>;
}

interface PulseOptions {
  url: string;
  watch?: IdentityWatch;
  onTime?(sample: ClockSample): void;
  onError?(error: Error): void;
}

const everyMs = 500;
const withinMs = 900;
/** This many checks in a row without a beat count as a stall. One long turn of the event loop is one check. */
const missedBeatsMax = 5;

const beatText = `
  insert into pulses (process, beaten_at) values ($1, clock_timestamp())
  on conflict (process) do update set beaten_at = excluded.beaten_at
  returning extract(epoch from clock_timestamp())::float8 * 1000 as "databaseMs"`;

/** Writes to the database at short intervals on its own connection, to track its health. */
export function startPulse({ url, watch, onTime, onError = () => {} }: PulseOptions): Pulse {
  const process = newId();
  let client: pg.Client | null = null;
  let beating: Promise<void> | null = null;
  let looksWithout = 0;
  let error: string | null = 'not checked yet';
  let clockDifferenceMs: number | null = null;
  let isStopped = false;

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'errand pulse',
      connectionTimeoutMillis: withinMs,
      keepAlive: true,
      // The server side of a dropped connection may still wait for a row lock held by the previous beat (for example,
      // when its standby is down). Without a timeout, one more would pile up every second until the server runs out of
      // connections.
      statement_timeout: withinMs,
    });
    next.on('error', () => drop(next));
    client = next;
    await next.connect();
    return next;
  }

  function drop(gone: pg.Client | null): void {
    if (gone === null || client !== gone) return;
    client = null;
    void gone.end().catch(() => {});
  }

  async function write(): Promise<void> {
    const current = client ?? (await connect());
    const askedMs = performance.now();
    const { rows } = await current.query<{ databaseMs: number }>(beatText, [process]);
    const sample = { databaseMs: assertDefined(rows[0]).databaseMs, askedMs, receivedMs: performance.now() };
    clockDifferenceMs = Math.round(Date.now() - sample.databaseMs - (sample.receivedMs - askedMs) / 2);
    onTime?.(sample);
    await watch?.check(current);
  }

  async function writeBeat(): Promise<void> {
    const current = write();
    try {
      await withinTime(current);
      error = null;
      looksWithout = 0;
    } catch (failure) {
      current.catch(() => {});
      if (!isStopped) onError(errorOf(failure));
      error = errorOf(failure).message || String(failure);
      drop(client);
    }
  }

  const checkBeat = () => {
    looksWithout += 1;
    beating ??= writeBeat().finally(() => {
      beating = null;
    });
    return beating;
  };
  const timer = setInterval(checkBeat, everyMs);
  const state = (): PulseState => {
    const isStalled = looksWithout > missedBeatsMax;
    return { isAnswering: error === null && !isStalled, isStalled, error, clockDifferenceMs };
  };
  return {
    state,
    next: () => checkBeat().then(state),
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await beating;
      const last = client;
      client = null;
      await last?.query('delete from pulses where process = $1', [process]).catch(() => {});
      await last?.end().catch(() => {});
    },
  };
}

/** After a long turn of the event loop, the timer fires before the response is read. Give it one more turn. */
async function withinTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const failOnTimeout = () => reject(new Error(`The database did not accept a write within ${withinMs} ms.`));
    timer = setTimeout(() => setImmediate(() => setImmediate(failOnTimeout)), withinMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
