import type { Clock } from '../../kit/clock.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/index.ts';
import {
  hasActiveKey,
  listKeys,
  moveKeysToAccount,
  moveStoredAnswersToAccount,
  moveTestClocksToAccount,
} from '../access/accounts/index.ts';
import { moveRequestsToAccount, moveUsageToAccount } from '../access/activity/index.ts';
import { lockDecisions, movePoliciesToAccount } from '../access/policies/index.ts';
import { moveRetailerAccountsToAccount } from '../catalog/retailer-accounts/index.ts';
import { moveWebhooksToAccount } from '../channels/webhooks/index.ts';
import { moveReturnsToAccount } from '../delivery/returns/index.ts';
import { moveCardPaymentsToAccount, moveCardsToAccount, moveTopUpsToAccount } from '../money/top-ups/index.ts';
import { findWallet, mergeWallet } from '../money/wallet/index.ts';
import { moveBatchesToAccount } from '../orders/bulk/index.ts';
import { listOrderIds, moveOrdersToAccount } from '../orders/orders/index.ts';
import { nothingToClaim } from './failures.ts';
import { hashClaimToken } from './mint-key.ts';
import { claimSandboxByAccount, claimSandboxByToken, findUnclaimed, insertClaim } from './sql.ts';

export interface Claimer {
  accountId: string;
  email: string;
}

export interface Claim {
  /** The sandbox's former account. */
  sandboxAccountId: string;
  ordersMoved: number;
  keysMoved: number;
}

/** Moves the sandbox's money, orders, keys and webhooks to the claimer's account in one transaction. The keys keep working. */
export async function claimSandbox(needs: { db: Db; clock: Clock }, token: string, claimer: Claimer): Promise<Claim> {
  return inTransaction(needs.db, async (tx) => {
    const now = needs.clock.now();
    const from = await claimSandboxByToken(tx, hashClaimToken(token), now);
    if (from === null || !(await hasActiveKey(tx, from, now))) throw nothingToClaim();
    return moveSandbox(tx, from, claimer, now);
  });
}

/** The same for a sandbox named by its own key, in the caller's transaction; null if it was already claimed. */
export async function claimSandboxOf(tx: Tx, accountId: string, claimer: Claimer, now: Date): Promise<Claim | null> {
  return (await claimSandboxByAccount(tx, accountId, now)) ? moveSandbox(tx, accountId, claimer, now) : null;
}

async function moveSandbox(tx: Tx, from: string, claimer: Claimer, now: Date): Promise<Claim> {
  const to = claimer.accountId;
  await lockDecisions(tx, [from, to]);
  // Keys first: orders without a hold meet the claim here, and earlier ones move with the rest.
  const keysMoved = await moveKeysToAccount(tx, from, to);
  // Batches before orders: this waits for a job that is creating orders, and they move with the rest.
  await moveBatchesToAccount(tx, from, to, 'test');
  // Orders before the wallet, in the order in which the end of an order locks them. Then again: an order that was being accepted
  // had the wallet's lock and exists now. A payment that is being confirmed has its top-up's lock, and its money is on the wallet
  // that moves next.
  await moveTopUpsToAccount(tx, from, to, 'test');
  await moveCardsToAccount(tx, from, to);
  const ordersFound = await moveOrdersToAccount(tx, from, to, 'test');
  await mergeWallet(tx, from, to, 'test');
  // A batch that was being placed had that lock too, and its orders have moved some of its money.
  if ((await moveBatchesToAccount(tx, from, to, 'test')) > 0) await mergeWallet(tx, from, to, 'test');
  const ordersMoved = ordersFound + (await moveOrdersToAccount(tx, from, to, 'test'));
  await moveCardPaymentsToAccount(tx, from, to);
  // After the orders: a return that is being requested has its order's lock, and moves with the rest.
  await moveReturnsToAccount(tx, from, to, 'test');
  // Last, so that everything done in the meantime is stored and not done again.
  await moveStoredAnswersToAccount(tx, from, to);
  await moveTestClocksToAccount(tx, from, to);
  await moveRetailerAccountsToAccount(tx, from, to);
  await movePoliciesToAccount(tx, from, to);
  await moveUsageToAccount(tx, from, to);
  await moveRequestsToAccount(tx, from, to);
  await moveWebhooksToAccount(tx, from, to, 'test', now);
  await insertClaim(tx, {
    sandboxAccountId: from,
    accountId: to,
    email: claimer.email,
    orders: ordersMoved,
    keys: keysMoved,
    now,
  });
  return { sandboxAccountId: from, ordersMoved, keysMoved };
}

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
