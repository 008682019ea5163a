import { type Cents, toCents } from '../../../kit/money.ts';
import type { Choice, Kind } from './kind.ts';
import { createSeededRandom } from './seeded-random.ts';

/** A simulated product, for search and checkout. details.ts adds the rest. */
export interface Product {
  retailer: string;
  productId: string;
  title: string;
  /** Generated from the kind if absent. */
  description?: string;
  brand: string;
  url: string;
  kind: Kind;
  choices: readonly Choice[];
  price: Cents;
  listPrice: Cents | null;
  /** 0 to 5, in tenths. */
  stars: number;
  numReviews: number;
  /** Units per order. The simulator never sells out. */
  stock: number;
  maxQuantity: number;
  /** The page exists, but it is no longer sold. */
  isDiscontinued?: boolean;
  grams: number;
  countries: readonly string[];
  /** Always ships free. */
  freeShipping: boolean;
}

export interface ProductIdentity {
  retailer: string;
  productId: string;
  title: string;
  brand: string;
  url: string;
}

/**
 * Price, stock and ratings of a product. `rank` (0 to 1000) is its size within its kind, so a larger screen costs and
 * weighs more.
 */
export function createProduct(
  identity: ProductIdentity,
  kind: Kind,
  rank: number,
  store: { endings: readonly number[]; countries: readonly string[] },
): Product {
  const roll = createSeededRandom(`product ${identity.retailer} ${identity.productId}`);
  const [cheapest, dearest] = kind.price;
  const share = Math.floor((rank * 4 + roll.below(1000)) / 5);
  const dollars = Math.floor((cheapest + ((dearest - cheapest) * share) / 1000) / 100);
  const price = dollars * 100 + roll.pick(store.endings);
  const discounted = roll.chance(35);
  const grams = kind.grams[0] + Math.floor(((kind.grams[1] - kind.grams[0]) * share) / 1000);
  return {
    ...identity,
    kind,
    choices: kind.choices,
    price: toCents(price),
    listPrice: discounted ? toCents(price + Math.floor(price / 100) * roll.between(8, 45)) : null,
    stars: roll.between(34, 49) / 10,
    numReviews: roll.below(100) ** 2 + roll.below(90),
    stock: stockOf(roll.below(100), roll.between(12, 480)),
    maxQuantity: price > 50_000 ? 3 : roll.pick([5, 10, 20, 100]),
    grams,
    // Heavy goods ship only in the home market.
    countries: grams > 30_000 ? store.countries.slice(0, 1) : store.countries,
    freeShipping: roll.chance(20),
  };
}

function stockOf(luck: number, plenty: number): number {
  if (luck < 3) return 0;
  if (luck < 8) return 3;
  return plenty;
}

/** Whether a combination is in stock. A few never are. */
export function isCombinationAvailable(product: Product, values: readonly string[]): boolean {
  if (values.length === 0) return true;
  return !createSeededRandom(`variant ${product.retailer} ${product.productId} ${values.join(' / ')}`).chance(8);
}
