import { formatMoney } from '../kit/money.ts';
import { type CartLine, cartMatches, toSoldLines, type WantedLine } from './cart-lines.ts';
import type { Checkout, Prepared, PriceComponents, PurchaseRequest, Refused } from './contract.ts';
import { cartChanged, refuse } from './refuse.ts';
import type { Store } from './store.ts';

/** The store's cart. `price` is null if the totals don't add up. */
export interface ShownCart {
  price: PriceComponents | null;
  lines: readonly CartLine[];
}

/** The total is above max_price. */
export const priceTooHigh = (
  { total, currency }: Pick<PriceComponents, 'total' | 'currency'>,
  { maxPrice }: Pick<PurchaseRequest, 'maxPrice'>,
): Refused => {
  const [wanted, most] = [total, maxPrice].map((amount) => formatMoney({ amount, currency }));
  return refuse('max_price_exceeded', `The store's total is ${wanted}. That is above max_price (${most}).`);
};

export function refuseCurrency({ currency }: Pick<Store, 'currency'>, price: PriceComponents): Refused | null {
  if (price.currency === currency) return null;
  return refuse(
    'currency_unsupported',
    `The store charges in ${price.currency}, but it is configured for ${currency}.`,
  );
}

/** Refuses another currency, excluded tax, or a total above max_price. */
export function refusePrice(store: Store, request: PurchaseRequest, price: PriceComponents): Refused | null {
  const otherCurrency = refuseCurrency(store, price);
  if (otherCurrency) return otherCurrency;
  if (request.options.failIfTaxed && price.tax > 0) {
    return refuse(
      'checkout_failed',
      `The store charges ${formatMoney({ amount: price.tax, currency: price.currency })} in tax.`,
      { detail: 'tax_charged' },
    );
  }
  return price.total > request.maxPrice ? priceTooHigh(price, request) : null;
}

/** The last check before a checkout is ready: lines, sums, currency, tax, max_price. Returns the price to pay. */
export function checkFilled(
  store: Store,
  request: PurchaseRequest,
  { price, lines }: ShownCart,
  wanted: readonly WantedLine[],
): PriceComponents | Refused {
  if (!price || !cartMatches(lines, wanted)) {
    return cartChanged("The store's cart does not match the order. Nothing was bought.");
  }
  return refusePrice(store, request, price) ?? price;
}

interface Ready extends Pick<Checkout, 'price' | 'shipTo' | 'returnPolicyUrl'> {
  handle: unknown;
  lines: readonly CartLine[];
  wanted: readonly WantedLine[];
}

/** A checkout with our line IDs. */
export function readyCheckout({ handle, lines, wanted, ...shown }: Ready): Extract<Prepared, { kind: 'ready' }> {
  const offerByLine = new Map(wanted.map(({ lineId, variantId }) => [lineId, variantId]));
  return {
    kind: 'ready',
    checkout: {
      ...shown,
      handle: JSON.stringify(handle),
      estimatedDelivery: null,
      lines: toSoldLines(lines, wanted).map((line) => ({ ...line, offerId: offerByLine.get(line.lineId) ?? null })),
    },
  };
}

/** Compares the cart with the quoted one. Null if it is the same. */
export function refuseChanged(
  request: PurchaseRequest,
  quoted: Checkout,
  { price, lines, wanted, isSentThere }: ShownCart & { wanted: readonly WantedLine[]; isSentThere: boolean },
): Refused | null {
  const changed = (what: string): Refused =>
    cartChanged(`The store changed the cart's ${what} before checkout. Nothing was bought.`);
  if (price && price.total > request.maxPrice) return priceTooHigh(price, request);
  if (price?.total !== quoted.price.total || price.currency !== quoted.price.currency) return changed('total');
  if (!cartMatches(lines, wanted)) return changed('content');
  return isSentThere ? null : changed('address');
}
