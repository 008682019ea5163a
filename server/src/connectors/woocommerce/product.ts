import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { CatalogProduct, CatalogVariant } from '../catalog-product.ts';
import type { Variant } from '../contract.ts';
import { amountFromFineMinor } from '../prices.ts';
import { plainText } from './plain-text.ts';

const id = Type.Union([Type.Integer(), Type.String()]);
const maybe = <S extends Parameters<typeof Type.Optional>[0]>(schema: S) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const text = maybe(Type.String());

const Term = Type.Object({ name: Type.String(), slug: Type.String() });
const Attribute = Type.Object({
  name: Type.String(),
  taxonomy: text,
  has_variations: maybe(Type.Boolean()),
  terms: maybe(Type.Array(Term)),
});
const Variation = Type.Object({ id, attributes: Type.Array(Type.Object({ name: Type.String(), value: text })) });

/** Only required fields: plug-ins add some, and older versions lack some. */
export const Product = Type.Object({
  id,
  name: Type.String(),
  slug: Type.String(),
  parent: maybe(id),
  type: text,
  permalink: text,
  sku: text,
  description: text,
  short_description: text,
  average_rating: maybe(Type.Union([Type.String(), Type.Number()])),
  review_count: maybe(Type.Integer()),
  images: maybe(Type.Array(Type.Object({ src: text }))),
  brands: maybe(Type.Array(Type.Object({ name: Type.String() }))),
  categories: maybe(Type.Array(Type.Object({ name: Type.String() }))),
  global_unique_id: text,
  prices: Type.Object({
    price: Type.Union([Type.String(), Type.Integer(), Type.Null()]),
    currency_code: Type.String(),
    currency_minor_unit: Type.Integer(),
  }),
  attributes: maybe(Type.Array(Attribute)),
  variations: maybe(Type.Array(Variation)),
  has_options: maybe(Type.Boolean()),
  is_purchasable: maybe(Type.Boolean()),
  is_in_stock: maybe(Type.Boolean()),
  is_on_backorder: maybe(Type.Boolean()),
  add_to_cart: maybe(
    Type.Object({
      minimum: maybe(Type.Number()),
      maximum: maybe(Type.Number()),
      multiple_of: maybe(Type.Number()),
    }),
  ),
});
export type Product = Static<typeof Product>;

export const productIn = (value: unknown): Product | null => (Value.Check(Product, value) ? value : null);

/** WordPress percent-encodes non-Latin letters in slugs. */
export function slugOf({ slug }: Pick<Product, 'slug'>): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

export const priceOf = ({ prices }: Pick<Product, 'prices'>) =>
  prices.price === null || prices.price === ''
    ? null
    : amountFromFineMinor(prices.price, prices.currency_code, prices.currency_minor_unit);

export const isAvailable = (product: Product): boolean =>
  product.is_purchasable !== false && (product.is_in_stock !== false || product.is_on_backorder === true);

/** An attribute that the buyer chooses. */
export interface VariationChoice {
  attribute: string;
  value: string;
  /** As the shop may name it in a cart. */
  label: string;
}

/** A variant as the shop's cart takes it. */
export interface Buyable {
  /** The product's or the variation's own id. */
  itemId: string;
  choices: VariationChoice[];
  /** Quantity rules. Older shops silently change the quantity instead of refusing. */
  limits: QuantityLimits;
}

interface QuantityLimits {
  minimum: number;
  maximum: number;
  multipleOf: number;
}

const limitsOf = ({ add_to_cart: rules }: Product): QuantityLimits => ({
  minimum: rules?.minimum ?? 1,
  // Some shops use 0 or -1 for "no maximum".
  maximum: rules?.maximum && rules.maximum > 0 ? rules.maximum : Number.POSITIVE_INFINITY,
  multipleOf: rules?.multiple_of || 1,
});

/** Why this quantity isn't allowed. Null if it is. */
export function findQuantityProblem(quantity: number, { minimum, maximum, multipleOf }: QuantityLimits): string | null {
  if (quantity > maximum) return `The store sells at most ${maximum} per order.`;
  if (quantity < minimum) return `The minimum quantity is ${minimum} per order.`;
  return quantity % multipleOf === 0 ? null : `The store sells this product in multiples of ${multipleOf}.`;
}

