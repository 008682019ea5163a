import type { Registry } from '../../../connectors/registry.ts';
import { type Clock, dayMs, hourMs, minuteMs, plusMs } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import type { Db, Executor } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/logger.ts';
import { enqueue, type JobHandlers } from '../../../platform/queue/index.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { accountContext, openText, retiredContext } from './secrets.ts';
import type { AccountRow } from './sql.ts';
import { deleteRetiredLink, findRetiredLink, insertRetiredLink } from './sql-links.ts';

declare module '../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'managed-accounts.revoke-link': { id: string };
  }
}

const kind = 'managed-accounts.revoke-link';
const revokeForMs = 7 * dayMs;
const revokeTimeoutMs = 30_000;

/** Moves the link aside and schedules its revocation at the store, in the caller's transaction. */
export async function revokeLink({ tx, vault, clock }: RevokeLinkNeeds, account: AccountRow): Promise<void> {
  const { id, world, retailer, session_sealed: session, linked_at: linkedAt } = account;
  if (session === null || linkedAt === null || retailer === null) return;
  const link = await openText(vault, session, accountContext(id, 'session'));
  const retiredId = newId();
  const sealed = await vault.sealErasable(link, retiredContext(retiredId));
  await insertRetiredLink(tx, { id: retiredId, world, retailer, sealed, created_at: clock.now() });
  await enqueue(tx, { kind, payload: { id: retiredId } });
}

export interface RevokeLinkNeeds {
  tx: Executor;
  vault: Vault;
  clock: Clock;
}

export interface RevokeJobNeeds {
  db: Db;
  clock: Clock;
  vault: Vault;
  logger: Logger;
  registry: Registry;
}

export function revokeJobs(needs: RevokeJobNeeds): Pick<JobHandlers, typeof kind> {
  return {
    [kind]: {
      concurrency: 4,
      maxAttempts: 1_000_000,
      async run(job, control) {
        const row = await findRetiredLink(needs.db, job.payload.id);
        const linking = row && needs.registry.forRetailer(row.world, row.retailer)?.connector.linking;
        if (!row) return;
        const session = await openText(needs.vault, row.sealed, retiredContext(row.id));
        const call = { signal: AbortSignal.timeout(revokeTimeoutMs) };
        const told = linking ? await linking.revoke(session, call).catch(retryLater) : { kind: 'done' as const };
        const age = needs.clock.now().getTime() - row.created_at.getTime();
        if (told.kind === 'done' || age > revokeForMs) {
          if (told.kind === 'later')
            needs.logger.warn({ retailer: row.retailer }, 'could not revoke linked account at the store');
          return deleteRetiredLink(needs.db, row.id);
        }
        const waitMs = Math.min(Math.max(age, minuteMs), hourMs);
        await control.rescheduleAt(needs.db, plusMs(needs.clock.now(), waitMs));
      },
    },
  };
}

const retryLater = (error: unknown) => ({ kind: 'later' as const, message: String(error) });
