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

/** A request that may come again, as its Idempotency-Key says. */
export interface Repeatable {
  operation: string;
  id: string;
  key: string | undefined;
  body: unknown;
}

/** Keys are remembered for each buyer: an agent without a key by its profile. */
function idempotentRequestOf(buyer: Buyer, { operation, id, key, body }: Repeatable): IdempotentRequest {
  const isKey = buyer.kind === 'key';
  const caller = isKey ? buyer.caller : { accountId: agentsAccountId, world: 'test' as const };
  const whose = isKey ? '' : ` of ${createHash('sha256').update(buyer.agent).digest('hex')}`;
  return idempotentRequestFrom({ caller, operation: `UCP ${operation} ${id}${whose}`, header: key, body: { body } });
}

/**
 * The first answer again where the same request comes again, and a conflict where another one comes with its key. A
 * store is not asked with a lock held: two at once may open two checkouts, of which the first counts.
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
