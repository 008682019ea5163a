import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Refused, Variant } from '../contract.ts';
import { isRefused, refuse } from '../refuse.ts';

const name = Type.String();

const Product = Type.Object({
  id: Type.String(),
  slug: Type.String(),
  name,
  description: Type.String(),
  assets: Type.Array(Type.Object({ preview: Type.String() })),
  collections: Type.Array(Type.Object({ name })),
  optionGroups: Type.Array(Type.Object({ name, options: Type.Array(Type.Object({ name })) })),
  variants: Type.Array(
    Type.Object({
      id: Type.String(),
      sku: Type.String(),
      price: Type.Integer(),
      priceWithTax: Type.Integer(),
      currencyCode: Type.String(),
      stockLevel: Type.String(),
      options: Type.Array(Type.Object({ name, group: Type.Object({ name }) })),
    }),
  ),
});
export type Product = Static<typeof Product>;
export type ProductVariant = Product['variants'][number];

export const productFields = `{
  id slug name description assets { preview } collections { name } optionGroups { name options { name } }
  variants { id sku price priceWithTax currencyCode stockLevel options { name group { name } } }
}`;

export const productIn = (value: unknown): Product | null => (Value.Check(Product, value) ? value : null);

/** A shop shows a word or a number of pieces. */
export const isAvailable = ({ stockLevel }: { stockLevel: string }): boolean =>
  stockLevel !== 'OUT_OF_STOCK' && stockLevel !== '0';

const isSame = (left: string, right: string): boolean => left.trim().toLowerCase() === right.trim().toLowerCase();

/** The one variant that an order line means. */
export function chooseVariant(product: Product, wanted: readonly Variant[]): ProductVariant | Refused {
  const [only] = product.variants;
  if (!only) return refuse('product_unavailable', 'The store does not sell this product at the moment.');
  const choices = wanted.map((choice) => knownChoice(product, choice));
  const refusal = choices.find(isRefused);
  if (refusal) return refusal;
  const fitting = product.variants.filter((variant) =>
    wanted.every(({ label, value }) =>
      variant.options.some((option) => isSame(option.group.name, label) && isSame(option.name, value)),
    ),
  );
  const [chosen, another] = fitting;
  if (!chosen) {
    const message = `There is no ${wanted.map(({ value }) => value).join(', ')} of this.`;
    return refuse('product_variant_unavailable', message, { detail: 'invalid_variant' });
  }
  return another ? stillToChoose(product, wanted) : chosen;
}

/** Something that the shop asks for and the line does not say. */
function stillToChoose(product: Product, wanted: readonly Variant[]): Refused {
  const open = product.optionGroups.filter((group) => !wanted.some(({ label }) => isSame(label, group.name)));
  const known = open.map((group) => `${group.name} (${group.options.map((option) => option.name).join(', ')})`);
  return refuse('product_variant_required', `Choose ${known.join(' and ')}.`, { detail: 'insufficient_variants' });
}

function knownChoice(product: Product, { label, value }: Variant): Refused | { kind: 'known' } {
  const group = product.optionGroups.find((candidate) => isSame(candidate.name, label));
  const gone = (message: string) => refuse('product_variant_unavailable', message, { detail: 'invalid_variant' });
  if (!group) return gone(`This product has no choice of ${label}.`);
  const isKnown = group.options.some((option) => isSame(option.name, value));
  return isKnown ? { kind: 'known' } : gone(`There is no ${group.name} "${value}".`);
}
