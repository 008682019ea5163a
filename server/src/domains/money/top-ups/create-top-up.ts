import { minuteMs, plusMs } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import type { World } from '../../../kit/world.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { isProviderRefusal } from './checkout.ts';
import { providerUnavailable, topUpUnavailable } from './failures.ts';
import { payWithinMs } from './model.ts';
import { followKind, type SettleNeeds } from './settle-top-up.ts';
import { findTopUp, insertTopUp, moveTopUp, saveSession } from './sql.ts';

export interface TopUpRequest {
  accountId: string;
  world: World;
  /** In the minor unit of the currency. */
  cents: number;
  currency: string;
  returnUrl: string | null;
}

export interface CreateNeeds extends SettleNeeds {
  publicUrl: string;
  /** Why live money cannot come in; null if it can. */
  whyUnavailable: string | null;
  logger: { error(details: object, message: string): void };
}

/** Writes the row and its job before Stripe is asked for anything. */
export async function insertRequestedTopUp(needs: CreateNeeds, tx: Tx, wanted: TopUpRequest): Promise<string> {
  if (wanted.world === 'live' && needs.whyUnavailable !== null) throw topUpUnavailable(needs.whyUnavailable);
  const id = newId();
  const now = needs.clock.now();
  const isPlayMoney = wanted.world === 'test';
  await insertTopUp(tx, {
    id,
    ...wanted,
    provider: isPlayMoney ? 'sandbox' : 'stripe',
    payUrl: isPlayMoney ? `${needs.publicUrl}/top-ups/${id}` : null,
    now,
    expiresAt: plusMs(now, payWithinMs),
  });
  await enqueue(tx, { kind: followKind, payload: { topUpId: id }, runAt: plusMs(now, minuteMs), dedupeKey: id });
  return id;
}

/** Opens the provider's payment page, if it is not open yet. */
export async function openPaymentPage(needs: CreateNeeds, id: string): Promise<void> {
  const { db } = needs.database;
  const topUp = await findTopUp(db, id);
  if (!needs.checkout || topUp?.provider !== 'stripe' || topUp.session_id !== null) return;
  const session = await needs.checkout.open(topUp).catch(async (error: unknown) => {
    needs.logger.error({ err: error, topUp: id }, 'could not open a payment page');
    if (isProviderRefusal(error)) await moveTopUp(db, id, { to: 'failed' });
    throw providerUnavailable();
  });
  await saveSession(db, id, session);
}
