import type { Clock } from '../../kit/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { hasActiveKey, listKeys } from '../access/accounts/index.ts';
import { findWallet } from '../money/wallet/index.ts';
import { listOrderIds } from '../orders/orders/index.ts';
import { nothingToClaim } from './failures.ts';
import { hashClaimToken } from './mint-key.ts';
import { findUnclaimed } from './sql.ts';

/** What a claim link moves, as counts only, since anybody may have the link. */
export async function previewClaim({ db, clock }: { db: Db; clock: Clock }, token: string) {
  const sandbox = await findUnclaimed(db, hashClaimToken(token));
  if (!sandbox || !(await hasActiveKey(db, sandbox.account_id, clock.now()))) throw nothingToClaim();
  const accountId = sandbox.account_id;
  const onlyCount = { limit: 1, offset: 0 };
  const orders = await listOrderIds(db, { accountId, world: 'test' }, onlyCount);
  const keys = await listKeys(db, accountId, onlyCount);
  const wallet = await findWallet(db, accountId, 'test');
  return {
    orders: orders.total,
    keys: keys.total,
    balanceCents: wallet.available_cents + wallet.held_cents,
    createdAt: sandbox.created_at,
  };
}
