import type { Dice } from './dice.ts';

/** How one store numbers its products and what their addresses look like. */
export interface AddressStyle {
  newId(dice: Dice): string;
  /** Path and query of the canonical address. */
  path(slug: string, id: string): string;
  /** Finds the product's number in a path and query, however the slug reads. */
  pattern: RegExp;
  /** Brings an id as found in an address into the spelling of the catalogue. */
  normalise?(id: string): string;
}

const alphanumeric = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const upper = (id: string): string => id.toUpperCase();

/** A number of this length that does not begin with zero. */
const number =
  (length: number, first = '123456789') =>
  (dice: Dice): string =>
    dice.letters(1, first) + dice.digits(length - 1);

/** Patterns are matched against `pathname + search`; what follows an id may be a slash, a query or the end. */
export const addressStyles: Readonly<Record<string, AddressStyle>> = {
  amazon: {
    newId: (dice) => `B0${dice.letters(8, alphanumeric)}`,
    path: (_slug, id) => `/dp/${id}`,
    pattern: /\/(?:dp|gp\/product|gp\/aw\/d)\/([A-Z0-9]{10})(?=[/?]|$)/i,
    normalise: upper,
  },
  walmart: {
    newId: number(9),
    path: (slug, id) => `/ip/${slug}/${id}`,
    pattern: /^\/ip\/(?:[^/?]+\/)?(\d{6,12})(?=[/?]|$)/,
  },
  target: {
    newId: number(8, '1589'),
    path: (slug, id) => `/p/${slug}/-/A-${id}`,
    pattern: /^\/p\/(?:[^?]*\/)?A-(\d{6,10})(?=[/?]|$)/i,
  },
  bestbuy: {
    newId: number(7, '6'),
    path: (slug, id) => `/site/${slug}/${id}.p?skuId=${id}`,
    pattern: /^\/site\/(?:[^?]*\/)?(\d{6,8})\.p(?=[/?]|$)/,
  },
  homedepot: {
    newId: number(9, '23'),
    path: (slug, id) => `/p/${slug}/${id}`,
    pattern: /^\/p\/(?:[^/?]+\/)?(\d{8,10})(?=[/?]|$)/,
  },
  lowes: {
    newId: number(10, '15'),
    path: (slug, id) => `/pd/${slug}/${id}`,
    pattern: /^\/pd\/(?:[^/?]+\/)?(\d{7,11})(?=[/?]|$)/,
  },
  costco: {
    newId: (dice) => `100${dice.digits(6)}`,
    path: (slug, id) => `/${slug}.product.${id}.html`,
    pattern: /\.product\.(\d{6,10})\.html(?=[/?]|$)/,
  },
  ebay: {
    newId: number(12, '123'),
    path: (_slug, id) => `/itm/${id}`,
    pattern: /^\/itm\/(?:[^/?]+\/)?(\d{11,13})(?=[/?]|$)/,
  },
  etsy: {
    newId: number(10, '1'),
    path: (slug, id) => `/listing/${id}/${slug}`,
    pattern: /\/listing\/(\d{8,11})(?=[/?]|$)/,
  },
  wayfair: {
    newId: (dice) => `W00${dice.digits(7)}`,
    path: (slug, id) => `/furniture/pdp/${slug}-${id.toLowerCase()}.html`,
    pattern: /\/pdp\/(?:[^/?]*-)?(w\d{6,10})\.html(?=[/?]|$)/i,
    normalise: upper,
  },
  macys: {
    newId: number(8, '12'),
    path: (slug, id) => `/shop/product/${slug}?ID=${id}`,
    pattern: /^\/shop\/product\/?[^?]*\?(?:[^#]*&)?ID=(\d{6,9})(?=&|$)/i,
  },
  apple: {
    newId: (dice) => `M${dice.letters(4, alphanumeric)}AM`,
    path: (slug, id) => `/shop/product/${id}/A/${slug}`,
    pattern: /\/shop\/product\/([A-Z0-9]{5,8})(?=[/?]|$)/i,
    normalise: upper,
  },
  walgreens: {
    newId: (dice) => `prod6${dice.digits(6)}`,
    path: (slug, id) => `/store/c/${slug}/ID=${id}-product`,
    pattern: /^\/store\/c\/(?:[^/?]+\/)?ID=(prod\d{5,9})-product(?=[/?]|$)/i,
    normalise: (id) => id.toLowerCase(),
  },
  acehardware: {
    newId: number(7, '1258'),
    path: (slug, id) => `/departments/${slug}/${id}`,
    pattern: /^\/departments\/(?:[^?]*\/)?(\d{5,8})(?=[/?]|$)/,
  },
  '1800flowers': {
    newId: number(6, '19'),
    path: (slug, id) => `/${slug}-${id}`,
    pattern: /^\/(?:[^?]*-)?(\d{5,7})(?=[/?]|$)/,
  },
  pokemoncenter: {
    newId: (dice) => `701-${dice.digits(5)}`,
    path: (slug, id) => `/product/${id}/${slug}`,
    pattern: /\/product\/(\d{3}-\d{5})(?=[/?]|$)/,
  },
  aliexpress: {
    newId: (dice) => `100500${number(10)(dice)}`,
    path: (_slug, id) => `/item/${id}.html`,
    pattern: /^\/(?:item|i)\/(?:[^/?]+\/)?(\d{10,19})\.html(?=[/?]|$)/,
  },
  nordstrom: {
    newId: number(7, '567'),
    path: (slug, id) => `/s/${slug}/${id}`,
    pattern: /^\/s\/(?:[^/?]+\/)?(\d{6,8})(?=[/?]|$)/,
  },
  kohls: {
    newId: number(7, '3456'),
    path: (slug, id) => `/product/prd-${id}/${slug}.jsp`,
    pattern: /^\/product\/prd-(\d{5,9})(?=[/?]|$)/,
  },
  staples: {
    newId: number(8, '2'),
    path: (slug, id) => `/${slug}/product_${id}`,
    pattern: /\/product_(\d{5,9})(?=[/?]|$)/,
  },
  chewy: {
    newId: number(6, '1239'),
    path: (slug, id) => `/${slug}/dp/${id}`,
    pattern: /\/dp\/(\d{5,7})(?=[/?]|$)/,
  },
  rei: {
    newId: number(6, '12'),
    path: (slug, id) => `/product/${id}/${slug}`,
    pattern: /^\/(?:rei-garage\/)?product\/(\d{6})(?=[/?]|$)/,
  },
  ikea: {
    newId: number(8, '0234579'),
    path: (slug, id) => `/us/en/p/${slug}-${id}/`,
    pattern: /\/p\/(?:[^/?]*-)?s?(\d{8})(?=[/?]|$)/i,
  },
};

/** The product's number in an address of this store, or null when the address is not a product's. */
export function productIdIn(style: AddressStyle, url: URL): string | null {
  const found = style.pattern.exec(url.pathname + url.search)?.[1];
  if (!found) return null;
  return style.normalise ? style.normalise(found) : found;
}

export function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’"]/g, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .replace(/-$/, '');
}
