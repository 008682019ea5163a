import { type Clock, minuteMs, plusMs, secondMs } from '../../../kit/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { longestWaits } from '../../../platform/queue/index.ts';
import { countUnknownOutcomes } from '../../orders/orders/index.ts';
import { type ComponentName, queueStateOf, type State, uptimeShare } from './model.ts';
import type { ReadingName } from './readings.ts';
import { findOldestUnknownOutcome, readDatabaseStats } from './sql.ts';

export interface HealthReport {
  details: Record<string, { status: State; [detail: string]: unknown }>;
}

export interface ReadingNeeds {
  database: Database;
  clock: Clock;
  health(): Promise<HealthReport>;
  publicStores(): { name: string; status: string }[];
}

export interface Readings {
  values: Map<ReadingName, number>;
  components: Map<ComponentName, State>;
  oldestDoubtMinutes: number;
  stores: { name: string; status: string }[];
}

const kinds = {
  placing: ['orders.place', 'managed-accounts.dispatch', 'bulk.make'],
  tracking: ['tracking.follow', 'returns.follow', 'cancellations.ask'],
  webhooks: ['events', 'webhooks.send'],
} as const;

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

export async function takeReadings({ database, clock, health, publicStores }: ReadingNeeds): Promise<Readings> {
  const { db } = database;
  const now = clock.now();
  const asked = performance.now();
  const inside = await readDatabaseStats(db);
  const answerMs = performance.now() - asked;
  const { details } = await health();
  const waits = await longestWaits(db, Object.values(kinds).flat(), now);
  const oldest = await findOldestUnknownOutcome(db);
  const longest = (of: readonly string[]) => Math.max(-1, ...of.map((kind) => waits.get(kind) ?? -1));
  const waitOf = (of: readonly string[]) => (longest(of) < 0 ? null : longest(of));
  const { queue, mail, disk } = details;
  const free = numberOf(disk?.free_bytes);
  const values = new Map<ReadingName, number>([
    ['queue.ready', numberOf(queue?.ready) ?? 0],
    ['queue.running', numberOf(queue?.running) ?? 0],
    ['queue.dead', numberOf(queue?.dead) ?? 0],
    ['queue.oldest_seconds', (numberOf(queue?.oldest_ready_ms) ?? 0) / secondMs],
    ['workers.processes', inside.processes],
    ['database.bytes', inside.bytes],
    ['database.connections', inside.connections],
    ['database.answer_ms', answerMs],
    ['mail.refusing', mail?.status === 'up' ? 0 : 1],
    ['doubts.waiting', await countUnknownOutcomes(db)],
    ...(free === null ? [] : ([['disk.free_bytes', free]] as const)),
  ]);
  return {
    values,
    components: new Map<ComponentName, State>([
      ['api', details.database?.status ?? 'down'],
      ['placing', queueStateOf(waitOf(kinds.placing))],
      ['tracking', queueStateOf(waitOf(kinds.tracking))],
      ['mail', mail?.status ?? 'down'],
      ['webhooks', queueStateOf(waitOf(kinds.webhooks))],
    ]),
    oldestDoubtMinutes: oldest === null ? 0 : (now.getTime() - oldest.getTime()) / minuteMs,
    stores: publicStores(),
  };
}

export const storeSeries = (name: string): string => `part.store:${name}`;
export const partSeries = (name: ComponentName): string => `part.${name}`;

const storeValues: Record<string, number> = {
  up: uptimeShare.up,
  unknown: uptimeShare.up,
  degraded: uptimeShare.degraded,
  down: 0,
};

/** The readings to store: every series, and the status of each part as a number. Disabled stores are not measured. */
export function samplesOf(readings: Readings): Map<string, number> {
  return new Map<string, number>([
    ...readings.values,
    ...[...readings.components].map(([name, state]): [string, number] => [partSeries(name), uptimeShare[state]]),
    ...readings.stores.flatMap(({ name, status }): [string, number][] => {
      const value = storeValues[status];
      return value === undefined ? [] : [[storeSeries(name), value]];
    }),
  ]);
}

export const minuteOf = (now: Date): Date => plusMs(now, -(now.getTime() % minuteMs));
