import {
  type Connector,
  type Option,
  options,
  type PurchaseOptions,
  type PurchaseRequest,
  type Refused,
} from './contract.ts';
import { refuse } from './refuse.ts';

interface Rule {
  isWanted(request: PurchaseRequest): boolean;
  words: string;
  detail: string;
}

const rules: Readonly<Record<Option, Rule>> = {
  gift: {
    isWanted: ({ options }) => options.isGift || options.giftMessage !== null || options.requireGift,
    words: 'send it as a gift',
    detail: 'gift_unavailable',
  },
  gift_wrap: {
    isWanted: ({ options }) => options.useGiftWrap,
    words: 'wrap a gift',
    detail: 'gift_wrap_unavailable',
  },
  shipping_method: {
    isWanted: ({ options }) => options.shippingMethod !== 'cheapest' && options.shippingMethod !== 'market_day',
    words: 'use a chosen shipping method',
    detail: 'shipping_method_unavailable',
  },
  delivery_day: {
    isWanted: ({ options }) => options.marketDay !== null || options.shippingMethod === 'market_day',
    words: 'deliver on a chosen day',
    detail: 'delivery_day_unavailable',
  },
  delivery_days: {
    isWanted: ({ options }) => options.maxDeliveryDays !== null,
    words: 'guarantee a delivery time',
    detail: 'max_delivery_days_unavailable',
  },
  no_weekend: {
    isWanted: ({ options }) => options.disableWeekendShipping,
    words: 'skip weekend delivery',
    detail: 'weekend_shipping_unavailable',
  },
  no_tax: {
    isWanted: ({ options }) => options.failIfTaxed,
    words: 'report tax',
    detail: 'fail_if_taxed_unavailable',
  },
  tax_exemption_opt_out: {
    isWanted: ({ options }) => options.taxExemptionOptOut,
    words: 'ignore a tax exemption',
    detail: 'tax_exemption_unavailable',
  },
  promo_codes: {
    isWanted: ({ options }) => options.promoCodes.some((code) => !code.optional),
    words: 'accept promo codes',
    detail: 'promo_codes_unavailable',
  },
  customs_id: {
    isWanted: ({ options }) => options.customsIdNumber !== null,
    words: 'accept a customs number',
    detail: 'customs_id_unavailable',
  },
  po_number: {
    isWanted: ({ options }) => options.poNumber !== null,
    words: 'accept a PO number',
    detail: 'po_number_unavailable',
  },
  instructions: {
    isWanted: ({ options }) => options.instructions !== null,
    words: 'accept delivery instructions',
    detail: 'instructions_unavailable',
  },
  offers: {
    isWanted: ({ options, lines }) =>
      options.takeBuyBoxOffers ||
      options.primeOptOut ||
      options.offersPostalCode !== null ||
      lines.some(({ selection }) => asksForSellers(selection)),
    words: 'choose among sellers',
    detail: 'offer_selection_unavailable',
  },
  card: {
    isWanted: ({ payment }) => payment.kind === 'card',
    words: "charge the customer's card",
    detail: 'card_unavailable',
  },
  gift_balance: {
    isWanted: ({ payment }) => payment.kind === 'gift_balance',
    words: 'pay with a gift balance',
    detail: 'gift_balance_unavailable',
  },
};

/** Conditions, handling days and price limits are checked by each connector. */
function asksForSellers(selection: PurchaseRequest['lines'][number]['selection']): boolean {
  const { conditionIn, conditionNotIn, handlingDaysMax, maxItemPrice, allowOutOfStock, ...more } = selection;
  return Object.values(more).some((value) => value !== undefined && !(Array.isArray(value) && value.length === 0));
}

/** Refuses an option that the store doesn't support. An order is never bought without it. */
export function refuseOptions(connector: Pick<Connector, 'honours'>, request: PurchaseRequest): Refused | null {
  const lacking = options.find((option) => !connector.honours.has(option) && rules[option].isWanted(request));
  if (lacking === undefined) return null;
  const { words, detail } = rules[lacking];
  const message = `This store cannot ${words}. Remove it from the order, or choose another store.`;
  return refuse(
    lacking.startsWith('gift_w') || lacking === 'gift' ? 'gift_option_unavailable' : 'checkout_failed',
    message,
    {
      detail,
    },
  );
}

/** Default options. */
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
