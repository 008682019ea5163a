import type { PurchaseOptions } from './contract.ts';

/** A purchase without any option beyond the goods themselves. */
export const plainOptions: PurchaseOptions = {
  isGift: false,
  giftMessage: null,
  requireGift: false,
  useGiftWrap: false,
  shippingMethod: 'cheapest',
  marketDay: null,
  maxDeliveryDays: null,
  disableWeekendShipping: false,
  failIfTaxed: false,
  taxExemptionOptOut: false,
  takeBuyBoxOffers: false,
  offersPostalCode: null,
  primeOptOut: false,
  promoCodes: [],
  customsIdNumber: null,
  poNumber: null,
  taxId: null,
  instructions: null,
  strictExpiredProductId: false,
};
