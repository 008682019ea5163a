import type { JobHandlers, NewJob } from '../../../platform/queue/index.ts';
import { type ProductNeeds, readFreshAnswer } from './answer.ts';
import { type FreshnessLimit, nameOf, type ProductKey } from './model.ts';

declare module '../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'products.fetch': FetchPayload;
  }
}

interface FetchPayload {
  key: ProductKey;
  asked_at: string;
  not_before: string;
}

/** The background fetch of one product. Asked for twice while it waits, it is still one job. */
export function fetchJob(key: ProductKey, wanted: FreshnessLimit): NewJob {
  return {
    kind: 'products.fetch',
    payload: { key: { ...key }, asked_at: wanted.askedAt.toISOString(), not_before: wanted.notBefore.toISOString() },
    dedupeKey: nameOf(key),
  };
}

/**
 * A store that cannot be reached does not have the job tried again: the failure is on record for the client that asked, and a
 * later call begins anew.
 */
export function productJobs(needs: ProductNeeds): Pick<JobHandlers, 'products.fetch'> {
  return {
    'products.fetch': {
      async run(job) {
        const { key, asked_at, not_before } = job.payload;
        await readFreshAnswer(needs, key, { askedAt: new Date(asked_at), notBefore: new Date(not_before) });
      },
    },
  };
}
