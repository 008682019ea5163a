import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { ProductPath } from '../product-path.ts';
import type { Store } from '../store.ts';

export const VendureSettings = Type.Object(
  {
    product_path: ProductPath,
    shop_api_path: Type.Optional(Type.String({ pattern: '^/', description: '/shop-api unless it says otherwise.' })),
    channel_token: Type.Optional(
      Type.String({ description: "The sales channel. Default: the store's default channel." }),
    ),
    reference_field: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
        description: 'A public custom text field on orders. Errand writes its order ID there to find orders later.',
      }),
    ),
    price_decimals: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 4,
        description: "Number of decimal places in prices, from the store's money strategy. Default: 2.",
      }),
    ),
    payment_metadata: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'Metadata for the payment method.' }),
    ),
  },
  { additionalProperties: false },
);

export interface VendureOptions {
  shopApiPath: string;
  channelToken: string | null;
  /** A custom order field for our reference. Null: none. */
  referenceField: string | null;
  /** Vendure counts hundredths in every currency by default. */
  priceDecimals: number;
  paymentMetadata: Record<string, unknown>;
}

export function settingsOf({ settings }: Pick<Store, 'settings'>): VendureOptions {
  const given: Static<typeof VendureSettings> = Value.Check(VendureSettings, settings) ? settings : {};
  return {
    shopApiPath: given.shop_api_path ?? '/shop-api',
    channelToken: given.channel_token ?? null,
    referenceField: given.reference_field ?? null,
    priceDecimals: given.price_decimals ?? 2,
    paymentMetadata: given.payment_metadata ?? {},
  };
}
