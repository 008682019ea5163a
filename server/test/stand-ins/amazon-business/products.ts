import type { Json, Reply, State } from './state.ts';
import { errorBody } from './state.ts';

interface Item {
  asin: string;
  title: string;
  cents: number;
  parent?: boolean;
  restriction?: string;
  minQuantity?: number;
  maxQuantity?: number;
}

export const items: readonly Item[] = [
  { asin: 'B0MUG00001', title: 'Enamel mug', cents: 1250 },
  { asin: 'B0LAMP0001', title: 'Desk lamp', cents: 4000, maxQuantity: 5 },
  { asin: 'B0SHIRT000', title: 'Linen shirt', cents: 2900, parent: true },
  { asin: 'B0SHIRT00S', title: 'Linen shirt, S', cents: 2900 },
  { asin: 'B0SHIRT00M', title: 'Linen shirt, M', cents: 3100 },
  { asin: 'B0BLOCKED1', title: 'Gift card', cents: 5000, restriction: 'Blocked by your organization' },
];

export const itemOf = (asin: unknown): Item | undefined => items.find((item) => item.asin === asin);

export const money = (cents: number): Json => ({ currencyCode: 'USD', amount: cents / 100 });

const offer = (offerId: string, cents: number, more: Json = {}): Json => ({
  offerId,
  price: { value: money(cents), formattedPrice: `$${cents / 100}`, priceType: 'BUSINESS' },
  taxExclusivePrice: { taxExclusiveAmount: null },
  listPrice: { value: null },
  quantityInStock: null,
  availability: 'In Stock',
  deliveryInformation: 'Tomorrow',
  fulfillmentType: 'AMAZON_FULFILLMENT',
  merchant: { merchantId: null, name: 'Amazon.com', meanFeedbackRating: 4.5, totalFeedbackCount: 100 },
  productCondition: 'NEW',
  condition: { conditionValue: 'NEW', subCondition: 'NEW' },
  buyingGuidance: 'NONE',
  buyingRestrictions: [],
  quantityLimits: {},
  ...more,
});

/** Amazon's own offer first, then a cheaper one of a stranger, and a used one. */
function offersOf({ asin, cents, parent, restriction, minQuantity, maxQuantity }: Item): Json[] {
  if (parent) return [];
  const quantityLimits = { minQuantity, maxQuantity };
  if (restriction) {
    return [
      offer(`${asin}-a`, cents, { buyingGuidance: 'BLOCKED', buyingRestrictions: [{ title: restriction, type: 'X' }] }),
    ];
  }
  const merchant = { merchantId: 'A1STRANGER', name: 'Stranger', meanFeedbackRating: 3.9, totalFeedbackCount: 12 };
  return [
    offer(`${asin}-a`, cents, { quantityLimits }),
    offer(`${asin}-b`, cents - 100, { merchant, fulfillmentType: 'MERCHANT_FULFILLMENT' }),
    offer(`${asin}-u`, cents - 500, { merchant, productCondition: 'USED', condition: { subCondition: 'VERY_GOOD' } }),
  ];
}

function product(item: Item): Json {
  const image = { url: `https://images.example.com/${item.asin}.jpg`, width: 500, height: 500 };
  return {
    asin: item.asin,
    asinType: item.parent ? 'VARIATION_PARENT' : item.asin.startsWith('B0SHIRT') ? 'VARIATION_CHILD' : 'STANDARD',
    signedProductId: 'signed',
    title: item.title,
    url: `https://www.amazon.com/dp/${item.asin}?ref_=x`,
    features: ['Good'],
    productDescription: null,
    byLine: [{ name: 'Acme', roles: ['brand'] }],
    taxonomies: [{ taxonomyCode: '1', title: 'Kitchen', type: 'UNSPSC' }],
    customerReviewsSummary: { numberOfRatings: 7, starRating: 4.5 },
    productVariations: item.asin.startsWith('B0SHIRT') ? variations : null,
    upcValues: [],
    eanValues: ['4006381333931'],
    includedDataTypes: { OFFERS: offersOf(item), IMAGES: [{ altText: null, large: image }] },
    somethingNew: { asYet: 'unheard of' },
  };
}

const variations = {
  dimensions: [
    {
      index: 0,
      displayString: 'Size',
      dimensionValues: [
        { index: 0, displayString: 'S' },
        { index: 1, displayString: 'M' },
      ],
    },
  ],
  variations: [
    { asin: 'B0SHIRT00S', variationValues: [{ index: 0, value: 0 }] },
    { asin: 'B0SHIRT00M', variationValues: [{ index: 0, value: 1 }] },
  ],
};

/** Product Search wants to know who asks, where, and in which language. */
function refuseQuery({ behavior }: State, query: URLSearchParams, headers: Record<string, string>): Reply | null {
  if (!headers['x-amz-user-email']) return { status: 400, body: [{ code: 'EMAIL_ID_NOT_FOUND', message: '' }] };
  const isRegion = behavior.regions.includes(query.get('productRegion') ?? '');
  const isWhole = isRegion && /^[a-z]{2}_[A-Z]{2}$/.test(query.get('locale') ?? '');
  return isWhole ? null : { status: 400, body: [{ code: 'INVALID_REQUEST_PARAMETER', message: '' }] };
}

export function serveProducts(state: State, url: URL, headers: Record<string, string>): Reply {
  const refusal = refuseQuery(state, url.searchParams, headers);
  if (refusal) return refusal;
  const [, asin, topic] = /^\/products\/2020-08-26\/products\/([^/]+)(\/offers)?$/.exec(url.pathname) ?? [];
  if (asin === undefined) return search(url.searchParams);
  const item = itemOf(asin);
  if (!item) return { status: 404, body: errorBody('PRODUCT_NOT_FOUND') };
  if (topic === undefined) return { status: 200, body: product(item) };
  const [featuredOffer, ...others] = offersOf(item);
  return {
    status: 200,
    body: { offerCount: others.length + 1, numberOfPages: 1, featuredOffer, offers: others, filterGroups: [] },
  };
}

function search(query: URLSearchParams): Reply {
  const words = (query.get('keywords') ?? '').toLowerCase();
  const found = items.filter(({ title }) => title.toLowerCase().includes(words));
  const size = Number(query.get('pageSize') ?? 24);
  const page = Number(query.get('pageNumber') ?? 0);
  const products = found.slice(page * size, (page + 1) * size).map(product);
  return {
    status: 200,
    body: { matchingProductCount: found.length, numberOfPages: Math.ceil(found.length / size), products },
  };
}
