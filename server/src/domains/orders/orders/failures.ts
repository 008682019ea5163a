import { Failure, type FailureCode, type FailureDetails } from '../../../kit/failure.ts';
import type { AddressProblem } from './address.ts';

export const unsupportedRetailer = (url: string): Failure =>
  new Failure(
    'unsupported_retailer',
    400,
    'This URL does not belong to a supported store. See GET /retailers for supported stores.',
    { details: { url } },
  );

export const productNotFound = (url: string, retailer: string): Failure =>
  new Failure('url_unreachable', 400, `This ${retailer} URL is not a product page. Send the URL of a product page.`, {
    details: { url, retailer },
  });

export const mixedRetailers = (retailers: string[]): Failure =>
  new Failure('mixed_retailers', 400, 'All products in an order must be from one store. Send one order per store.', {
    details: { retailers },
  });

export const currencyUnsupported = (reason: string): Failure =>
  new Failure('currency_unsupported', 409, `${reason} Nothing was ordered.`, { details: { reason } });

export const unsupportedCountry = (country: string, supported: readonly string[]): Failure =>
  new Failure('unsupported_country', 400, `Errand does not ship orders from this store to ${country}.`, {
    details: { country, supported },
  });

export const invalidShippingAddress = (problems: AddressProblem[]): Failure =>
  new Failure('invalid_shipping_address', 400, problems.map((problem) => problem.message).join(' '), {
    details: { problems },
  });

/** A refusal that the store can give before the order is accepted. */
export const refusedImmediately = (code: FailureCode, message: string, details: FailureDetails = {}): Failure =>
  new Failure(code, code === 'insufficient_funds' ? 402 : 400, message, { details });

export const notCancellable = (status: string): Failure =>
  new Failure(
    'order_not_cancellable',
    409,
    'Only a pending order can be canceled. Request a return or open a case instead.',
    { details: { status } },
  );

export const retailerNotAllowed = (retailer: string): string => `This key is not allowed to order from ${retailer}.`;

export const orderExceedsKeyLimit = (limit: number): string =>
  `This key can spend at most ${limit} cents per order, including the fee.`;

export const dayExceedsKeyLimit = (limit: number): string =>
  `This key can spend at most ${limit} cents per day (UTC), and this order would exceed that.`;
