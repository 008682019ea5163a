import { readFile, stat } from 'node:fs/promises';
import { type Clock, hourMs, minuteMs } from '../../../../kit/clock.ts';
import type { ExchangeRate } from '../../../../kit/exchange-rate.ts';
import type { World } from '../../../../kit/world.ts';
import type { Outgoing } from '../../../../platform/outgoing/index.ts';
import { type RateTable, readRates } from './read-rates.ts';

type RateAnswer =
  | { kind: 'rate'; rate: ExchangeRate; date: Date }
  /** Nothing can be bought in this currency now. The reason is for people. */
  | { kind: 'none'; reason: string };

/** How the rate of a sandbox order behaves, by its test product. */
type RateStory = 'moved' | 'stale';

export interface Rates {
  find(world: World, currency: string, story?: RateStory | null): Promise<RateAnswer>;
}

interface Needs {
  clock: Clock;
  logger: { warn(details: object, message: string): void };
  outgoing: Pick<Outgoing, 'get'>;
  /** A file or a URL; null: off. */
  source: string | null;
  markupBps: number;
}

/** Older rates are not used. */
export const maxAgeMs = 48 * hourMs;
const fetchEveryMs = hourMs;
const retryEveryMs = minuteMs;
const bytesMax = 1024 * 1024;

/** Rates of play money, unless FX_RATES is set. One test product sees other rates at the purchase. */
const sandboxRates = new Map([
  ['EUR', '0.92'],
  ['GBP', '0.79'],
  ['JPY', '155.1'],
  ['CHF', '0.88'],
  ['CAD', '1.37'],
  ['KWD', '0.307'],
]);
const movedSandboxRates = new Map([...sandboxRates, ['EUR', '0.88'], ['JPY', '150']]);

export function createRates({ clock, logger, outgoing, source, markupBps }: Needs): Rates {
  const isUrl = source !== null && /^https?:/.test(source);
  const read = source === null ? null : isUrl ? createUrlReader(source) : createFileReader(source);

  /** Reads the file again when it changes. A broken file keeps the last good rates until they are too old. */
  function createFileReader(path: string): () => Promise<RateTable | null> {
    let seen = '';
    let table: RateTable | null = null;
    let reading = Promise.resolve();
    const warn = (error: unknown): void => logger.warn({ err: error }, 'exchange rates unreadable (FX_RATES)');
    const readTable = async () => {
      table = readRates(await readFile(path, 'utf8'));
    };
    return async () => {
      try {
        const { mtimeMs, size } = await stat(path);
        if (seen !== `${mtimeMs} ${size}`) {
          seen = `${mtimeMs} ${size}`;
          reading = readTable().catch(warn);
        }
        // Concurrent requests wait for the new rates too.
        await reading;
      } catch (error) {
        warn(error);
      }
      return table;
    };
  }

  /** Fetches hourly, on request. The first requests wait for it. */
  function createUrlReader(url: string): () => Promise<RateTable | null> {
    let table: RateTable | null = null;
    let dueAt = 0;
    let running: Promise<void> | null = null;
    async function fetchRates(): Promise<void> {
      dueAt = clock.now().getTime() + retryEveryMs;
      const answer = await outgoing.get(url, { headers: { accept: 'application/json' }, bytesMax });
      try {
        if (answer.kind !== 'answered' || answer.status !== 200) {
          throw new Error(answer.kind === 'answered' ? `HTTP status ${answer.status}` : answer.reason);
        }
        table = readRates(answer.text);
        dueAt = clock.now().getTime() + fetchEveryMs;
      } catch (error) {
        logger.warn({ err: error }, 'exchange rates not fetched (FX_RATES)');
      }
    }
    return async () => {
      if (clock.now().getTime() >= dueAt) {
        running ??= fetchRates().finally(() => {
          running = null;
        });
      }
      if (table === null) await running;
      return table;
    };
  }

  async function tableFor(world: World, story: RateStory | null): Promise<RateTable | string> {
    const now = clock.now();
    if (world === 'test' && story === 'stale')
      return { date: new Date(now.getTime() - maxAgeMs - hourMs), rates: sandboxRates };
    if (world === 'test' && (read === null || story === 'moved')) {
      return { date: now, rates: story === 'moved' ? movedSandboxRates : sandboxRates };
    }
    if (read === null) return 'Exchange rates are disabled on this server (FX_RATES).';
    return (await read()) ?? 'Exchange rates are unavailable right now.';
  }

  return {
    async find(world, currency, story = null) {
      const table = await tableFor(world, story);
      if (typeof table === 'string') return { kind: 'none', reason: table };
      const rate = table.rates.get(currency);
      if (rate === undefined) return { kind: 'none', reason: `No exchange rate is available for ${currency}.` };
      const date = table.date.toISOString();
      // Such a rate would never become too old.
      if (table.date.getTime() - clock.now().getTime() > maxAgeMs) {
        return { kind: 'none', reason: `The exchange rates are dated ${date}, in the future.` };
      }
      if (clock.now().getTime() - table.date.getTime() > maxAgeMs) {
        return {
          kind: 'none',
          reason: `The exchange rate for ${currency} is from ${date}, which is more than 48 hours ago.`,
        };
      }
      return { kind: 'rate', rate: { currency, rate, markupBps }, date: table.date };
    },
  };
}
