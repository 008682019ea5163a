import { addCents, type Cents, formatMoney, subtractCents, toCents, zeroCents } from '../../../kit/money.ts';
import type { PriceComponents, PurchaseRequest, Refused } from '../../contract.ts';
import { isRefused, refuse } from '../../refuse.ts';
import type { SimulatorCatalog } from '../catalog/index.ts';
import type { Story } from '../scenarios.ts';
import type { CartLine } from '../sql.ts';
import { type Picked, pickLines } from './pick.ts';
import { applyPromoCodes, subtotalOf } from './promo.ts';
import { chooseShipping } from './shipping.ts';
import { taxOf } from './tax.ts';

const giftWrapFee = toCents(399);

export interface Quote {
  kind: 'quote';
  price: PriceComponents;
  estimatedDelivery: string;
  lines: CartLine[];
}

/** The price of an order with all options, or a refusal. Deterministic. */
export function quote(
  catalogue: SimulatorCatalog,
  request: PurchaseRequest,
  now: Date,
  story: Story | null = null,
): Quote | Refused {
  const picked = pickLines(catalogue, request);
  if (isRefused(picked)) return picked;
  const fees = giftFees(picked, request);
  if (typeof fees !== 'number') return fees;
  const delivery = chooseShipping(picked, request, now);
  if (isRefused(delivery)) return delivery;
  const discount = applyPromoCodes(request.options.promoCodes, picked);
  if (isRefused(discount)) return discount;

  const subtotal = subtractCents(subtotalOf(picked), discount.amount);
  const currency = catalogue.currencyOf(request.lines);
  const { country } = request.shippingAddress;
  // Euro prices always contain tax.
  const taxedIn = currency === 'EUR' && country !== 'IT' ? 'DE' : country;
  const address = { ...request.shippingAddress, country: taxedIn };
  const isFinal = isUntaxed(picked) && story !== 'tax_included';
  const taxed = isFinal ? { subtotal, tax: zeroCents } : taxOf(address, subtotal);
  if (!taxed) {
    const message = `"${request.shippingAddress.state}" is not a US state.`;
    return refuse('shipping_address_invalid', message, { detail: 'shipping_address_refused' });
  }
  if (request.options.failIfTaxed && taxed.tax > 0) {
    return refuse('checkout_failed', `The store charges ${formatMoney({ amount: taxed.tax, currency })} in tax.`, {
      detail: 'tax_charged',
    });
  }
  const shipping = discount.shipsFree ? zeroCents : delivery.cost;
  const total = addCents(taxed.subtotal, shipping, taxed.tax, fees);
  return {
    kind: 'quote',
    price: {
      currency,
      basis: basisOf(taxedIn),
      subtotal: taxed.subtotal,
      shipping,
      tax: taxed.tax,
      fees,
      total,
    },
    estimatedDelivery: delivery.estimatedDelivery,
    lines: picked.map(({ line, product, offer }) => ({
      lineId: line.lineId,
      productId: product.productId,
      title: product.title,
      quantity: line.quantity,
      unitPrice: offer.price,
      offerId: offer.offerId,
    })),
  };
}

export const basisOf = (country: string): 'net' | 'gross' => (country === 'US' ? 'net' : 'gross');

/** Test shop prices are final, so they are predictable. */
const isUntaxed = (picked: readonly Picked[]): boolean => picked.every(({ store }) => store.profile.kinds.length === 0);

function giftFees(picked: readonly Picked[], request: PurchaseRequest): Cents | Refused {
  const { isGift, requireGift, giftMessage, useGiftWrap } = request.options;
  const gift = picked[0]?.store.profile.gift ?? 'none';
  const wantsGift = isGift || requireGift || giftMessage !== null || useGiftWrap;
  if (wantsGift && gift === 'none') {
    return refuse('gift_option_unavailable', 'This store does not send gifts.', { detail: 'no_gift_shipping' });
  }
  if (useGiftWrap && gift !== 'wrap') {
    return refuse('gift_option_unavailable', 'This store does not wrap gifts.', { detail: 'invalid_gift_options' });
  }
  return useGiftWrap ? giftWrapFee : zeroCents;
}
