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

/** An order or a cart of the shop: the same thing in two states. Money is whole numbers, in hundredths unless the settings say otherwise. */
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
      /** How many were bought, also where some were canceled since; 0 in a cart. */
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

/** Selects an order where the shop answers with one or with an error. */
export const orderOrError = '{ __typename ...OrderFields ... on ErrorResult { errorCode message } }';

/** An order, if that is what this is: the shop is not trusted to keep to its own schema. */
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

/** How the shop's prices are read: with or without tax, and how many of their digits are decimals. */
export interface PriceReading {
  basis: Basis;
  decimals?: number;
}

/** An amount in the minor unit of its currency. What is finer (hundredths of a yen) is rounded as it is charged. */
export const amountIn = (amount: unknown, currency: string, decimals = 2): Cents | null =>
  amountFromFineMinor(amount, currency, decimals);

/** Null when the shop's sums do not add up. What rounding leaves is the subtotal's. */
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

/** The lines of the order with the unit prices that this shop shows. */
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

/** The address that the shop has. It keeps a whole name; where it is the ordered one its two parts are known. */
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
