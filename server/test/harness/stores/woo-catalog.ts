import { texturized } from './woo-replies.ts';

export interface WooProduct {
  id: number;
  slug: string;
  name: string;
  price: number;
  /** Null: unlimited. */
  stock: number | null;
  parent?: number;
  /** Fixed attributes of a variation, by label. */
  fixed?: Record<string, string>;
  /** Attributes that the buyer chooses, by taxonomy. */
  anyOf?: string[];
  /** Sold in multiples. */
  by?: number;
  hasNoSku?: boolean;
}

const products: WooProduct[] = [
  { id: 11, slug: 'beanie', name: 'Beanie - warm', price: 1999, stock: null, hasNoSku: true },
  { id: 12, slug: 'belt', name: 'Belt', price: 2500, stock: 3 },
  { id: 14, slug: 'egg', name: 'Egg', price: 30, stock: null, by: 6 },
  { id: 13, slug: 'sold-out-cap', name: 'Sold-out cap', price: 900, stock: 0 },
  { id: 20, slug: 'hoodie', name: 'Hoodie', price: 4200, stock: null },
  { id: 21, slug: 'hoodie-blue', name: 'Hoodie', price: 4200, stock: null, parent: 20, fixed: { Color: 'blue' } },
  {
    id: 22,
    slug: 'hoodie-red',
    name: 'Hoodie',
    price: 4500,
    stock: null,
    parent: 20,
    fixed: { Color: 'red' },
    anyOf: ['pa_size'],
  },
  ...Array.from({ length: 25 }, (_, index) => ({
    id: 100 + index,
    slug: `sock-${index}`,
    name: `Sock ${index}`,
    price: 300 + index,
    stock: null,
  })),
];

const attributes = [
  {
    id: 1,
    name: 'Color',
    taxonomy: 'pa_color',
    has_variations: true,
    terms: [
      { id: 1, name: 'Blue', slug: 'blue' },
      { id: 2, name: 'Red', slug: 'red' },
    ],
  },
  {
    id: 2,
    name: 'Size',
    taxonomy: 'pa_size',
    has_variations: true,
    terms: [
      { id: 3, name: 'Medium', slug: 'm' },
      { id: 4, name: 'Large', slug: 'l' },
    ],
  },
];

export const findWoo = (id: number): WooProduct | undefined =>
  products.find((product) => product.id === id && product.slug !== 'hoodie');

/** A variation without its own SKU has its parent's. */
export const skuOf = ({ id, parent, hasNoSku }: WooProduct): string => (hasNoSku ? '' : `sku-${parent ?? id}`);

function viewOf(product: WooProduct) {
  const isVariable = product.slug === 'hoodie';
  const children = products.filter(({ parent }) => parent === product.id);
  return {
    id: product.id,
    name: texturized(product.name),
    slug: product.slug,
    parent: product.parent ?? 0,
    type: isVariable ? 'variable' : product.parent ? 'variation' : 'simple',
    permalink: `https://shop.invalid/product/${product.slug}/`,
    sku: skuOf(product),
    description: `<p>About ${product.name}</p>`,
    images: [{ id: 1, src: `https://shop.invalid/${product.slug}.jpg` }],
    average_rating: '0',
    review_count: 0,
    prices: {
      price: String(product.price),
      regular_price: String(product.price),
      sale_price: String(product.price),
      price_range: isVariable ? { min_amount: '4200', max_amount: '4500' } : null,
      currency_code: 'USD',
      currency_minor_unit: 2,
    },
    attributes: isVariable ? attributes : [],
    variations: children.map(({ id, fixed = {} }) => ({
      id,
      attributes: attributes.map(({ name }) => ({ name, value: fixed[name] ?? null })),
    })),
    has_options: isVariable,
    is_purchasable: true,
    is_in_stock: product.stock !== 0,
    is_on_backorder: false,
    low_stock_remaining: null,
    add_to_cart: { minimum: product.by ?? 1, maximum: 96, multiple_of: product.by ?? 1 },
  };
}

/** Variations are listed only on request. */
export function wooCatalog(path: string, query: URLSearchParams) {
  const named = /^\/products\/([^/]+)$/.exec(path)?.[1];
  if (named !== undefined) {
    const word = decodeURIComponent(named);
    const found = products.find(({ id, slug }) => slug === word || String(id) === word);
    if (found) return { status: 200, body: viewOf(found) };
    const body = {
      code: 'woocommerce_rest_product_invalid_slug',
      message: 'Invalid product slug.',
      data: { status: 404 },
    };
    return { status: 404, body };
  }
  const parent = Number(query.get('parent') ?? 0);
  const words = (query.get('search') ?? '').toLowerCase();
  const size = Number(query.get('per_page') ?? 10);
  const page = Number(query.get('page') ?? 1);
  const isVariation = query.get('type') === 'variation';
  const all = products.filter(
    (product) =>
      (product.parent !== undefined) === isVariation &&
      (!isVariation || product.parent === parent) &&
      product.name.toLowerCase().includes(words),
  );
  const headers = { 'X-WP-Total': String(all.length), 'X-WP-TotalPages': String(Math.ceil(all.length / size)) };
  return { status: 200, body: all.slice((page - 1) * size, page * size).map(viewOf), headers };
}
