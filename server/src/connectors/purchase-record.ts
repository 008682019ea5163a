import type { PurchaseRecord, PurchaseRequest } from './contract.ts';

/** The record of a purchase that was just asked for, before anybody knows whether the store sold. */
export function recordOf(
  request: PurchaseRequest,
  more: Partial<Pick<PurchaseRecord, 'merchantOrderIds' | 'handle' | 'note' | 'account'>> = {},
): PurchaseRecord {
  return {
    reference: request.reference,
    retailer: request.retailer,
    lines: request.lines.map(({ lineId, ref, url, quantity, variant }) => ({
      lineId,
      ref,
      url,
      quantity,
      variant,
      unitPrice: null,
    })),
    shippingAddress: request.shippingAddress,
    merchantOrderIds: [],
    handle: null,
    note: null,
    account: request.account,
    ...more,
  };
}
