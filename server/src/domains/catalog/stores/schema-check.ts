import { type Static, Type } from 'typebox';
import { abilities } from '../../../connectors/contract.ts';
import { storeKindNames } from '../../../connectors/store.ts';
import { closed, described, nullable, optionalBody, withExample } from '../../../platform/http/index.ts';
import { AddressFields } from './schema.ts';

export const ProbeBody = closed(
  { url: Type.String({ description: 'URL of the storefront.', format: 'uri', maxLength: 2000 }) },
  { examples: [{ url: 'https://books.example.com' }] },
);
export const ProbeAnswer = withExample(
  Type.Object({
    url: Type.String({ description: 'Origin of the storefront.' }),
    reachable: Type.Boolean({ description: 'Whether the URL responded.' }),
    kind: nullable(Type.Enum([...storeKindNames], { description: 'Kind of store. Null: not supported.' })),
    name: nullable(Type.String({ description: 'Suggested name.' })),
    display_name: nullable(Type.String(), { description: 'Display name of the store.' }),
    api_url: nullable(Type.String(), { description: "URL of the store's API." }),
    currency: nullable(Type.String()),
    countries: nullable(Type.Array(Type.String()), { description: 'Countries that it ships to (ISO 3166-1).' }),
    abilities: Type.Array(Type.Enum([...abilities]), { description: 'What the connector could do with this store.' }),
    settings: Type.Object({}, { description: 'Settings that were detected.', additionalProperties: true }),
    missing: Type.Array(Type.String(), { description: 'What you still have to provide.' }),
  }),
  {
    url: 'https://books.example.com',
    reachable: true,
    kind: 'vendure',
    name: 'books',
    display_name: 'Acme Books',
    api_url: 'https://books.example.com/shop-api',
    currency: 'USD',
    countries: ['US'],
    abilities: ['search', 'product', 'checkout'],
    settings: {},
    missing: ['payment: the code of the payment method', 'consent: who allowed automated buying'],
  },
);

export const CheckBody = optionalBody(
  closed(
    {
      product_url: Type.Optional(
        Type.String({
          pattern: '^https?://',
          maxLength: 2000,
          description: 'Product to put in the cart. Defaults to a search result that is in stock.',
        }),
      ),
      query: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'What to search for.' })),
      variant: Type.Optional(
        Type.Array(
          closed({
            label: Type.String({ description: 'Name of the option.', maxLength: 200 }),
            value: Type.String({ description: 'Chosen value.', maxLength: 200 }),
          }),
          {
            description: 'Options to choose.',
            maxItems: 20,
          },
        ),
      ),
      ship_to: Type.Optional(described(AddressFields, 'Address to get a total for.')),
    },
    { examples: [{ query: 'book' }] },
  ),
);
export type CheckBody = NonNullable<Static<typeof CheckBody>>;

export const CheckAnswer = withExample(
  Type.Object({
    store: Type.String({ description: 'Name of the store.' }),
    ok: Type.Boolean({ description: 'True if nothing failed. The steps say what was skipped.' }),
    warnings: Type.Array(Type.String(), { description: 'Settings that may cost money or lose orders.' }),
    steps: Type.Array(
      Type.Object({
        step: Type.Enum(['search', 'product', 'cart', 'total', 'release', 'lookup'], {
          description: 'What was checked.',
        }),
        status: Type.Enum(['ok', 'failed', 'skipped'], { description: 'Whether it worked.' }),
        message: Type.String({ description: 'What was found, in plain language.' }),
        duration_ms: Type.Integer({ description: 'Duration in milliseconds.' }),
      }),
      { description: 'Steps of the check.' },
    ),
  }),
  {
    store: 'acme-books',
    ok: true,
    warnings: [],
    steps: [{ step: 'search', status: 'ok', message: '12 products for "book".', duration_ms: 180 }],
  },
);
