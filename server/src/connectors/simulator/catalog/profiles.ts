import { readDepartment } from './departments.ts';
import type { Kind } from './kind.ts';

const accessories = readDepartment('accessories');
const apple = readDepartment('apple');
const care = readDepartment('care');
const creaturesShop = readDepartment('creatures-shop');
const electronics = readDepartment('electronics');
const fashion = readDepartment('fashion');
const flowers = readDepartment('flowers');
const furniture = readDepartment('furniture');
const grocery = readDepartment('grocery');
const handmade = readDepartment('handmade');
const household = readDepartment('household');
const kitchen = readDepartment('kitchen');
const office = readDepartment('office');
const outdoors = readDepartment('outdoors');
const pets = readDepartment('pets');
const scandinavian = readDepartment('scandinavian');
const tools = readDepartment('tools');
const toys = readDepartment('toys');

/** What a store sells, and how. */
export interface Profile {
  kinds: readonly Kind[];
  /** Additional everyday products. */
  everyday: readonly Kind[];
  /** Number of products. */
  size: number;
  /** The last two digits of its prices. */
  endings: readonly number[];
  /** `own`: sells by itself; `mixed`: beside other sellers; `sellers`: others only. */
  market: 'own' | 'mixed' | 'sellers';
  gift: 'none' | 'message' | 'wrap';
  /** Membership program with member-only offers. */
  membership: 'prime' | 'club' | null;
  /** Whether its search says which items ship free. */
  hasFreeShippingInfo: boolean;
}

function profile(kinds: readonly Kind[], endings: readonly number[], habits: Partial<Profile> = {}): Profile {
  return {
    kinds,
    everyday: [],
    size: 108,
    endings,
    market: 'own',
    gift: 'message',
    membership: null,
    hasFreeShippingInfo: true,
    ...habits,
  };
}

export const profiles: Readonly<Record<string, Profile>> = {
  amazon: profile([...electronics, ...kitchen, ...toys, ...care, ...grocery], [99, 99, 95, 49], {
    everyday: [...accessories, ...household],
    size: 260,
    market: 'mixed',
    gift: 'wrap',
    membership: 'prime',
    hasFreeShippingInfo: false,
  }),
  walmart: profile([...electronics, ...kitchen, ...grocery, ...toys, ...pets], [97, 88, 98, 0], {
    everyday: [...accessories, ...household],
    size: 240,
    market: 'mixed',
  }),
  target: profile([...kitchen, ...toys, ...fashion, ...grocery], [99], {
    everyday: [...accessories, ...household],
    size: 160,
    gift: 'wrap',
  }),
  bestbuy: profile(electronics, [99], { everyday: accessories, market: 'mixed' }),
  homedepot: profile([...tools, ...furniture], [97, 98, 0], { everyday: household, gift: 'none' }),
  lowes: profile(tools, [98, 99, 0], { everyday: household, gift: 'none' }),
  costco: profile([...grocery, ...electronics, ...furniture], [99, 97], {
    everyday: household,
    gift: 'none',
    membership: 'club',
  }),
  ebay: profile([...electronics, ...fashion, ...toys], [0, 50, 99], {
    everyday: accessories,
    size: 180,
    market: 'sellers',
  }),
  etsy: profile(handmade, [0, 50, 99], { market: 'sellers', gift: 'wrap' }),
  wayfair: profile([...furniture, ...kitchen], [99], { gift: 'none' }),
  macys: profile([...fashion, ...kitchen], [0, 99, 50], { gift: 'wrap' }),
  apple: profile(apple, [0]),
  walgreens: profile([...care, ...grocery], [99, 49, 79], { everyday: household }),
  acehardware: profile(tools, [99], { everyday: household, gift: 'none' }),
  '1800flowers': profile(flowers, [99], { gift: 'wrap' }),
  pokemoncenter: profile(creaturesShop, [99], { size: 260, gift: 'wrap' }),
  aliexpress: profile([...electronics, ...fashion, ...toys], [9, 39, 66, 99], {
    everyday: accessories,
    size: 160,
    market: 'sellers',
    gift: 'none',
  }),
  nordstrom: profile([...fashion, ...care], [0, 95], { gift: 'wrap' }),
  kohls: profile([...fashion, ...kitchen, ...toys], [99], { everyday: household }),
  staples: profile([...office, ...electronics], [99, 49], { everyday: accessories }),
  chewy: profile(pets, [99, 48, 98]),
  rei: profile(outdoors, [95, 0]),
  ikea: profile(scandinavian, [99, 0], { gift: 'none' }),
};
