import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { withoutTags } from '../../kit/plain-text.ts';
import type { CatalogProduct, CatalogVariant } from '../catalog-product.ts';
import { amountFromDecimal, amountFromMinor } from '../prices.ts';

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const id = Type.Union([Type.Integer(), Type.String()]);

const Variant = Type.Object({
  id,
  sku: text,
  barcode: text,
  available: Type.Boolean(),
  /** Hundredths, in every currency: 1,000 yen are 100000. */
  price: Type.Integer(),
  options: Type.Array(Type.String()),
});

/** Number of decimals in a whole number. */
export const priceDecimals = 2;

/** `/products/{handle}.js` */
const Product = Type.Object({
  handle: Type.String(),
  title: Type.String(),
  description: text,
  vendor: text,
  type: text,
  images: Type.Optional(Type.Array(Type.String())),
  options: Type.Array(Type.Union([Type.String(), Type.Object({ name: Type.String() })])),
  variants: Type.Array(Variant),
});
export type Product = Static<typeof Product>;
export const productIn = (value: unknown): Product | null => (Value.Check(Product, value) ? value : null);

/** A hit of `/search/suggest.json`, or an entry of `/products.json`: decimal strings. */
const Listed = Type.Object({
  handle: Type.String(),
  title: Type.String(),
  vendor: text,
  price: Type.Optional(Type.Union([Type.String(), Type.Number()])),
  available: Type.Optional(Type.Boolean()),
  image: text,
  images: Type.Optional(Type.Array(Type.Object({ src: text }))),
  variants: Type.Optional(
    Type.Array(
      Type.Object({ price: Type.Union([Type.String(), Type.Number()]), available: Type.Optional(Type.Boolean()) }),
    ),
  ),
});
export type Listed = Static<typeof Listed>;
export const listedIn = (value: unknown): Listed | null => (Value.Check(Listed, value) ? value : null);

/** Shows the cheapest available variant. */
export function listedPrice({ price, available, variants = [] }: Listed, currency: string) {
  const [shown] = variants
    .flatMap((variant) => {
      const amount = amountFromDecimal(variant.price, currency);
      return amount === null ? [] : [{ amount, isAvailable: variant.available !== false }];
    })
    .toSorted((a, b) => Number(b.isAvailable) - Number(a.isAvailable) || a.amount - b.amount);
  const amount = shown?.amount ?? (price === undefined ? null : amountFromDecimal(price, currency));
  return amount === null ? null : { amount, isAvailable: shown?.isAvailable ?? available !== false };
}

const secure = (address: string): string => (address.startsWith('//') ? `https:${address}` : address);

export const imageOf = ({ image, images = [] }: Listed): string | null => {
  const src = image ?? images[0]?.src;
  return src ? secure(src) : null;
};

/** A product without choices has one variant, whose only option is called "Title". */
export function toCatalogProduct(product: Product, currency: string): CatalogProduct {
  const names = product.options.map((option) => (typeof option === 'string' ? option : option.name));
  const isPlain = product.variants.length === 1 && product.variants[0]?.options.join() === 'Default Title';
  return {
    slug: product.handle,
    title: product.title,
    description:
      withoutTags(product.description ?? '')
        .replace(/\s+/g, ' ')
        .trim() || null,
    images: (product.images ?? []).map(secure),
    categories: product.type ? [product.type] : [],
    choices: isPlain
      ? []
      : names.map((label, place) => ({
          label,
          values: [...new Set(product.variants.flatMap(({ options }) => options[place] ?? []))],
        })),
    variants: product.variants.flatMap((variant) => toCatalogVariant(variant, isPlain ? [] : names, currency)),
    // Only the checkout shows whether prices contain tax.
    basis: 'gross',
  };
}

function toCatalogVariant(
  variant: Static<typeof Variant>,
  names: readonly string[],
  currency: string,
): CatalogVariant[] {
  const price = amountFromMinor(variant.price, currency, priceDecimals);
  if (price === null) return [];
  const options = names.flatMap((label, place) => {
    const value = variant.options[place];
    return value === undefined ? [] : [{ label, value }];
  });
  return [
    { id: String(variant.id), sku: variant.sku || null, price, currency, isAvailable: variant.available, options },
  ];
}
