import { sql } from 'kysely';
import type { Blobs } from '../../../platform/blobs/index.ts';
import type { Executor } from '../../../platform/database/index.ts';

/** Labels carry a name and an address: they go from the store of files too. */
export async function eraseReturnsOf(executor: Executor, blobs: Blobs, accountId: string): Promise<void> {
  const { rows } = await sql<{ blob: string }>`
    delete from return_labels using return_requests r
    where r.id = return_labels.return_id and r.account_id = ${accountId} returning blob`.execute(executor);
  for (const { blob } of rows) await blobs.delete(blob);
  await sql`
    update return_requests set notes = null, explanation = null, return_address = null, client_request = null,
      resolution_notes = null
    where account_id = ${accountId}`.execute(executor);
}
