import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { ProductPath } from '../product-path.ts';
import type { Store } from '../store.ts';

/** What an operator must say about a Medusa shop beyond its address. */
export const MedusaSettings = Type.Object(
  {
    publishable_key: Type.String({
      minLength: 1,
      description: "The storefront's publishable API key (pk_…): it selects the sales channel.",
    }),
    product_path: ProductPath,
  },
  { additionalProperties: false },
);

export const publishableKeyOf = ({ settings }: Pick<Store, 'settings'>): string =>
  Value.Check(MedusaSettings, settings) ? settings.publishable_key : '';
