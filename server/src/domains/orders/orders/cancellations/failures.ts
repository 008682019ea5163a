import { Failure } from '../../../../kit/failure.ts';

export const notPlaced = (status: string): Failure =>
  new Failure('order_not_cancellable', 409, 'Only a placed order can be canceled with the store.', {
    details: { order_status: status },
  });

export const unknownMerchantOrder = (known: string[]): Failure =>
  new Failure('order_not_cancellable', 409, 'merchant_order_id does not match a purchase in this order.', {
    details: { merchant_order_ids: known },
  });

export const severalPurchases = (known: string[]): Failure =>
  new Failure('order_not_cancellable', 409, 'The store split this order into several orders. Open a case instead.', {
    details: { merchant_order_ids: known },
  });

export const retailerCannot = (retailer: string): Failure =>
  new Failure(
    'order_not_cancellable',
    409,
    `Purchases from ${retailer} cannot be canceled through Errand. Open a case instead.`,
  );

export const alreadyRunning = (id: string): Failure =>
  new Failure('cancellation_running', 409, 'This purchase is already being canceled.', { details: { id } });
