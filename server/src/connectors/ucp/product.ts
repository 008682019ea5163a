import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { centsFromMinor, decimalsOf } from '../prices.ts';
import { locate } from '../product-path.ts';
import type { ShelfProduct, ShelfVariant } from '../shelf.ts';
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
  categories: Type.Optional(Type.Array(Type.Object({ value: Type.String() }))),
  media: Type.Optional(Type.Array(Type.Object({ type: Type.Optional(Type.String()), url: Type.String() }))),
  options: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), values: Type.Array(Type.Object({ label: Type.String() })) })),
  ),
  variants: Type.Array(
    Type.Object({
      id: Type.String({ minLength: 1 }),
      sku: Type.Optional(Type.String()),
      price: Price,
      availability: Type.Optional(Type.Object({ available: Type.Optional(Type.Boolean()) })),
      options: Type.Optional(Type.Array(Type.Object({ name: Type.String(), label: Type.String() }))),
    }),
  ),
});

export type Listed = ShelfProduct & { id: string; handle: string | null };

/** A product as the store lists it; its name in our addresses is that of its page, where the page is the store's. */
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
    categories: (value.categories ?? []).map((category) => category.value),
    choices: (value.options ?? []).map(({ name, values }) => ({
      label: name,
      values: values.map(({ label }) => label),
    })),
    variants: value.variants.flatMap(variantOf),
    basis: 'net',
  };
}

function variantOf(variant: Static<typeof Product>['variants'][number]): ShelfVariant[] {
  const currency = variant.price.currency.toUpperCase();
  const price = centsFromMinor(variant.price.amount, decimalsOf(currency));
  if (price === null) return [];
  return [
    {
      id: variant.id,
      sku: variant.sku ?? null,
      price,
      currency,
      isAvailable: variant.availability?.available !== false,
      options: (variant.options ?? []).map(({ name, label }) => ({ label: name, value: label })),
    },
  ];
}
