import type { JobKind, NewJob } from '../../platform/queue/index.ts';
import { freshAnswer, type ProductNeeds } from './answer.ts';
import { nameOf, type ProductKey, type Wanted } from './model.ts';

interface FetchPayload {
  key: ProductKey;
  asked_at: string;
  not_before: string;
}

const fetchKind = 'products.fetch';

/** The background fetch of one product. Asked for twice while it waits, it is still one job. */
export function fetchJob(key: ProductKey, wanted: Wanted): NewJob {
  return {
    kind: fetchKind,
    payload: { key: { ...key }, asked_at: wanted.askedAt.toISOString(), not_before: wanted.notBefore.toISOString() },
    dedupeKey: nameOf(key),
  };
}

/**
 * A store that cannot be reached does not have the job tried again: the failure is on record for whoever asked, and a
 * later call begins anew.
 */
export function productJobs(needs: ProductNeeds): Record<string, JobKind> {
  return {
    [fetchKind]: {
      async run(job) {
        const { key, asked_at, not_before } = job.payload as FetchPayload;
        await freshAnswer(needs, key, { askedAt: new Date(asked_at), notBefore: new Date(not_before) });
      },
    },
  };
}
