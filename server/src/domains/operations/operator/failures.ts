import { Failure } from '../../../kit/failure.ts';
import type { World } from '../../../kit/world.ts';

export const unknownRetailer = (retailer: string, world: World): Failure =>
  new Failure('not_found', 404, `No ${world} connector supports "${retailer}".`);

export const unknownAccount = (): Failure =>
  new Failure(
    'not_found',
    404,
    'No account has this email address. The person with this address must sign in or create a key first.',
  );

export const moveConflict = (kind: 'credit' | 'debit' | 'refund', id: string): Failure =>
  new Failure('already_exists', 409, `A different ${kind} was created with this ID. Use a new ID for a new ${kind}.`, {
    details: { resource: `wallet_${kind}`, identifier: id, id },
  });

export const notRefundable = (left: number): Failure =>
  new Failure(
    'bad_request',
    400,
    left > 0
      ? `Only ${left} cents of the captured amount can still be refunded.`
      : 'Nothing is left to refund. The wallet was not charged, or was fully refunded.',
    { details: { refundable_cents: left } },
  );

export const jobMovesMoney = (kind: string): Failure =>
  new Failure(
    'action_closed',
    409,
    `A "${kind}" job ends an order or moves money, so it cannot be discarded. Retry the job, or resolve the order.`,
  );

export const jobAlreadyQueued = (kind: string): Failure =>
  new Failure('action_closed', 409, `Another "${kind}" job for the same item is already running. Discard this one.`);

export const nothingToRetry = (status: string): Failure =>
  new Failure('action_closed', 409, 'Only a pending order that is waiting for its next attempt can be retried.', {
    details: { status },
  });
