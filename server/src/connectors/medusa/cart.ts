import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { fieldsOf } from '../../kit/fields.ts';
import { type Cents, subtractCents, zeroCents } from '../../kit/money.ts';
import { parseJsonShape } from '../../platform/parse-shape.ts';
import { type CartLine, WantedLines } from '../cart-lines.ts';
import type { Address, PriceComponents } from '../contract.ts';
import { amountFromFineDecimal } from '../prices.ts';

/**
 * Medusa calculates with any number of decimals (49.762525 dollars) and rounds when it charges. Null if it isn't a
 * valid amount.
 */
export function chargedAmount(amount: unknown, currency: string): Cents | null {
  const charged = amountFromFineDecimal(amount, currency.toUpperCase());
  return charged === null || charged < 0 ? null : charged;
}

const text = Type.Union([Type.String(), Type.Null()]);
const amount = Type.Number();

const CartAddress = Type.Object({
  first_name: text,
  last_name: text,
  address_1: text,
  address_2: text,
  city: text,
  province: text,
  postal_code: text,
  country_code: text,
  phone: text,
});

const shared = {
  id: Type.String({ minLength: 1 }),
  currency_code: Type.String(),
  total: amount,
  tax_total: amount,
  shipping_subtotal: amount,
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      variant_id: text,
      quantity: amount,
      unit_price: amount,
      product_title: Type.Optional(text),
      thumbnail: Type.Optional(text),
    }),
  ),
  shipping_address: Type.Optional(Type.Union([CartAddress, Type.Null()])),
};

const Cart = Type.Object({ ...shared, completed_at: Type.Optional(text) });
const Order = Type.Object({ ...shared, status: Type.String(), created_at: Type.String() });
export type Cart = Static<typeof Cart>;
export type Order = Static<typeof Order>;
type Sold = Pick<Cart, 'currency_code' | 'total' | 'tax_total' | 'shipping_subtotal' | 'items' | 'shipping_address'>;

export const cartIn = (value: unknown): Cart | null => (Value.Check(Cart, value) ? value : null);
export const orderIn = (value: unknown): Order | null => (Value.Check(Order, value) ? value : null);

export type Basis = PriceComponents['basis'];

/** The subtotal absorbs discounts and rounding. Null if the totals don't add up. */
export function priceOf(sold: Sold, basis: Basis): PriceComponents | null {
  const currency = sold.currency_code.toUpperCase();
  const total = chargedAmount(sold.total, currency);
  const tax = chargedAmount(sold.tax_total, currency);
  const shipping = chargedAmount(sold.shipping_subtotal, currency);
  if (total === null || tax === null || shipping === null || total < tax + shipping) return null;
  const subtotal = subtractCents(subtractCents(total, tax), shipping);
  return { currency, basis, subtotal, shipping, tax, fees: zeroCents, total };
}

export function linesOf(sold: Sold): CartLine[] {
  return sold.items.flatMap(({ variant_id, quantity, unit_price, product_title: title, thumbnail }) => {
    const unitPrice = chargedAmount(unit_price, sold.currency_code);
    return unitPrice === null
      ? []
      : [
          {
            variantId: variant_id ?? '',
            quantity,
            unitPrice,
            title: title ?? undefined,
            image: thumbnail ?? undefined,
          },
        ];
  });
}

export const addressInput = (address: Address) => ({
  first_name: address.firstName,
  last_name: address.lastName,
  address_1: address.addressLine1,
  address_2: address.addressLine2 ?? '',
  city: address.city,
  province: address.state ?? '',
  postal_code: address.postalCode,
  country_code: address.country.toLowerCase(),
  phone: address.phoneNumber ?? '',
});

export function shipToOf({ shipping_address: there }: Sold): Address | null {
  if (!there?.address_1) return null;
  return {
    firstName: there.first_name ?? '',
    lastName: there.last_name ?? '',
    addressLine1: there.address_1,
    addressLine2: there.address_2 || null,
    city: there.city ?? '',
    state: there.province || null,
    postalCode: there.postal_code ?? '',
    country: (there.country_code ?? '').toUpperCase(),
    phoneNumber: there.phone || null,
  };
}

export function isSentTo({ shipping_address: there }: Sold, address: Address): boolean {
  return Object.entries(addressInput(address)).every(([key, value]) => (fieldsOf(there)[key] ?? '') === value);
}

/** Recorded before the purchase: the one cart that may be bought. A cart becomes at most one order. */
const Handle = Type.Object({
  cartId: Type.String(),
  basis: Type.Enum(['net', 'gross']),
  wanted: WantedLines,
  /** When the cart was filled. Absent in carts of earlier versions. */
  at: Type.Optional(Type.String()),
});
export type Handle = Static<typeof Handle>;

export const handleIn = (text: string | null): Handle | null => parseJsonShape(Handle, text);

/** Recorded with a purchase: its cart, and the variant of each of our lines. */
const Note = Type.Object({ cartId: Type.String(), wanted: WantedLines });

export const noteFrom = (text: string | null): Static<typeof Note> | null => parseJsonShape(Note, text);
