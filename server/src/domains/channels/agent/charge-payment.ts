import { type Clock, minuteMs, plusMs } from '../../../kit/clock.ts';
import { Failure } from '../../../kit/failure.ts';
import { derivedId } from '../../../kit/ids.ts';
import { type Database, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { insertAccount } from '../../access/accounts/index.ts';
import { type AgentsPolicy, isRestoreRecent } from '../../orders/orders/index.ts';
import {
  actionRequired,
  orderNotCreated,
  paymentAbandoned,
  paymentDeclined,
  paymentInProgress,
  paymentOutcomeUnknown,
  usedChallenge,
} from './failures.ts';
import type { Charge, Settlement } from './methods/method.ts';
import { findFirstAnswer, type PaidAnswer, type Payer } from './paid-answer.ts';
import { proofContext } from './secret.ts';
import { findByChallenge, insertOrderPayment, movePayment, type Paid, recordChargeCheck } from './sql.ts';

export interface ChargeNeeds {
  database: Database;
  clock: Clock;
  vault: Vault;
  agentsPolicy: AgentsPolicy;
  idSecret(): Promise<Buffer>;
  logger: { error(details: object, message: string): void };
}

/** Longer than any charge can take. After this, an unfinished charge is refunded. */
const abandonAfterMs = 2 * minuteMs;
export const abandonKind = 'agent.abandon';

/**
 * The id of the payment for a challenge. The provider's idempotency key is derived from it, so a restored database
 * that lost the payment does not charge the same credential again.
 */
export const paymentIdOf = (secret: Buffer, { challengeId }: Payer): string =>
  derivedId(secret, ['agent payment', challengeId]);

/** A payment, and the account whose wallet it funds. */
export interface PaymentPlan {
  payer: Payer;
  charge: Charge;
  accountId: string;
  /** Null if it does not pay for an order. */
  orderId: string | null;
  /** Input of the policy for orders without an account. */
  proposed: Awaited<ReturnType<AgentsPolicy['propose']>>;
}

/**
 * `open`: continue. `used`: another request used the challenge. Otherwise, why the purchase is denied; nothing was
 * written.
 */
type ClaimResult = 'open' | 'used' | Failure;

/** Creates what is paid for, in the transaction that records the payment. */
type FinishPayment = (tx: Tx, paid: Paid) => Promise<PaidAnswer>;

/**
 * Takes the payment and creates what it pays for. A method on our own ledger does both in one transaction. An
 * external charge is claimed (committed), charged, then finished. After a crash in between, a job refunds the claim.
 */
export async function chargePayment(needs: ChargeNeeds, plan: PaymentPlan, finish: FinishPayment): Promise<PaidAnswer> {
  const { payer, charge, proposed } = plan;
  const { db } = needs.database;
  const opened = <T>(work: (tx: Tx) => Promise<T>) =>
    needs.agentsPolicy.inTurn(proposed, () => inTransaction(db, work));
  if (payer.method.isLocal) {
    const paid = { reference: referenceOf(await payer.method.settle(charge)), at: needs.clock.now() };
    const made = await opened(async (tx) => {
      const opening = await claimPayment(needs, tx, plan, paid);
      return opening === 'open' ? finish(tx, paid) : opening;
    });
    return made === 'used' || made instanceof Failure ? answerUnclaimed(needs, payer, made) : made;
  }
  const opening = await opened((tx) => claimPayment(needs, tx, plan, null));
  if (opening !== 'open') return answerUnclaimed(needs, payer, opening);
  const paid = { reference: await chargeExternally(needs, plan), at: needs.clock.now() };
  return inTransaction(db, async (tx) => {
    const isOurs = await movePayment(tx, charge.paymentId, { from: 'claimed', to: 'settled', paid });
    if (!isOurs) throw paymentAbandoned();
    return finish(tx, paid);
  }).catch((error: unknown) => {
    // The retailer was switched off meanwhile: the charge is refunded, and the payer must not pay again.
    if (error instanceof Failure && error.status < 500) throw orderNotCreated(error.message);
    throw error;
  });
}

async function answerUnclaimed(needs: ChargeNeeds, payer: Payer, why: 'used' | Failure): Promise<PaidAnswer> {
  if (why instanceof Failure) throw why;
  const first = await findFirstAnswer({ db: needs.database.db, vault: needs.vault }, payer);
  if (!first) throw usedChallenge();
  return first;
}

function referenceOf(settlement: Settlement): string {
  switch (settlement.kind) {
    case 'settled':
      return settlement.reference;
    case 'declined':
      throw paymentDeclined(settlement.reason);
    case 'action_required':
      throw actionRequired(settlement.reason);
    case 'processing':
      throw paymentInProgress();
  }
}

/**
 * Uses the challenge and reserves room in the policy's windows, before anything is charged. Null: the charge follows.
 * A denied purchase writes only its decision, and the challenge stays valid.
 */
async function claimPayment(needs: ChargeNeeds, tx: Tx, plan: PaymentPlan, paid: Paid | null): Promise<ClaimResult> {
  const { payer, charge, accountId, orderId, proposed } = plan;
  const now = needs.clock.now();
  if (proposed) {
    // Waits here for another request with the same payment.
    await needs.agentsPolicy.lock(tx, payer.method.world);
    if (await findByChallenge(tx, payer.challengeId)) return 'used';
    const denied = await needs.agentsPolicy.decide(tx, payer.method.world, proposed);
    if (denied) return denied;
  }
  const isFirst = await insertOrderPayment(tx, {
    id: charge.paymentId,
    challengeId: payer.challengeId,
    method: payer.method.name,
    world: payer.method.world,
    cents: charge.amount,
    idempotencyKey: payer.idempotencyKey,
    proof: paid ? null : needs.vault.seal(charge.proof, proofContext(charge.paymentId)),
    paid,
    accountId,
    orderId,
    now,
  });
  // Another request created the order, so this decision is rolled back.
  if (!isFirst && proposed) throw usedChallenge();
  if (!isFirst) return 'used';
  await insertAccount(tx, accountId, null, now);
  if (!paid) {
    const payload = { paymentId: charge.paymentId };
    await enqueue(tx, { kind: abandonKind, payload, runAt: plusMs(now, abandonAfterMs), dedupeKey: charge.paymentId });
  }
  return 'open';
}

async function chargeExternally(needs: ChargeNeeds, { payer, charge }: PaymentPlan): Promise<string> {
  const settlement = await settleOrFind(needs, payer, charge).catch((error: unknown) => {
    // Stays claimed: the job of the claim checks the charge and refunds it.
    needs.logger.error({ err: error, payment: charge.paymentId }, 'charge outcome unknown');
    throw paymentOutcomeUnknown();
  });
  if (settlement.kind === 'processing') {
    // Stays claimed with its reference: the same job reads it until it is final.
    await recordChargeCheck(needs.database.db, charge.paymentId, { ...settlement, at: needs.clock.now() });
  } else if (settlement.kind !== 'settled') {
    await movePayment(needs.database.db, charge.paymentId, { from: 'claimed', to: 'declined' });
  }
  return referenceOf(settlement);
}

/** A restored database may have lost the charge, so the provider is asked first. */
async function settleOrFind(
  { database }: ChargeNeeds,
  { method, issuedAt }: Payer,
  charge: Charge,
): Promise<Settlement> {
  if (!(await isRestoreRecent(database.db))) return method.settle(charge);
  const { paymentId } = charge;
  return (await method.find({ paymentId, reference: null, claimedAt: issuedAt })) ?? method.settle(charge);
}
