import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type Cents, subtractCents, zeroCents } from '../../kit/money.ts';
import type { CartLine } from '../cart-lines.ts';
import type { Address, PriceComponents } from '../contract.ts';
import { amountFromFineMinor } from '../prices.ts';

const text = Type.Union([Type.String(), Type.Null()]);
const amount = Type.Integer();

const OrderAddress = Type.Object({
  fullName: text,
  streetLine1: text,
  streetLine2: text,
  city: text,
  province: text,
  postalCode: text,
  countryCode: text,
  phoneNumber: text,
});

/** A cart or an order, which Vendure stores as one type. Amounts are whole numbers, hundredths by default. */
const ShopOrder = Type.Object({
  code: Type.String({ minLength: 1 }),
  state: Type.String(),
  active: Type.Boolean(),
  orderPlacedAt: text,
  currencyCode: Type.String(),
  subTotal: amount,
  shipping: amount,
  total: amount,
  totalWithTax: amount,
  lines: Type.Array(
    Type.Object({
      id: Type.String(),
      quantity: Type.Integer(),
      /** Units bought, including later cancellations. 0 in a cart. */
      orderPlacedQuantity: Type.Integer(),
      discountedUnitPrice: amount,
      discountedUnitPriceWithTax: amount,
      productVariant: Type.Object({ id: Type.String(), name: Type.Optional(Type.String()) }),
    }),
  ),
  shippingAddress: Type.Union([OrderAddress, Type.Null()]),
});
export type ShopOrder = Static<typeof ShopOrder>;

export const orderFields = `fragment OrderFields on Order {
  code state active orderPlacedAt currencyCode subTotal shipping total totalWithTax
  lines { id quantity orderPlacedQuantity discountedUnitPrice discountedUnitPriceWithTax productVariant { id name } }
  shippingAddress { fullName streetLine1 streetLine2 city province postalCode countryCode phoneNumber }
}`;

/** Selects an order or an error. */
export const orderOrError = '{ __typename ...OrderFields ... on ErrorResult { errorCode message } }';

/** Null if it isn't a valid order. */
export const orderIn = (value: unknown): ShopOrder | null => (Value.Check(ShopOrder, value) ? value : null);

export interface ErrorResult {
  errorCode: string;
  message: string;
  transitionError?: string;
  quantityAvailable?: number;
}

const ErrorShape = Type.Object({ errorCode: Type.String(), message: Type.String() });
export const errorIn = (value: unknown): ErrorResult | null => (Value.Check(ErrorShape, value) ? value : null);

export const isPlaced = (order: ShopOrder): boolean => order.orderPlacedAt !== null;

export type Basis = PriceComponents['basis'];

/** Whether the shop's prices contain tax, and how many decimals they have. */
export interface PriceReading {
  basis: Basis;
  decimals?: number;
}

/** An amount in minor units. Finer fractions are rounded. */
export const amountIn = (amount: unknown, currency: string, decimals = 2): Cents | null =>
  amountFromFineMinor(amount, currency, decimals);

/** Null if the totals don't add up. The subtotal absorbs rounding. */
export function priceOf(order: ShopOrder, { basis, decimals }: PriceReading): PriceComponents | null {
  const { subTotal, shipping: delivery, total: net, totalWithTax, currencyCode: currency } = order;
  if (subTotal + delivery !== net || totalWithTax < net || subTotal < 0 || delivery < 0) return null;
  const shipping = amountIn(delivery, currency, decimals);
  const tax = amountIn(totalWithTax - net, currency, decimals);
  const total = amountIn(totalWithTax, currency, decimals);
  if (shipping === null || tax === null || total === null || total < tax + shipping) return null;
  return {
    currency,
    basis,
    subtotal: subtractCents(subtractCents(total, tax), shipping),
    shipping,
    tax,
    fees: zeroCents,
    total,
  };
}

/** The lines with the unit prices that the shop shows. */
export function linesOf(order: ShopOrder, { basis, decimals }: PriceReading): CartLine[] {
  return order.lines.flatMap((line) => {
    const shown = basis === 'net' ? line.discountedUnitPrice : line.discountedUnitPriceWithTax;
    const unitPrice = amountIn(shown, order.currencyCode, decimals);
    const { id: variantId, name: title } = line.productVariant;
    return unitPrice === null ? [] : [{ variantId, quantity: line.quantity, unitPrice, title }];
  });
}

export const fullNameOf = (address: Address): string => `${address.firstName} ${address.lastName}`;

export const addressInput = (address: Address) => ({
  fullName: fullNameOf(address),
  streetLine1: address.addressLine1,
  streetLine2: address.addressLine2 ?? '',
  city: address.city,
  province: address.state ?? '',
  postalCode: address.postalCode,
  countryCode: address.country,
  phoneNumber: address.phoneNumber ?? '',
});

const orNull = (value: string | null): string | null => value || null;

/** The shop stores the full name. If it matches the order, split it the same way. */
export function shipToOf({ shippingAddress: there }: ShopOrder, ordered: Address): Address | null {
  if (!there?.streetLine1) return null;
  const name = there.fullName ?? '';
  const [, first = name, last = ''] = /^(.*)\s(\S+)$/.exec(name) ?? [];
  const isOrdered = name === fullNameOf(ordered);
  return {
    firstName: isOrdered ? ordered.firstName : first,
    lastName: isOrdered ? ordered.lastName : last,
    addressLine1: there.streetLine1,
    addressLine2: orNull(there.streetLine2),
    city: there.city ?? '',
    state: orNull(there.province),
    postalCode: there.postalCode ?? '',
    country: there.countryCode ?? '',
    phoneNumber: orNull(there.phoneNumber),
  };
}
