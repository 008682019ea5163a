import type { Clock } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import type { Tx } from '../../platform/database/index.ts';
import { ensureWebKeys, upsertAccountByEmail } from '../accounts/index.ts';
import { fundSandbox } from '../wallet/index.ts';
import { insertPerson } from './store.ts';

/** The person behind an address that was proven, with an account, its web keys and play money; each is made once. */
export async function ensurePerson(needs: { tx: Tx; clock: Clock }, email: string): Promise<void> {
  const { tx, clock } = needs;
  const now = clock.now();
  const accountId = await upsertAccountByEmail(tx, newId(), email, now);
  await insertPerson(tx, accountId, email, now);
  await ensureWebKeys(tx, accountId, now);
  await fundSandbox({ tx, clock }, accountId);
}
