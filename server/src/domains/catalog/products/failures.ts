import type { Problem } from '../../../kit/failure.ts';

const valueError = (parameter: string, msg: string): Problem => ({
  loc: ['query', parameter],
  msg,
  type: 'value_error',
});

export const unknownRetailer = (): Problem =>
  valueError('retailer', 'Unknown retailer. Use an identifier from GET /retailers or the domain of a supported store');

export const foreignProductUrl = (): Problem => ({
  loc: ['path', 'product_id'],
  msg: 'This URL is not a product page at this retailer. Send a product ID or product URL',
  type: 'value_error',
});

export const noFreeShippingFilter = (): Problem =>
  valueError('free_shipping', 'free_shipping is not supported for this store. Remove it');

export const twoAges = (): Problem =>
  valueError('newer_than', 'max_age and newer_than cannot be combined. Send one of them');

export const emptyPriceRange = (): Problem => valueError('min_price', 'min_price should not be above max_price');

export const searchUnavailable =
  'This store does not support search. Use GET /products/{product_id} with a product ID or URL, or order by URL.';

export const lookupUnavailable = 'This store does not provide product details. Order the product by its ID or URL.';

/** Default message for a store that timed out or failed. */
export const retailerSilent = 'The store did not respond. Try again in a moment.';
