import type { Clock } from '../../../kit/clock.ts';
import { derivedId, newId, randomBase62 } from '../../../kit/ids.ts';
import type { Db } from '../../../platform/database/index.ts';
import { findAccountEmail, findAccountOfKey } from '../../access/accounts/index.ts';
import { type Handle, hashOf, isSameHash, secretLength } from './model.ts';
import { type ApprovalRow, findApproval, findByClientKey, insertApproval, moveApproval } from './sql.ts';
import { approvalDigest, type Summary } from './summary.ts';

export interface ApprovalNeeds {
  db: Db;
  clock: Clock;
  idSecret(): Promise<Buffer>;
}

export interface ApprovalInput {
  keyId: string;
  order: unknown;
  clientKey: string | null;
  quoteId: string;
  maxPrice: number;
  summary: Summary;
  expiresAt: Date;
}

/** Stores what is to be bought. `state` used: no person is asked. Null if the client's idempotency key is taken. */
export async function openApproval(
  { db, clock, idSecret }: ApprovalNeeds,
  purchase: ApprovalInput,
  state: 'open' | 'used',
): Promise<{ handle: Handle; row: Omit<ApprovalRow, 'order_id'> } | null> {
  // The order's idempotency key is derived from this id, so a repeated client key finds the same order after a
  // restore too.
  const { keyId, clientKey } = purchase;
  const id = clientKey === null ? newId() : derivedId(await idSecret(), ['mcp', keyId, clientKey]);
  const handle = { id, secret: randomBase62(secretLength) };
  const row = {
    id: handle.id,
    key_id: purchase.keyId,
    secret_hash: hashOf(handle.secret),
    digest: approvalDigest(purchase.order, purchase.summary),
    client_key: purchase.clientKey,
    quote_id: purchase.quoteId,
    max_price_cents: purchase.maxPrice,
    summary: purchase.summary,
    state,
    created_at: clock.now(),
    expires_at: purchase.expiresAt,
  };
  return (await insertApproval(db, row)) ? { handle, row } : null;
}

/**
 * Who may approve: the person of the key's account, or null while it is unclaimed. The agent has the URL too, and
 * must not approve.
 */
export async function approverOf(
  { db }: ApprovalNeeds,
  { key_id: keyId }: Pick<ApprovalRow, 'key_id'>,
): Promise<{ accountId: string } | null> {
  const accountId = await findAccountOfKey(db, keyId);
  return accountId !== null && (await findAccountEmail(db, accountId)) !== null ? { accountId } : null;
}

/** The approval of a handle, for the page of an unclaimed sandbox. */
export async function findApprovalByHandle({ db }: ApprovalNeeds, handle: Handle): Promise<ApprovalRow | null> {
  const row = await findApproval(db, handle.id);
  return row && isSameHash(row.secret_hash, hashOf(handle.secret)) ? row : null;
}

export async function findOwnApproval(
  { db }: ApprovalNeeds,
  { id, keyId, order }: { id: string; keyId: string; order: unknown },
): Promise<ApprovalRow | null> {
  const row = await findApproval(db, id);
  return row && row.key_id === keyId && row.digest === approvalDigest(order, row.summary) ? row : null;
}

export const findByClientName = (
  { db }: ApprovalNeeds,
  keyId: string,
  clientKey: string,
): Promise<ApprovalRow | null> => findByClientKey(db, keyId, clientKey);

/** True for one call only. */
export const consumeApproval = (
  { db, clock }: ApprovalNeeds,
  id: string,
  from: 'open' | 'approved',
): Promise<boolean> => moveApproval(db, { id, from, to: 'used', now: clock.now() });

/** Records a person's decision, from the page or the client's form. */
export const decideApproval = ({ db, clock }: ApprovalNeeds, id: string, isApproved: boolean): Promise<boolean> =>
  moveApproval(db, { id, from: 'open', to: isApproved ? 'approved' : 'denied', now: clock.now() });
