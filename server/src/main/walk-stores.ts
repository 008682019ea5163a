import {
  beginWalk,
  endWalk,
  findingsOf,
  hasWalkedSince,
  type LiveStores,
  listStores,
  listWalks,
  walkStore,
} from '../domains/catalog/stores/index.ts';
import { type Clock, dayMs, hourMs, minuteMs, plusMs } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/index.ts';
import type { Logger } from '../platform/logger.ts';
import { composeMail, type Mailer } from '../platform/mailer/index.ts';
import { enqueue, type JobHandlers } from '../platform/queue/index.ts';

declare module '../platform/queue/kinds.ts' {
  interface JobPayloads {
    'stores.walk': Record<string, never>;
  }
}

interface Needs {
  database: Database;
  clock: Clock;
  logger: Logger;
  mailer: Mailer;
  config: Pick<Config, 'operatorEmails' | 'publicUrl' | 'plugins'>;
  stores: LiveStores;
  leaseServiceAccount: Parameters<typeof walkStore>[0]['leaseServiceAccount'];
}

const kind = 'stores.walk';
/** 03:00 UTC. */
const nightMs = 3 * hourMs;
/** When to retry a store whose account is in use, or whose check was interrupted. */
const retryMs = 15 * minuteMs;

/** When the current night began. */
function lastNight(now: Date): Date {
  const days = Math.floor((now.getTime() - nightMs) / dayMs);
  return new Date(days * dayMs + nightMs);
}

export const startNightlyWalks = ({ database, clock }: Pick<Needs, 'database' | 'clock'>): Promise<unknown> =>
  enqueue(database.db, { kind, payload: {}, runAt: plusMs(lastNight(clock.now()), dayMs), dedupeKey: kind });

/**
 * Checks each browser store every night, up to the last page before the purchase, so page changes are found before they
 * break an order.
 */
export function walkJobs(needs: Needs): Pick<JobHandlers, typeof kind> {
  return {
    [kind]: {
      concurrency: 1,
      maxAttempts: 1_000_000,
      leaseMs: 10 * minuteMs,
      async run(_job, control) {
        const { database, clock, config } = needs;
        const night = lastNight(clock.now());
        let isComplete = true;
        for (const row of config.plugins.includes('browser') ? await listStores(database.db) : []) {
          const isDue = row.kind === 'browser' && row.is_enabled && row.config.mode !== 'catalogue';
          if (!isDue || (await hasWalkedSince(database.db, row.name, night))) continue;
          isComplete = (await walkOnce(needs, row)) && isComplete;
        }
        const next = isComplete ? plusMs(night, dayMs) : plusMs(clock.now(), retryMs);
        await control.rescheduleAt(database.db, next);
      },
    },
  };
}

/** False: the store cannot be checked now. */
async function walkOnce(needs: Needs, row: Parameters<typeof walkStore>[1]): Promise<boolean> {
  const { database, clock, logger } = needs;
  const id = newId();
  const [before] = await listWalks(database.db, row.name, 1);
  await beginWalk(database.db, { id, store: row.name }, clock.now());
  try {
    const steps = await walkStore(needs, row, {}, id);
    const failures = steps.flatMap(({ step, status, message }) => (status === 'failed' ? [`${step}: ${message}`] : []));
    await endWalk(database.db, id, failures, clock.now());
  } catch (error) {
    logger.info({ store: row.name, err: error }, 'nightly check postponed');
    return false;
  }
  const [walk] = await listWalks(database.db, row.name, 1);
  const known = new Set(before ? findingsOf(before) : []);
  const fresh = walk ? findingsOf(walk).filter((finding) => !known.has(finding)) : [];
  if (fresh.length > 0) await notifyDrift(needs, row.name, fresh);
  return true;
}

async function notifyDrift({ config, mailer, logger }: Needs, store: string, findings: string[]): Promise<void> {
  logger.warn({ store, findings }, 'store pages no longer match the recipe');
  const id = newId();
  for (const [index, to] of config.operatorEmails.entries()) {
    const mail = {
      to,
      messageId: `store-drift-${id}-${index}`,
      ...composeMail({
        subject: `Store pages changed: ${store}`,
        intro: [`The nightly check of ${store} found that its pages no longer match the recipe. Nothing was bought.`],
        button: { label: 'View store', url: `${config.publicUrl}/app/operator/stores/${encodeURIComponent(store)}` },
        details: findings.slice(0, 50),
        notes: ['Update the recipe before orders fail: npm run recipe -- repair'],
      }),
    };
    await mailer.send(mail).catch((error: unknown) => logger.warn({ err: error }, 'operator email failed'));
  }
}
