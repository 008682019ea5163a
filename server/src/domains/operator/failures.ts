import { Failure } from '../../kit/failure.ts';
import type { World } from '../../kit/world.ts';

export const unknownRetailer = (retailer: string, world: World): Failure =>
  new Failure('not_found', 404, `No connector of the ${world} world serves "${retailer}".`);

export const unknownAccount = (): Failure =>
  new Failure('not_found', 404, 'No account has this address: its owner has to sign in once, or needs a key first.');

export const creditConflict = (id: string): Failure =>
  new Failure('already_exists', 409, 'A different credit was made with this id: take a new id for a new credit.', {
    details: { resource: 'wallet_credit', identifier: id, id },
  });

export const jobHoldsMoney = (kind: string): Failure =>
  new Failure('action_closed', 409, `"${kind}" ends an order or moves money: try it again, or decide about the order.`);

export const jobHasTwin = (kind: string): Failure =>
  new Failure('action_closed', 409, `Another "${kind}" for the same thing is at work already: discard this one.`);
