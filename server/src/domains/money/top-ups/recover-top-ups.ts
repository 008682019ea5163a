import { isCurrency } from '../../../kit/money.ts';
import type { World } from '../../../kit/world.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import type { Session } from './checkout.ts';
import { recordReversals } from './reversals.ts';
import { followKind, type SettleNeeds, settleTopUp } from './settle-top-up.ts';
import { findTopUp, insertLostTopUp, saveSession } from './sql.ts';
import { findByPayment } from './sql-reversals.ts';
import { insertStray } from './sql-strays.ts';

export const recoverKind = 'top-ups.recover';

/**
 * After a restore: lists our sessions at Stripe since before the backup, writes lost top-ups again, credits payments and takes off
 * refunds. Every step can be repeated.
 */
export async function recoverTopUps(needs: SettleNeeds, since: Date): Promise<void> {
  if (!needs.checkout) return;
  for await (const session of needs.checkout.sessionsSince(since)) await recoverSession(needs, session);
  for (const payment of await needs.checkout.reversedSince(since)) {
    const topUp = await findByPayment(needs.database.db, payment);
    if (topUp) await recordReversals(needs, topUp);
  }
}

/** Books a session, whether or not the database has its top-up. */
export async function recoverSession(needs: SettleNeeds, session: Session): Promise<void> {
  const { db } = needs.database;
  const known = await findTopUp(db, session.topUpId);
  if (known?.provider === 'sandbox') return;
  if (known) await saveSession(db, known.id, { sessionId: session.id, payUrl: session.payUrl });
  else if (!(await insertLostSession(needs, session))) return;
  const topUp = await settleTopUp(needs, session.topUpId);
  if (topUp) await recordReversals(needs, topUp);
}

const isWorld = (text: string | null): text is World => text === 'test' || text === 'live';

async function insertLostSession(needs: SettleNeeds, session: Session): Promise<boolean> {
  // Nothing was paid, and nothing will be.
  if (session.state === 'closed') return false;
  const { topUpId: id, accountId, world, cents, currency, returnUrl, payUrl, createdAt: now, expiresAt } = session;
  const isComplete = accountId !== null && isWorld(world) && cents > 0 && isCurrency(currency);
  const isWritten =
    isComplete &&
    (await inTransaction(needs.database.db, async (tx) => {
      const lost = { id, accountId, world, cents, currency, returnUrl, payUrl, now, expiresAt, sessionId: session.id };
      if (!(await insertLostTopUp(tx, lost))) return (await findTopUp(tx, id)) !== null;
      const follow = { kind: followKind, payload: { topUpId: id }, runAt: needs.clock.now(), dedupeKey: id } as const;
      await enqueue(tx, follow);
      return true;
    }));
  if (isWritten) return true;
  // An open session without an account becomes a stray payment once it is paid, when its event arrives.
  if (session.state === 'paid' && session.reference !== null) await recordStrayTopUp(needs, session, session.reference);
  return false;
}

async function recordStrayTopUp(needs: SettleNeeds, session: Session, reference: string): Promise<void> {
  const reversals = (await needs.checkout?.reversals(reference)) ?? [];
  const gone = reversals.filter(({ state }) => state !== 'returned').reduce((sum, { cents }) => sum + cents, 0);
  if (gone >= session.cents) return;
  const stray = {
    method: 'stripe',
    world: isWorld(session.world) ? session.world : ('live' as const),
    reference,
    namedId: session.topUpId,
    accountId: session.accountId,
    cents: session.cents - gone,
    currency: session.currency,
    reason: `Top-up ${session.topUpId} was paid, but its account is not in this database. Credit the payer or refund the payment in Stripe, then close this entry.`,
    paidAt: session.createdAt,
  };
  await insertStray(needs.database.db, stray, needs.clock.now());
}
