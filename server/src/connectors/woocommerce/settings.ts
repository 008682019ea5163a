import { Type } from 'typebox';

export const WooSettings = Type.Object(
  {
    product_path: Type.Optional(
      Type.String({
        pattern: '^/.*\\{slug\\}',
        description: 'Where the shop shows a product. /product/{slug} unless it says otherwise.',
      }),
    ),
  },
  { additionalProperties: false },
);
