import { Gauge, type Registry } from 'prom-client';
import { countUnknownOutcomes } from '../domains/orders/orders/index.ts';
import type { Database } from '../platform/database/index.ts';
import { queueDepth } from '../platform/queue/index.ts';

type Gauged = { depth: Awaited<ReturnType<typeof queueDepth>>; doubts: number };

/** What an operator wants an alarm for. Looked up when it is scraped, once for all of them; a database that is gone leaves the last values. */
export function registerGauges(
  registry: Registry,
  database: Database,
  isWriting: () => boolean,
  isLeftOut: (kind: string) => boolean = () => false,
): void {
  const registers = [registry];
  let looking: Promise<Gauged | null> | null = null;
  const readGauges = (): Promise<Gauged | null> => {
    looking ??= Promise.all([queueDepth(database.db, { isLeftOut }), countUnknownOutcomes(database.db)])
      .then(([depth, doubts]) => ({ depth, doubts }))
      .catch(() => null)
      .finally(() => {
        looking = null;
      });
    return looking;
  };
  new Gauge({
    name: 'errand_database_writes',
    help: '1 while the database accepts writes from this process, else 0.',
    registers,
    collect() {
      this.set(isWriting() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'errand_oldest_ready_job_seconds',
    help: 'Age of the oldest due job.',
    registers,
    async collect() {
      const looked = await readGauges();
      if (looked) this.set((looked.depth.oldestReadyMs ?? 0) / 1000);
    },
  });
  new Gauge({
    name: 'errand_orders_needing_review',
    help: 'Orders that need review because their outcome is unknown.',
    registers,
    async collect() {
      const looked = await readGauges();
      if (looked) this.set(looked.doubts);
    },
  });
  new Gauge({
    name: 'errand_jobs',
    help: 'Jobs in the queue, by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      const looked = await readGauges();
      if (!looked) return;
      this.set({ state: 'ready' }, looked.depth.ready);
      this.set({ state: 'running' }, looked.depth.running);
      this.set({ state: 'dead' }, looked.depth.dead);
    },
  });
}
