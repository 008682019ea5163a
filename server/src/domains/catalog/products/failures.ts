import type { Problem } from '../../../kit/failure.ts';

const valueError = (parameter: string, msg: string): Problem => ({
  loc: ['query', parameter],
  msg,
  type: 'value_error',
});

export const unknownRetailer = (): Problem =>
  valueError(
    'retailer',
    'Unknown retailer: take an identifier from GET /retailers, or the domain of a supported store',
  );

export const foreignProductUrl = (): Problem => ({
  loc: ['path', 'product_id'],
  msg: 'This URL is not a product page of this retailer: send its product id, or a product URL of its own',
  type: 'value_error',
});

export const noFreeShippingFilter = (): Problem =>
  valueError('free_shipping', 'The domain of a store cannot be filtered: leave free_shipping out');

export const twoAges = (): Problem =>
  valueError('newer_than', 'max_age and newer_than cannot be combined: send one of them');

export const emptyPriceRange = (): Problem => valueError('min_price', 'min_price should not be above max_price');

export const searchUnavailable =
  'This store cannot be searched. Get a product by its id or URL with GET /products/{product_id}, or order its URL.';

export const lookupUnavailable = 'This store does not show this. Order the product by its id or URL.';

/** What stands in for a store's own words when it had none: it was too slow, or its connector broke. */
export const retailerSilent = 'The retailer did not answer. Try again in a moment.';
