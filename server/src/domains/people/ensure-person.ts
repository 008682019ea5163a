import { assertDefined } from '../../kit/assert-defined.ts';
import type { Clock } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import type { Tx } from '../../platform/database/index.ts';
import { ensureWebKeys, insertMember, upsertAccountByEmail } from '../access/accounts/index.ts';
import { fundSandbox } from '../money/wallet/index.ts';
import { findPersonByEmail, insertPerson } from './sql.ts';

/**
 * The person behind an address that was proven, with an account of their own, its web keys and play money; each is made once.
 * The account of an address is never one that its founder left: that carries the address of another owner.
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
