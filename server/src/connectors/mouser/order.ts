import { fieldsOf, listOf, textOf } from '../../kit/fields.ts';
import { type Cents, toCents } from '../../kit/money.ts';
import type { Address, PriceComponents } from '../contract.ts';
import { amountFromDecimal } from '../prices.ts';

export interface MouserLine {
  partNumber: string;
  quantity: number;
  /** Line total. Unit prices may have fractions of a cent. */
  total: Cents;
  /** To the nearest cent. */
  unitPrice: Cents;
}

export interface MouserOrder {
  orderId: string | null;
  lines: MouserLine[];
  /** Null if the components don't add up to the total. */
  price: PriceComponents | null;
  shipTo: Address | null;
}

/** Mouser's spelling of these fields differs in case. */
const feesIn = (order: Record<string, unknown>): unknown => order.additionalFeesTotal ?? order.AdditionalFeesTotal ?? 0;

function lineIn(value: unknown, currency: string): MouserLine | null {
  const { MouserPartNumber, Quantity, ExtendedPrice } = fieldsOf(value);
  const total = amountFromDecimal(ExtendedPrice, currency);
  const isCount = typeof Quantity === 'number' && Number.isInteger(Quantity) && Quantity > 0;
  if (typeof MouserPartNumber !== 'string' || !isCount || total === null || total < 0) return null;
  return { partNumber: MouserPartNumber, quantity: Quantity, total, unitPrice: toCents(Math.round(total / Quantity)) };
}

/** Null before the sale. */
export function orderIdIn(value: unknown): string | null {
  const id = textOf(fieldsOf(value).OrderID)?.trim() ?? '';
  return id === '' || id === '0' ? null : id;
}

/** Null if a line can't be read. */
export function orderIn(value: unknown, storeCurrency: string): MouserOrder | null {
  const order = fieldsOf(value);
  const currency = textOf(order.CurrencyCode);
  const lines = listOf(order.OrderLines).map((line) => lineIn(line, currency ?? storeCurrency));
  if (!Array.isArray(order.OrderLines) || lines.some((line) => line === null)) return null;
  return {
    orderId: orderIdIn(value),
    lines: lines.filter((line) => line !== null),
    price: currency === undefined ? null : priceIn(order, currency),
    shipTo: addressIn(order.ShippingAddress),
  };
}

/** Mouser doesn't document OrderTotal, so require that goods, fees, tax and shipping add up to it. */
function priceIn(order: Record<string, unknown>, currency: string): PriceComponents | null {
  const { PrimaryShippingRate, SecondaryShippingRate } = fieldsOf(order.ShippingMethod);
  const rates = [PrimaryShippingRate, SecondaryShippingRate].map((rate) => amountFromDecimal(rate ?? 0, currency));
  const [subtotal, tax, fees, total] = [
    order.MerchandiseTotal,
    order.TaxAmount ?? 0,
    feesIn(order),
    order.OrderTotal,
  ].map((amount) => amountFromDecimal(amount, currency));
  if (subtotal == null || tax == null || fees == null || total == null) return null;
  if (rates.some((rate) => rate === null)) return null;
  const shipping = toCents(rates.reduce((sum: number, rate) => sum + (rate ?? 0), 0));
  if (Math.min(subtotal, tax, fees, shipping) < 0 || subtotal + tax + fees + shipping !== total) return null;
  return { currency, basis: 'net', subtotal, shipping, tax, fees, total };
}

function addressIn(value: unknown): Address | null {
  const { FirstName, LastName, AddressOne, AddressTwo, City, StateOrProvince, PostalCode, CountryCode, PhoneNumber } =
    fieldsOf(value);
  if (typeof AddressOne !== 'string' || typeof City !== 'string' || typeof CountryCode !== 'string') return null;
  return {
    firstName: textOf(FirstName) ?? '',
    lastName: textOf(LastName) ?? '',
    addressLine1: AddressOne,
    addressLine2: textOf(AddressTwo) || null,
    city: City,
    state: textOf(StateOrProvince) || null,
    postalCode: textOf(PostalCode) ?? '',
    country: CountryCode,
    phoneNumber: textOf(PhoneNumber) || null,
  };
}

/** Field, text and maximum length. */
const lengths = (address: Address): [string, string, number][] => [
  ['first name', address.firstName, 22],
  ['last name', address.lastName, 23],
  ['first line', address.addressLine1, 60],
  ['second line', address.addressLine2 ?? '', 35],
  ['city', address.city, 30],
  ['postal code', address.postalCode, 10],
  ['phone number', address.phoneNumber ?? '', 15],
];

/** Refuses what is too long. Never truncates. */
export function addressProblem(address: Address): string | null {
  if (!address.phoneNumber) return 'Mouser needs a phone number.';
  const tooLong = lengths(address).find(([, text, most]) => text.length > most);
  return tooLong ? `Mouser allows at most ${tooLong[2]} characters for the ${tooLong[0]}.` : null;
}

export const addressBody = (address: Address) => ({
  CountryCode: address.country,
  FirstName: address.firstName,
  LastName: address.lastName,
  AddressOne: address.addressLine1,
  ...(address.addressLine2 ? { AddressTwo: address.addressLine2 } : {}),
  City: address.city,
  ...(address.state ? { StateOrProvince: address.state } : {}),
  PostalCode: address.postalCode,
  PhoneNumber: address.phoneNumber,
});