/** The largest allowed quantity up to this one. 0 if below the minimum. */
export function mostOf(quantity: number, { minimum, maximum, multipleOf }: QuantityLimits): number {
  const most = Math.floor(Math.min(quantity, maximum) / multipleOf) * multipleOf;
  return most < minimum ? 0 : most;
}

export interface WooProduct extends CatalogProduct {
  buyables: Map<string, Buyable>;
}

type Attributes = Static<typeof Attribute>[];

/** Maximum number of attribute combinations. */
const combinationsMax = 200;

/** A product with its variations (empty for a simple one). */
export function toCatalogProduct(product: Product, variations: readonly Product[]): WooProduct {
  const attributes = (product.attributes ?? []).filter((attribute) => attribute.has_variations === true);
  const buyables = new Map<string, Buyable>();
  const isVariable = product.type === 'variable' || (product.variations ?? []).length > 0;
  const variants = isVariable
    ? (product.variations ?? []).flatMap((variation) => {
        const own = variations.find((candidate) => String(candidate.id) === String(variation.id));
        return own ? variantsOf(own, variation, attributes, buyables) : [];
      })
    : simpleVariant(product, buyables);
  return {
    slug: slugOf(product),
    title: plainText(product.name),
    description: plainText(product.description || product.short_description || '') || null,
    images: (product.images ?? []).flatMap(({ src }) => (src ? [src] : [])),
    categories: (product.categories ?? []).map(({ name }) => plainText(name)),
    choices: attributes.map(({ name, terms }) => ({
      label: plainText(name),
      values: (terms ?? []).map((term) => plainText(term.name)),
    })),
    variants,
    // Only the cart shows whether prices contain tax.
    basis: 'net',
    buyables,
  };
}

function simpleVariant(product: Product, buyables: Map<string, Buyable>): CatalogVariant[] {
  const price = priceOf(product);
  if (price === null) return [];
  buyables.set(String(product.id), { itemId: String(product.id), choices: [], limits: limitsOf(product) });
  return [toCatalogVariant(product, String(product.id), price, [])];
}

const toCatalogVariant = (
  product: Product,
  variantId: string,
  price: CatalogVariant['price'],
  options: Variant[],
): CatalogVariant => ({
  id: variantId,
  sku: product.sku || null,
  price,
  currency: product.prices.currency_code,
  isAvailable: isAvailable(product),
  options,
});

/** One variant per combination. An attribute without a value matches any of its terms. */
function variantsOf(
  own: Product,
  { id: variationId, attributes: fixed }: Static<typeof Variation>,
  attributes: Attributes,
  buyables: Map<string, Buyable>,
): CatalogVariant[] {
  const price = priceOf(own);
  if (price === null) return [];
  let combinations: { options: Variant[]; choices: VariationChoice[] }[] = [{ options: [], choices: [] }];
  for (const attribute of attributes) {
    const value = fixed.find(({ name }) => name === attribute.name || name === attribute.taxonomy)?.value;
    combinations = combinations.flatMap((made) => waysOf(attribute, value ?? '').map((way) => join(made, way)));
    if (combinations.length > combinationsMax) return [];
  }
  return combinations.map(({ options, choices }) => {
    const itemId = String(variationId);
    const key = [itemId, ...choices.map(({ attribute, value }) => `${attribute}=${value}`)].join('|');
    buyables.set(key, { itemId, choices, limits: limitsOf(own) });
    return toCatalogVariant(own, key, price, options);
  });
}

function waysOf(attribute: Attributes[number], value: string) {
  const label = plainText(attribute.name);
  const terms = attribute.terms ?? [];
  if (value !== '') {
    const term = terms.find(({ slug, name }) => slug === value || name === value);
    return [{ option: { label, value: plainText(term?.name ?? value) }, choice: null }];
  }
  return terms.map((term) => ({
    option: { label, value: plainText(term.name) },
    choice: {
      attribute: attribute.taxonomy || attribute.name,
      value: attribute.taxonomy ? term.slug : term.name,
      label: plainText(term.name),
    },
  }));
}

function join(
  made: { options: Variant[]; choices: VariationChoice[] },
  { option, choice }: { option: Variant; choice: VariationChoice | null },
) {
  return { options: [...made.options, option], choices: choice ? [...made.choices, choice] : made.choices };
}
