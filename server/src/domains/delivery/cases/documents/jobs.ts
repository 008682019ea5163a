import type { Registry } from '../../../../connectors/registry.ts';
import { hourMs, minuteMs, plusMs } from '../../../../kit/clock.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { enqueue, type JobHandlers } from '../../../../platform/queue/index.ts';
import type { FullOrder } from '../../../orders/orders/index.ts';
import { documentsFor, type FetchNeeds, type FetchProgress, fetchDocuments } from './fetch-documents.ts';

declare module '../../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'documents.fetch': FetchProgress;
  }
}

/** Asks the store for the documents of an order from now on. Asking twice is asking once. */
export async function queueDocuments(db: Db, registry: Registry, order: FullOrder, now: Date): Promise<void> {
  if (!documentsFor(registry, order)) return;
  const payload = { orderId: order.id };
  await enqueue(db, { kind: 'documents.fetch', payload, runAt: now, dedupeKey: `documents ${order.id}` });
}

export function documentJobs(needs: FetchNeeds): Pick<JobHandlers, 'documents.fetch'> {
  return {
    'documents.fetch': {
      concurrency: 5,
      leaseMs: 5 * minuteMs,
      maxAttempts: 1000,
      backoffMs: (attempt) => Math.min(minuteMs * 2 ** Math.min(attempt, 9), 6 * hourMs),
      async run(job, control) {
        const next = await fetchDocuments(needs, job.payload, control.signal);
        if (next === null) return;
        await control.rescheduleAt(needs.database.db, plusMs(needs.clock.now(), next.afterMs), next.progress);
      },
    },
  };
}
