import { derivedId } from '../../../kit/ids.ts';
import { isUniqueViolation } from '../../../platform/database/index.ts';
import type { IdempotentRequest } from '../../access/accounts/index.ts';

/** ID of an order with an idempotency key. */
export const keyedOrderId = (secret: Buffer, { accountId, world, operation, key }: IdempotentRequest): string =>
  derivedId(secret, [accountId, world, operation, key, 0]);

/** ID of an order from a quote. `index` counts earlier orders of the same quote. */
export const quotedOrderId = (
  secret: Buffer,
  { accountId, world }: IdempotentRequest,
  quoteId: string,
  index: number,
): string => derivedId(secret, ['quote', accountId, world, quoteId.toLowerCase(), index]);

/**
 * An order with this ID or key exists: another request won, or an earlier try was committed and its response lost. The
 * statement writes many tables, and any of their unique indexes may fail first.
 */
export const isOrderIdTaken = (error: unknown): boolean => isUniqueViolation(error);
