import { assertDefined } from '../../kit/assert-defined.ts';
import type { Clock } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import type { Tx } from '../../platform/database/index.ts';
import { ensureWebKeys, insertMember, upsertAccountByEmail } from '../access/accounts/index.ts';
import { fundSandbox } from '../money/wallet/index.ts';
import { findPersonByEmail, insertPerson } from './sql.ts';

/**
 * The person with a verified address. On first use, creates them with their own account, its web keys and sandbox
 * funds. Never returns an account that its founder left: that one carries another owner's address.
 */
export async function ensurePerson(needs: { tx: Tx; clock: Clock }, email: string): Promise<string> {
  const { tx, clock } = needs;
  const now = clock.now();
  const accountId = await upsertAccountByEmail(tx, newId(), email, now);
  await insertPerson(tx, accountId, email, now);
  const personId = assertDefined(await findPersonByEmail(tx, email));
  await insertMember(tx, { accountId, personId, role: 'owner', now });
  await ensureWebKeys(tx, accountId, now);
  await fundSandbox({ tx, clock }, accountId);
  return personId;
}
