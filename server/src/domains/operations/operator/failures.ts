import { Failure } from '../../../kit/failure.ts';
import type { World } from '../../../kit/world.ts';

export const unknownRetailer = (retailer: string, world: World): Failure =>
  new Failure('not_found', 404, `No connector of the ${world} world serves "${retailer}".`);

export const unknownAccount = (): Failure =>
  new Failure('not_found', 404, 'No account has this address: its owner has to sign in once, or needs a key first.');

export const moveConflict = (kind: 'credit' | 'debit' | 'refund', id: string): Failure =>
  new Failure('already_exists', 409, `A different ${kind} was made with this id: take a new id for a new ${kind}.`, {
    details: { resource: `wallet_${kind}`, identifier: id, id },
  });

export const notRefundable = (left: number): Failure =>
  new Failure(
    'bad_request',
    400,
    left > 0
      ? `No more than ${left} cents are left of what was captured for this order.`
      : 'Nothing is left to refund: the order took no money from the wallet, or all of it has come back.',
    { details: { refundable_cents: left } },
  );

export const jobHoldsMoney = (kind: string): Failure =>
  new Failure('action_closed', 409, `"${kind}" ends an order or moves money: try it again, or decide about the order.`);

export const jobHasTwin = (kind: string): Failure =>
  new Failure('action_closed', 409, `Another "${kind}" for the same thing is at work already: discard this one.`);
