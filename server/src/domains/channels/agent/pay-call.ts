import type { Clock } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { receiptFor } from './credential.ts';
import { hashSecret } from './credit.ts';
import { paymentDeclined, paymentInProgress, usedChallenge } from './failures.ts';
import { prepaidName } from './methods/prepaid.ts';
import { callPrice } from './model.ts';
import { findFirstAnswer, type PaidAnswer, type Payer } from './paid-answer.ts';
import { insertPaidCall } from './sql.ts';
import { insertPrepaidCall } from './sql-credit.ts';

interface Needs {
  database: Database;
  clock: Clock;
  vault: Vault;
}

/**
 * A data call. The result is fetched first and returned only once the payment is recorded, so a failure costs
 * nothing. A credential is recorded once, however often it is used.
 */
export async function payCall(needs: Needs, payer: Payer, look: () => Promise<unknown>): Promise<PaidAnswer> {
  const { method, proof, challengeId, idempotencyKey } = payer;
  const id = newId();
  const settlement = await method.settle({ paymentId: id, amount: callPrice, proof });
  if (settlement.kind === 'processing') throw paymentInProgress();
  if (settlement.kind !== 'settled') throw paymentDeclined(settlement.reason);
  const text = JSON.stringify(await look());
  const now = needs.clock.now();
  const { reference } = settlement;
  const call = {
    id,
    challengeId,
    method: method.name,
    world: method.world,
    cents: callPrice,
    reference,
    idempotencyKey,
    answer: idempotencyKey === null ? null : text,
    now,
  };
  const outcome =
    method.name === prepaidName
      ? await insertPrepaidCall(needs.database, { ...call, secretHash: hashSecret(proof) })
      : await insertPaidCall(needs.database, call);
  if (outcome === 'paid') {
    const receipt = receiptFor({ method: method.name, reference, settledAt: now });
    return { status: 200, text, receipt, orderKey: null, isReplay: false };
  }
  const first = await findFirstAnswer({ db: needs.database.db, vault: needs.vault }, payer);
  if (first) return first;
  throw outcome === 'empty' ? paymentDeclined('the credit is used up') : usedChallenge();
}
