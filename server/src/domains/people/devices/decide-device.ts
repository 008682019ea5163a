import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import type { Person, Scope } from '../../access/accounts/index.ts';
import { claimSandboxOf } from '../../sandbox/index.ts';
import { scopeNotRequested } from './failures.ts';
import { normalizeUserCode } from './model.ts';
import { type DeviceRow, findByUserCode, writeClaimed, writeDecision } from './sql.ts';

export interface DeviceAnswer {
  userCode: string;
  isGranted: boolean;
  /** The scopes the person grants. Null: all requested scopes. */
  scopes: Scope[] | null;
}

export interface DeviceDecision {
  row: DeviceRow;
  status: 'approved' | 'denied';
  /** The account of the sandbox that was claimed along the way. */
  claimedAccountId: string | null;
}

/**
 * Approves or denies a program's request for a key. Approving also claims the sandbox that asked. Repeating the
 * decision changes nothing.
 */
export async function decideDevice(
  { db, clock }: { db: Db; clock: Clock },
  { id: personId, accountId, email }: Pick<Person, 'id' | 'accountId' | 'email'>,
  { userCode, isGranted, scopes }: DeviceAnswer,
): Promise<DeviceDecision> {
  const status = isGranted ? 'approved' : 'denied';
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const row = await findByUserCode(tx, normalizeUserCode(userCode));
    if (!row) throw notFound();
    const given = scopes ?? row.scopes;
    const extra = given.find((scope) => !row.scopes.includes(scope));
    if (row.status === 'pending' && extra !== undefined) throw scopeNotRequested();
    if (!(await writeDecision(tx, row.id, { status, accountId, personId, scopes: given, now }))) {
      const isSame = row.status === status && row.account_id === accountId;
      if (!isSame) throw notFound();
      return { row, status, claimedAccountId: null };
    }
    const from = isGranted ? row.sandbox_account_id : null;
    const claim =
      from === null || from === accountId ? null : await claimSandboxOf(tx, from, { accountId, email }, now);
    if (claim) await writeClaimed(tx, row.id);
    return { row, status, claimedAccountId: claim && from };
  });
}
