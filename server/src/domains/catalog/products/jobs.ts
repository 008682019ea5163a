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

/** Fetches a product in the background, deduplicated. */
export function fetchJob(key: ProductKey, wanted: FreshnessLimit): NewJob {
  return {
    kind: 'products.fetch',
    payload: { key: { ...key }, asked_at: wanted.askedAt.toISOString(), not_before: wanted.notBefore.toISOString() },
    dedupeKey: nameOf(key),
  };
}

/** Doesn't retry an unreachable store: the failure is recorded, and the next call starts again. */
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
