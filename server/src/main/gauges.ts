import { Gauge, type Registry } from 'prom-client';
import { countDoubts } from '../domains/placement/index.ts';
import type { Database } from '../platform/database/index.ts';
import { queueDepth } from '../platform/queue/index.ts';

/** What an operator wants an alarm for. Looked up when it is scraped; a database that is gone leaves the last values. */
export function registerGauges(registry: Registry, database: Database): void {
  const registers = [registry];
  const oldest = new Gauge({
    name: 'errand_oldest_ready_job_seconds',
    help: 'How long the oldest job that is due has waited.',
    registers,
  });
  const doubts = new Gauge({
    name: 'errand_orders_needing_review',
    help: 'Orders whose outcome nobody could find out; they wait for the operator.',
    registers,
  });
  new Gauge({
    name: 'errand_jobs',
    help: 'Jobs in the queue, by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      const depth = await queueDepth(database.db).catch(() => null);
      if (!depth) return;
      this.set({ state: 'ready' }, depth.ready);
      this.set({ state: 'running' }, depth.running);
      this.set({ state: 'dead' }, depth.dead);
      oldest.set((depth.oldestReadyMs ?? 0) / 1000);
      doubts.set(await countDoubts(database.db).catch(() => 0));
    },
  });
}
