import { assertDefined } from '../../../kit/assert-defined.ts';
import { addCents, type Cents, toCents } from '../../../kit/money.ts';
import { offerPayload } from '../../catalog-product.ts';
import type { Offer, SearchHit } from '../../contract.ts';
import type { Choice } from './kind.ts';
import { isCombinationAvailable, type Product } from './product.ts';
import { createSeededRandom } from './seeded-random.ts';
import type { Store } from './store-products.ts';

export const imageUrl = (publicUrl: string, product: { retailer: string; productId: string }): string =>
  `${publicUrl}/shop/images/${product.retailer}/${product.productId}.svg`;

/** Free shipping by itself, or because its price reaches the threshold. */
export function shipsFree({ brand }: Store, product: Product): boolean {
  return product.freeShipping || (brand.freeShipping && product.price >= (brand.freeShippingThreshold ?? 0));
}

export function searchHit(store: Store, product: Product, publicUrl: string): SearchHit {
  return {
    productId: product.productId,
    title: product.title,
    url: product.url,
    retailer: product.retailer,
    image: imageUrl(publicUrl, product),
    brand: product.brand,
    price: product.price,
    currency: 'USD',
    stars: product.stars,
    numReviews: product.numReviews,
    available: product.stock > 0,
    freeShipping: shipsFree(store, product),
    variantRequired: product.choices.some((choice) => choice.required),
  };
}

/** Product details. */
export function productPayload(store: Store, product: Product, publicUrl: string): Record<string, unknown> {
  const first = chosenFirst(product.choices);
  return {
    product_id: product.productId,
    retailer: product.retailer,
    title: product.title,
    url: product.url,
    brand: product.brand,
    price: product.price,
    list_price: product.listPrice,
    currency: 'USD',
    tax_included: false,
    images: [imageUrl(publicUrl, product)],
    main_image: imageUrl(publicUrl, product),
    description: product.description ?? describe(product),
    feature_bullets: bulletsOf(product),
    specifications: specificationsOf(product),
    categories: product.kind.categories,
    variants: variantsOf(product),
    variant_groups: product.choices.map((choice) => ({
      label: choice.label,
      values: choice.values.map(({ value }) => value),
      required: choice.required,
    })),
    selected_variant: first,
    stars: product.stars,
    num_reviews: product.numReviews,
    available: product.stock > 0,
    stock: product.stock,
    max_quantity: product.maxQuantity,
    weight_grams: product.grams,
    shipping: {
      free: shipsFree(store, product),
      free_threshold_cents: store.brand.freeShipping ? store.brand.freeShippingThreshold : null,
      countries: product.countries,
    },
  };
}

const chosenFirst = (choices: readonly Choice[]) =>
  choices
    .filter((choice) => !choice.required)
    .map((choice) => ({ label: choice.label, value: assertDefined(choice.values[0]).value }));

function bulletsOf(product: Product): string[] {
  const roll = createSeededRandom(`bullets ${product.retailer} ${product.productId}`);
  const left = [...product.kind.bullets];
  while (left.length > 4) left.splice(roll.below(left.length), 1);
  return left;
}

const openings = [
  'Made for people who use it every day:',
  'A customer favorite:',
  'Simple, well made and ready to go:',
  'One of those things that just works:',
] as const;

function describe(product: Product): string {
  const roll = createSeededRandom(`words ${product.retailer} ${product.productId}`);
  const sentences = bulletsOf(product).map((bullet) => `${bullet}.`);
  return `${roll.pick(openings)} ${product.title}. ${sentences.join(' ')} Sold and described by ${product.brand}.`;
}

function specificationsOf(product: Product): { name: string; value: string }[] {
  const roll = createSeededRandom(`specifications ${product.retailer} ${product.productId}`);
  const told = Object.entries(product.kind.specifications).map(([name, values]) => ({
    name,
    value: agreeing(product, values) ?? roll.pick(values),
  }));
  return [...told, { name: 'Brand', value: product.brand }, { name: 'Item weight', value: weightText(product.grams) }];
}

/** A specification must not contradict the title. */
const agreeing = (product: Product, values: readonly string[]): string | undefined =>
  values.find((value) => product.title.includes(value));

function weightText(grams: number): string {
  const tenthsOfPound = Math.round((grams * 10) / 454);
  if (tenthsOfPound < 10) return `${Math.max(1, Math.round((grams * 16) / 454))} oz`;
  return `${Math.floor(tenthsOfPound / 10)}.${tenthsOfPound % 10} lb`;
}

/** Every combination of choices, with price and availability. */
function variantsOf(product: Product): Record<string, unknown>[] {
  return combinationsOf(product.choices).map((combination) => ({
    variant_specifics: combination.map(({ label, value }) => ({ dimension: label, value })),
    price: priceOf(product, combination),
    available:
      product.stock > 0 &&
      isCombinationAvailable(
        product,
        combination.map(({ value }) => value),
      ),
  }));
}

interface Chosen {
  label: string;
  value: string;
  add: number;
}

function combinationsOf(choices: readonly Choice[]): Chosen[][] {
  if (choices.length === 0) return [];
  return choices.reduce<Chosen[][]>(
    (partial, { label, values }) =>
      partial.flatMap((before) => values.map((choice) => [...before, { label, ...choice }])),
    [[]],
  );
}

const priceOf = (product: Product, chosen: readonly Chosen[]): Cents =>
  addCents(product.price, ...chosen.map(({ add }) => toCents(add)));

/** The offers of a product. */
export function offersPayload(product: Product, offers: readonly Offer[]): Record<string, unknown> {
  return {
    product_id: product.productId,
    retailer: product.retailer,
    title: product.title,
    url: product.url,
    currency: 'USD',
    tax_included: false,
    offers: offers.map(offerPayload),
  };
}
