import { useData } from '../../lib/data.ts';
import { nameOfUrl } from '../../lib/products.ts';
import { useRetailers } from '../../lib/retailers.ts';
import type { Choice } from './choice.ts';
import { readOffers, readProduct, suggestedMaximum, variantOf } from './product.ts';

export interface Named {
  retailer: string;
  productId: string;
}

export const useProduct = ({ retailer, productId }: Named, enabled = true) =>
  useData(
    ['product', retailer, productId],
    (api, options) => api.getProduct({ retailer, product_id: productId }, options),
    { enabled, freshFor: 300_000, refresh: (answer) => (answer?.status === 'processing' ? 1500 : false) },
  );

export const useOffers = ({ retailer, productId }: Named, enabled = true) =>
  useData(
    ['offers', retailer, productId],
    (api, options) => api.getProductOffers({ retailer, product_id: productId }, options),
    { enabled, freshFor: 300_000 },
  );

/** What is known about the product. A bare link tells little. */
export interface Subject {
  title: string;
  image: string | null;
  unitPrice: number | null;
  /** Currency of the store. */
  currency: string;
  suggestion: number | null;
  countries: readonly string[];
}

export function useSubject(choice: Choice, quantity: number): Subject {
  const named = { retailer: choice.retailer ?? '', productId: choice.productId ?? '' };
  const isKnown = choice.retailer !== null && choice.productId !== null;
  const details = useProduct(named, isKnown);
  const offered = useOffers(named, isKnown);
  const { data: catalogue } = useRetailers();
  const brand = catalogue?.retailers.find(({ retailer }) => retailer === choice.retailer);
  const countries = brand?.supported_countries ?? ['US', 'DE', 'IT'];
  if (details.data?.status !== 'completed') {
    return { title: nameOfUrl(choice.url), image: null, unitPrice: null, currency: 'USD', suggestion: null, countries };
  }
  const product = readProduct(details.data);
  const chosen = Object.fromEntries(choice.variant.map(({ label, value }) => [label, value]));
  const offer = readOffers(offered.data)
    .filter(({ condition, available }) => available && condition === (choice.condition ?? 'New'))
    .toSorted((a, b) => a.price - b.price)[0];
  const unitPrice =
    (choice.condition === null ? variantOf(product, chosen)?.price : null) ?? offer?.price ?? product.price;
  const shipping = offer?.shipping?.price ?? (product.shipsFree ? 0 : 600);
  const { currency, title, image } = product;
  // The maximum is in US dollars. For other currencies, the quote suggests one.
  const isKnownPrice = unitPrice !== null && currency === 'USD';
  const suggestion = isKnownPrice ? suggestedMaximum(unitPrice, quantity, shipping) : null;
  return { title, image, unitPrice, currency, suggestion, countries };
}
