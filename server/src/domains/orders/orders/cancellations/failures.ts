import { Failure } from '../../../../kit/failure.ts';

export const notPlaced = (status: string): Failure =>
  new Failure('order_not_cancellable', 409, 'Only a placed order can be cancelled at the retailer.', {
    details: { order_status: status },
  });

export const unknownMerchantOrder = (known: string[]): Failure =>
  new Failure('order_not_cancellable', 409, 'merchant_order_id names no purchase of this order.', {
    details: { merchant_order_ids: known },
  });

export const severalPurchases = (known: string[]): Failure =>
  new Failure(
    'order_not_cancellable',
    409,
    'The retailer split this order into several purchases: open a case instead.',
    {
      details: { merchant_order_ids: known },
    },
  );

export const retailerCannot = (retailer: string): Failure =>
  new Failure('order_not_cancellable', 409, `Purchases at ${retailer} cannot be cancelled from here: open a case.`);

export const alreadyRunning = (id: string): Failure =>
  new Failure('cancellation_running', 409, 'This purchase is being cancelled already.', { details: { id } });
