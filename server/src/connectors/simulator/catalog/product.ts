import { type Cents, toCents } from '../../../kit/money.ts';
import type { Choice, Kind } from './kind.ts';
import { createSeededRandom } from './seeded-random.ts';

/** A product of the simulated catalogue: what search and checkout need. The rest is told by details.ts. */
export interface Product {
  retailer: string;
  productId: string;
  title: string;
  /** Made up from the kind of product where there is none. */
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
  /** How many the store will sell at once; the simulator never runs down. */
  stock: number;
  maxQuantity: number;
  /** The store has its page, and does not sell it any more. */
  isDiscontinued?: boolean;
  grams: number;
  countries: readonly string[];
  /** Ships free whatever the order comes to. */
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
 * What the store charges, stocks and thinks of a product. `rank` (0 to 1000) says how big or good it is among its
 * kind, so that the larger screen costs and weighs more.
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
    // What is too heavy for the post stays in the store's home market.
    countries: grams > 30_000 ? store.countries.slice(0, 1) : store.countries,
    freeShipping: roll.chance(20),
  };
}

function stockOf(luck: number, plenty: number): number {
  if (luck < 3) return 0;
  if (luck < 8) return 3;
  return plenty;
}

/** Which combinations of choices the store has; a few are always gone. */
export function isCombinationAvailable(product: Product, values: readonly string[]): boolean {
  if (values.length === 0) return true;
  return !createSeededRandom(`variant ${product.retailer} ${product.productId} ${values.join(' / ')}`).chance(8);
}
