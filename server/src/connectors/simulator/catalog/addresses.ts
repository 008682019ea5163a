import type { SeededRandom } from './seeded-random.ts';

/** A store's product IDs and URLs. */
export interface AddressStyle {
  newId(dice: SeededRandom): string;
  /** Path and query of the canonical address. */
  path(slug: string, id: string): string;
}

const alphanumeric = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Digits without a leading zero. */
const number =
  (length: number, first = '123456789') =>
  (dice: SeededRandom): string =>
    dice.letters(1, first) + dice.digits(length - 1);

export const addressStyles: Readonly<Record<string, AddressStyle>> = {
  amazon: {
    newId: (dice) => `B0${dice.letters(8, alphanumeric)}`,
    path: (_slug, id) => `/dp/${id}`,
  },
  walmart: {
    newId: number(9),
    path: (slug, id) => `/ip/${slug}/${id}`,
  },
  target: {
    newId: number(8, '1589'),
    path: (slug, id) => `/p/${slug}/-/A-${id}`,
  },
  bestbuy: {
    newId: number(7, '6'),
    path: (slug, id) => `/site/${slug}/${id}.p?skuId=${id}`,
  },
  homedepot: {
    newId: number(9, '23'),
    path: (slug, id) => `/p/${slug}/${id}`,
  },
  lowes: {
    newId: number(10, '15'),
    path: (slug, id) => `/pd/${slug}/${id}`,
  },
  costco: {
    newId: (dice) => `100${dice.digits(6)}`,
    path: (slug, id) => `/${slug}.product.${id}.html`,
  },
  ebay: {
    newId: number(12, '123'),
    path: (_slug, id) => `/itm/${id}`,
  },
  etsy: {
    newId: number(10, '1'),
    path: (slug, id) => `/listing/${id}/${slug}`,
  },
  wayfair: {
    newId: (dice) => `W00${dice.digits(7)}`,
    path: (slug, id) => `/furniture/pdp/${slug}-${id.toLowerCase()}.html`,
  },
  macys: {
    newId: number(8, '12'),
    path: (slug, id) => `/shop/product/${slug}?ID=${id}`,
  },
  apple: {
    newId: (dice) => `M${dice.letters(4, alphanumeric)}AM`,
    path: (slug, id) => `/shop/product/${id}/A/${slug}`,
  },
  walgreens: {
    newId: (dice) => `prod6${dice.digits(6)}`,
    path: (slug, id) => `/store/c/${slug}/ID=${id}-product`,
  },
  acehardware: {
    newId: number(7, '1258'),
    path: (slug, id) => `/departments/${slug}/${id}`,
  },
  '1800flowers': {
    newId: number(6, '19'),
    path: (slug, id) => `/${slug}-${id}`,
  },
  pokemoncenter: {
    newId: (dice) => `701-${dice.digits(5)}`,
    path: (slug, id) => `/product/${id}/${slug}`,
  },
  aliexpress: {
    newId: (dice) => `100500${number(10)(dice)}`,
    path: (_slug, id) => `/item/${id}.html`,
  },
  nordstrom: {
    newId: number(7, '567'),
    path: (slug, id) => `/s/${slug}/${id}`,
  },
  kohls: {
    newId: number(7, '3456'),
    path: (slug, id) => `/product/prd-${id}/${slug}.jsp`,
  },
  staples: {
    newId: number(8, '2'),
    path: (slug, id) => `/${slug}/product_${id}`,
  },
  chewy: {
    newId: number(6, '1239'),
    path: (slug, id) => `/${slug}/dp/${id}`,
  },
  rei: {
    newId: number(6, '12'),
    path: (slug, id) => `/product/${id}/${slug}`,
  },
  ikea: {
    newId: number(8, '0234579'),
    path: (slug, id) => `/us/en/p/${slug}-${id}/`,
  },
};

export function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’"]/g, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .replace(/-$/, '');
}
