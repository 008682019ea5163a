import { Type } from 'typebox';

export const WooSettings = Type.Object(
  {
    product_path: Type.Optional(
      Type.String({
        pattern: '^/.*\\{slug\\}',
        description: 'Path of a product page. Default: /product/{slug}.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** A read-only key of the REST API. With it purchases are found after a restore; nothing is ever written with it. */
export const WooCredentials = Type.Object(
  {
    consumer_key: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'A read-only key of the REST API (ck_…), to find orders by reference.',
      }),
    ),
    consumer_secret: Type.Optional(Type.String({ minLength: 1, description: 'The secret of that key (cs_…).' })),
  },
  {
    additionalProperties: false,
    dependentRequired: { consumer_key: ['consumer_secret'], consumer_secret: ['consumer_key'] },
  },
);
