import { assertDefined } from '../../../kit/assert-defined.ts';
import { fieldsOf } from '../../../kit/fields.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { requestStillRunning } from '../../access/accounts/index.ts';
import { receiptFor } from './credential.ts';
import { usedChallenge } from './failures.ts';
import type { PaymentMethod } from './methods/method.ts';
import { orderKeyContext } from './secret.ts';
import { findByChallenge, type PaymentRow } from './sql.ts';

/** A valid credential that was not used yet. */
export interface Payer {
  challengeId: string;
  issuedAt: Date;
  method: PaymentMethod;
  proof: string;
  idempotencyKey: string | null;
}

export interface PaidAnswer {
  status: number;
  /** The body as JSON text. */
  text: string;
  receipt: string;
  orderKey: string | null;
  isReplay: boolean;
}

/**
 * The response for a used credential: the first response if the Idempotency-Key is the same, otherwise a refusal.
 * Null if it is unused.
 */
export async function findFirstAnswer(
  { db, vault }: { db: Db; vault: Vault },
  payer: { challengeId: string; idempotencyKey: string | null },
): Promise<PaidAnswer | null> {
  const row = await findByChallenge(db, payer.challengeId);
  if (!row) return null;
  if (row.idempotency_key === null || row.idempotency_key !== payer.idempotencyKey) throw usedChallenge();
  if (row.status === 'claimed') throw requestStillRunning();
  if (row.status !== 'settled' || row.answer === null) throw usedChallenge();
  const secret = row.order_key && vault.open(row.order_key, orderKeyContext(row.id)).toString('utf8');
  const shared = { receipt: receiptOf(row), isReplay: true };
  if (row.order_id !== null) return { ...shared, status: 201, text: row.answer, orderKey: secret };
  if (secret === null) return { ...shared, status: 200, text: row.answer, orderKey: null };
  // The response of a credit contains its secret, which is stored encrypted.
  const text = JSON.stringify({ ...fieldsOf(JSON.parse(row.answer)), secret });
  return { ...shared, status: 201, text, orderKey: null };
}

export function receiptOf(row: Pick<PaymentRow, 'method' | 'reference' | 'settled_at'>): string {
  return receiptFor({
    method: row.method,
    reference: assertDefined(row.reference),
    settledAt: assertDefined(row.settled_at),
  });
}
