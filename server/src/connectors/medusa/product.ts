import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { CatalogProduct, CatalogVariant } from '../catalog-product.ts';
import { chargedAmount } from './cart.ts';

const text = Type.Union([Type.String(), Type.Null()]);

const Variant = Type.Object({
  id: Type.String(),
  sku: text,
  manage_inventory: Type.Boolean(),
  allow_backorder: Type.Boolean(),
  inventory_quantity: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  options: Type.Array(Type.Object({ value: Type.String(), option: Type.Object({ title: Type.String() }) })),
  calculated_price: Type.Union([
    Type.Null(),
    Type.Object({
      calculated_amount: Type.Union([Type.Number(), Type.Null()]),
      currency_code: text,
      is_calculated_price_tax_inclusive: Type.Boolean(),
    }),
  ]),
});

const Product = Type.Object({
  handle: Type.String(),
  title: Type.String(),
  description: text,
  thumbnail: text,
  images: Type.Array(Type.Object({ url: Type.String() })),
  options: Type.Array(Type.Object({ title: Type.String(), values: Type.Array(Type.Object({ value: Type.String() })) })),
  variants: Type.Array(Variant),
});
type Product = Static<typeof Product>;

export const productFields = [
  'id,handle,title,description,thumbnail,*images,*options,*options.values,variants.id,variants.sku',
  'variants.manage_inventory,variants.allow_backorder,+variants.inventory_quantity,*variants.options',
  '*variants.options.option,*variants.calculated_price',
].join(',');

export const productIn = (value: unknown): CatalogProduct | null =>
  Value.Check(Product, value) ? toCatalogProduct(value) : null;

function toCatalogProduct(product: Product): CatalogProduct {
  const isGross = product.variants.some((variant) => variant.calculated_price?.is_calculated_price_tax_inclusive);
  const images = product.images.map(({ url }) => url);
  return {
    slug: product.handle,
    title: product.title,
    description: product.description,
    images: images.length > 0 || product.thumbnail === null ? images : [product.thumbnail],
    categories: [],
    choices: product.options.map(({ title, values }) => ({ label: title, values: values.map(({ value }) => value) })),
    variants: product.variants.flatMap((variant) => toCatalogVariant(variant)),
    basis: isGross ? 'gross' : 'net',
  };
}

function toCatalogVariant(variant: Product['variants'][number]): CatalogVariant[] {
  const currency = (variant.calculated_price?.currency_code ?? '').toUpperCase();
  const price = chargedAmount(variant.calculated_price?.calculated_amount, currency);
  if (price === null) return [];
  const stock = variant.inventory_quantity ?? 0;
  const isLimited = variant.manage_inventory && !variant.allow_backorder;
  return [
    {
      id: variant.id,
      sku: variant.sku,
      price,
      currency,
      isAvailable: !isLimited || stock > 0,
      ...(isLimited ? { stock } : {}),
      options: variant.options.map(({ value, option }) => ({ label: option.title, value })),
    },
  ];
}
