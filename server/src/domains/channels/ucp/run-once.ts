import { createHash } from 'node:crypto';
import { fieldsOf } from '../../../kit/fields.ts';
import {
  agentsAccountId,
  findStoredAnswer,
  type IdempotentRequest,
  idempotentRequestFrom,
  replayAnswer,
  runIdempotent,
} from '../../access/accounts/index.ts';
import type { Buyer } from './checkout.ts';
import type { CheckoutNeeds } from './checkouts.ts';

type Json = Record<string, unknown>;

/** A request with an Idempotency-Key. */
export interface Repeatable {
  operation: string;
  id: string;
  key: string | undefined;
  body: unknown;
}

/** Idempotency keys are per buyer: by key, or by the agent's profile. */
function idempotentRequestOf(buyer: Buyer, { operation, id, key, body }: Repeatable): IdempotentRequest {
  const isKey = buyer.kind === 'key';
  const caller = isKey ? buyer.caller : { accountId: agentsAccountId, world: 'test' as const };
  const whose = isKey ? '' : ` of ${createHash('sha256').update(buyer.agent).digest('hex')}`;
  return idempotentRequestFrom({ caller, operation: `UCP ${operation} ${id}${whose}`, header: key, body: { body } });
}

/**
 * Returns the first response for a repeated request, and a conflict if the request differs. No lock is held while a
 * store is asked: two concurrent requests may open two checkouts, and the first counts.
 */
export async function runOnce(
  { database, clock }: Pick<CheckoutNeeds, 'database' | 'clock'>,
  buyer: Buyer,
  request: Repeatable,
  work: () => Promise<Json>,
): Promise<{ data: Json; isReplay: boolean }> {
  const once = idempotentRequestOf(buyer, request);
  if (once.key === null) return { data: await work(), isReplay: false };
  const { db } = database;
  const known = await findStoredAnswer(db, { ...once, key: once.key });
  if (known) return { data: fieldsOf(JSON.parse(replayAnswer(once, known).text)), isReplay: true };
  const made = await work();
  const answer = await runIdempotent({ db, clock }, once, async () => ({
    status: 200,
    text: JSON.stringify(made),
    resource: 'checkout',
    resourceId: String(made.id),
  }));
  return { data: fieldsOf(JSON.parse(answer.text)), isReplay: answer.isReplay };
}
