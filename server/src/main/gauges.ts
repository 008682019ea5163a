import { Gauge, type Registry } from 'prom-client';
import { countUnknownOutcomes } from '../domains/orders/orders/index.ts';
import type { Database } from '../platform/database/index.ts';
import { queueDepth } from '../platform/queue/index.ts';

type Gauged = { depth: Awaited<ReturnType<typeof queueDepth>>; needsReview: number };

/** Gauges to alert on. A scrape reads the database once for all of them; without a database, the last values stay. */
export function registerGauges(
  registry: Registry,
  database: Database,
  isWriting: () => boolean,
  isLeftOut: (kind: string) => boolean = () => false,
): void {
  const registers = [registry];
  let reading: Promise<Gauged | null> | null = null;
  const readGauges = (): Promise<Gauged | null> => {
    reading ??= Promise.all([queueDepth(database.db, { isLeftOut }), countUnknownOutcomes(database.db)])
      .then(([depth, needsReview]) => ({ depth, needsReview }))
      .catch(() => null)
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  new Gauge({
    name: 'errand_database_writes',
    help: '1 while the database accepts writes from this process, otherwise 0.',
    registers,
    collect() {
      this.set(isWriting() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'errand_oldest_ready_job_seconds',
    help: 'How long the oldest due job has been due, in seconds. 0 if none is due.',
    registers,
    async collect() {
      const read = await readGauges();
      if (read) this.set((read.depth.oldestReadyMs ?? 0) / 1000);
    },
  });
  new Gauge({
    name: 'errand_orders_needing_review',
    help: 'Orders that need review because their outcome is unknown.',
    registers,
    async collect() {
      const read = await readGauges();
      if (read) this.set(read.needsReview);
    },
  });
  new Gauge({
    name: 'errand_jobs',
    help: 'Jobs in the queue, by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      const read = await readGauges();
      if (!read) return;
      this.set({ state: 'ready' }, read.depth.ready);
      this.set({ state: 'running' }, read.depth.running);
      this.set({ state: 'dead' }, read.depth.dead);
    },
  });
}
