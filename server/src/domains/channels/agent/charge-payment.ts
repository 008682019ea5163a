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
import { proofContext } from './sealed-columns.ts';
import { findByChallenge, insertOrderPayment, movePayment, type Paid, recordChargeCheck } from './sql.ts';

export interface ChargeNeeds {
  database: Database;
  clock: Clock;
  vault: Vault;
  agentsPolicy: AgentsPolicy;
  /** What derived ids are made with. */
  idSecret(): Promise<Buffer>;
  logger: { error(details: object, message: string): void };
}

/** After this a charge that was claimed and not finished goes back; longer than any charge may take. */
const abandonAfterMs = 2 * minuteMs;
export const abandonKind = 'agent.abandon';

/**
 * The id of the payment that answers a challenge. The provider's idempotency key is made of it, so a database that has lost the
 * payment charges nothing when the same credential comes again.
 */
export const paymentIdOf = (secret: Buffer, { challengeId }: Payer): string =>
  derivedId(secret, ['agent payment', challengeId]);

/** A payment and the account whose wallet it fills. */
export interface PaymentPlan {
  payer: Payer;
  charge: Charge;
  accountId: string;
  /** Null when no order is paid for. */
  orderId: string | null;
  /** What the policy for orders without an account decides on. */
  proposed: Awaited<ReturnType<AgentsPolicy['propose']>>;
}

/** `open`: go on. `used`: another request used the challenge. Else why nothing may be bought, and nothing was. */
type ClaimResult = 'open' | 'used' | Failure;

/** Makes what is paid for, in the transaction that has the payment on the books. */
type FinishPayment = (tx: Tx, paid: Paid) => Promise<PaidAnswer>;

/**
 * Takes the payment and makes what it pays for. A method of our own books does both in one transaction. One that charges
 * outside goes claim (committed) → charge → finish: whatever dies in between leaves a claim, and a job gives it back.
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
    // The retailer was switched off while the payment was under way: what was taken goes back, and the payer must not pay again.
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
 * Uses the challenge up and takes room in the policy's windows, before anything is charged. With null the charge is still to come.
 * What the policy denies leaves its decision and nothing else: the challenge is as good as before.
 */
async function claimPayment(needs: ChargeNeeds, tx: Tx, plan: PaymentPlan, paid: Paid | null): Promise<ClaimResult> {
  const { payer, charge, accountId, orderId, proposed } = plan;
  const now = needs.clock.now();
  if (proposed) {
    // Another request with this payment is waited for here, and is not asked about twice.
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
  // What was decided a moment ago was about an order that another request has made: that goes back with it.
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
    // Stays claimed: the job that was enqueued with the claim finds out, and gives back what was taken.
    needs.logger.error({ err: error, payment: charge.paymentId }, 'charge outcome unknown');
    throw paymentOutcomeUnknown();
  });
  if (settlement.kind === 'processing') {
    // Stays claimed, with its name: the same job reads it until it is final.
    await recordChargeCheck(needs.database.db, charge.paymentId, { ...settlement, at: needs.clock.now() });
  } else if (settlement.kind !== 'settled') {
    await movePayment(needs.database.db, charge.paymentId, { from: 'claimed', to: 'declined' });
  }
  return referenceOf(settlement);
}

/** A database that was restored may have lost the charge: the provider is asked for it first. */
async function settleOrFind(
  { database }: ChargeNeeds,
  { method, issuedAt }: Payer,
  charge: Charge,
): Promise<Settlement> {
  if (!(await isRestoreRecent(database.db))) return method.settle(charge);
  const { paymentId } = charge;
  return (await method.find({ paymentId, reference: null, claimedAt: issuedAt })) ?? method.settle(charge);
}
