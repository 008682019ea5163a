import { Failure } from '../../../kit/failure.ts';
import type { Objection, ReturnStatus } from './model.ts';

export const orderNotReturnable = (status: string): Failure =>
  new Failure('return_not_allowed', 409, `Only placed orders can be returned. This order is ${status}.`, {
    details: { order_status: status },
  });

const objectionTexts: Record<Objection['problem'], (objection: Objection) => string> = {
  not_in_order: ({ order_item_id: id }) => `Item ${id} is not part of this order.`,
  item_not_bought: ({ order_item_id: id }) => `Item ${id} was not bought, so it cannot be returned.`,
  quantity_exceeded: ({ order_item_id: id, requested, returnable }) =>
    `Only ${returnable} of item ${id} can still be returned, not ${requested}. The rest are already being returned.`,
};

export const itemsNotReturnable = (
  objections: Objection[],
  earlier: readonly { id: string; status: ReturnStatus }[],
): Failure =>
  new Failure(
    'return_not_allowed',
    409,
    objections.map((objection) => objectionTexts[objection.problem](objection)).join(' '),
    {
      details: { items: objections, open_return_ids: earlier.flatMap((one) => (one.status === 'open' ? one.id : [])) },
    },
  );

export const tooManyReplacements = (most: number): Failure =>
  new Failure(
    'return_not_allowed',
    409,
    `${most} returns for this order were already replaced. Wait until the open return is resolved.`,
    { details: { replaced: most } },
  );

export const tooManyDenials = (most: number): Failure =>
  new Failure('return_not_allowed', 409, `${most} returns for this order were already denied. Open a case instead.`, {
    details: { denied: most },
  });

export const alreadyResolved = (status: ReturnStatus): Failure =>
  new Failure('return_not_allowed', 409, `This return is already ${status}.`, {
    details: { status },
  });

export const linkTampered = (): Failure =>
  new Failure(
    'forbidden',
    403,
    'This label link is incomplete or was changed. Fetch the return again for a new link.',
    {
      details: { reason: 'invalid_signature' },
    },
  );

export const linkExpired = (expiredAt: Date): Failure =>
  new Failure('forbidden', 403, 'This label link has expired. Fetch the return again for a new link.', {
    details: { reason: 'expired', expired_at: expiredAt.toISOString() },
  });
