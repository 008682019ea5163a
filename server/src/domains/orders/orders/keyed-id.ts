import { derivedId } from '../../../kit/ids.ts';
import { isUniqueViolation } from '../../../platform/database/index.ts';
import type { IdempotentRequest } from '../../access/accounts/index.ts';

/** The id of an order that came with an idempotency key. */
export const keyedOrderId = (secret: Buffer, { accountId, world, operation, key }: IdempotentRequest): string =>
  derivedId(secret, [accountId, world, operation, key, 0]);

/** The id of the order that a quote leads to. `index` counts the orders of the same quote before it. */
export const quotedOrderId = (
  secret: Buffer,
  { accountId, world }: IdempotentRequest,
  quoteId: string,
  index: number,
): string => derivedId(secret, ['quote', accountId, world, quoteId.toLowerCase(), index]);

/**
 * An order with this id, or under this key, exists: another request was quicker, or an earlier try was committed although its answer was
 * lost. The statement writes many tables at once, and any of their unique indexes may notice first.
 */
export const isOrderIdTaken = (error: unknown): boolean => isUniqueViolation(error);
