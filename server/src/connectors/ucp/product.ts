import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { CatalogProduct, CatalogVariant } from '../catalog-product.ts';
import type { Variant } from '../contract.ts';
import { amountFromMinor } from '../prices.ts';
import { locate } from '../product-path.ts';
import type { Store } from '../store.ts';

const Price = Type.Object({ amount: Type.Integer(), currency: Type.String({ pattern: '^[A-Za-z]{3}$' }) });
const words = Type.Optional(
  Type.Union([Type.String(), Type.Object({ plain: Type.Optional(Type.String()) }), Type.Null()]),
);

const Product = Type.Object({
  id: Type.String({ minLength: 1 }),
  handle: Type.Optional(Type.String()),
  title: Type.String(),
  description: words,
  url: Type.Optional(Type.String()),
  categories: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Object({ value: Type.String() })]))),
  media: Type.Optional(Type.Array(Type.Object({ type: Type.Optional(Type.String()), url: Type.String() }))),
  options: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), values: Type.Array(Type.Object({ label: Type.String() })) })),
  ),
  variants: Type.Array(
    Type.Object({
      id: Type.String({ minLength: 1 }),
      title: Type.Optional(Type.String()),
      sku: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      // Skip variants without a price.
      price: Type.Union([Price, Type.Null()]),
      availability: Type.Optional(Type.Object({ available: Type.Optional(Type.Boolean()) })),
      options: Type.Optional(Type.Array(Type.Object({ name: Type.String(), label: Type.String() }))),
    }),
  ),
});

type Product = Static<typeof Product>;

export type Listed = CatalogProduct & { id: string; handle: string | null };

/** A product of the catalog. Its slug comes from its page, if that is the store's. */
export function productIn(store: Store, value: unknown): Listed | null {
  if (!Value.Check(Product, value)) return null;
  const page = value.url === undefined ? null : URL.parse(value.url);
  const slug = (page && locate(store, page)?.productId) ?? value.id;
  const { description } = value;
  return {
    id: value.id,
    handle: value.handle ?? null,
    slug,
    title: value.title,
    description: typeof description === 'string' ? description : (description?.plain ?? null),
    images: (value.media ?? []).filter(({ type }) => type === undefined || type === 'image').map(({ url }) => url),
    categories: (value.categories ?? []).map((category) => (typeof category === 'string' ? category : category.value)),
    ...choicesOf(value),
    basis: 'net',
  };
}

/** Without options, variants are chosen by title. */
function choicesOf({ options = [], variants }: Product): Pick<Listed, 'choices' | 'variants'> {
  const choices = options.map(({ name, values }) => ({ label: name, values: values.map(({ label }) => label) }));
  const isTold = choices.length > 0 || variants.length < 2 || variants.some((variant) => variant.options?.length);
  if (isTold) return { choices, variants: variants.flatMap((variant) => variantOf(variant)) };
  const titles = variants.map(({ id, title }) => title || id);
  return {
    choices: [{ label: 'Variant', values: titles }],
    variants: variants.flatMap((variant, place) =>
      variantOf(variant, [{ label: 'Variant', value: titles[place] ?? '' }]),
    ),
  };
}

function variantOf(variant: Product['variants'][number], named?: Variant[]): CatalogVariant[] {
  if (variant.price === null) return [];
  const currency = variant.price.currency.toUpperCase();
  const price = amountFromMinor(variant.price.amount, currency);
  if (price === null) return [];
  return [
    {
      id: variant.id,
      sku: variant.sku ?? null,
      price,
      currency,
      isAvailable: variant.availability?.available !== false,
      options: named ?? (variant.options ?? []).map(({ name, label }) => ({ label: name, value: label })),
    },
  ];
}
