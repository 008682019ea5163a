import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { CatalogProduct } from '../catalog-product.ts';
import { amountIn, type PriceReading } from './order.ts';

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
type Product = Static<typeof Product>;

export const productFields = `{
  id slug name description assets { preview } collections { name } optionGroups { name options { name } }
  variants { id sku price priceWithTax currencyCode stockLevel options { name group { name } } }
}`;

/** Null if it isn't a valid product. */
export const productIn = (value: unknown, reading: PriceReading): CatalogProduct | null =>
  Value.Check(Product, value) ? toCatalogProduct(value, reading) : null;

/** The stock level: a word or a number. */
export const isAvailable = ({ stockLevel }: { stockLevel: string }): boolean =>
  stockLevel !== 'OUT_OF_STOCK' && stockLevel !== '0';

function toCatalogProduct(product: Product, { basis, decimals }: PriceReading): CatalogProduct {
  return {
    slug: product.slug,
    title: product.name,
    description: product.description,
    images: product.assets.map(({ preview }) => preview),
    categories: product.collections.map((collection) => collection.name),
    choices: product.optionGroups.map((group) => ({
      label: group.name,
      values: group.options.map((option) => option.name),
    })),
    variants: product.variants.flatMap((variant) => {
      const shown = basis === 'net' ? variant.price : variant.priceWithTax;
      const price = amountIn(shown, variant.currencyCode, decimals);
      if (price === null) return [];
      const options = variant.options.map((option) => ({ label: option.group.name, value: option.name }));
      const { id, sku, currencyCode: currency } = variant;
      return [{ id, sku, price, currency, isAvailable: isAvailable(variant), options }];
    }),
    basis,
  };
}
