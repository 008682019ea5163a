import { Type } from 'typebox';
import { withExample } from '../../platform/http/index.ts';

export const RetailerListQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 }),
  name: Type.String({
    maxLength: 100,
    default: '',
    description: 'Part of a display name or identifier; case and accents do not matter.',
  }),
});

const RetailerView = Type.Object({
  retailer: Type.String({ description: 'The identifier that other calls take.' }),
  display_name: Type.String(),
  supported: Type.Boolean({ description: 'Whether this deployment can buy there now.' }),
  base_url: Type.String({ description: 'The main domain of the store.' }),
  supported_countries: Type.Array(Type.String(), { description: 'ISO 3166-1 alpha-2 codes.', default: ['US'] }),
  free_shipping: Type.Boolean({ description: 'Free shipping is offered, always or above the threshold.' }),
  free_shipping_threshold_cents: Type.Union([Type.Integer(), Type.Null()], { description: 'Null means no minimum.' }),
});

export const RetailerList = withExample(Type.Object({ retailers: Type.Array(RetailerView), total: Type.Integer() }), {
  retailers: [
    {
      retailer: 'walmart',
      display_name: 'Walmart',
      supported: true,
      base_url: 'walmart.com',
      supported_countries: ['US'],
      free_shipping: true,
      free_shipping_threshold_cents: 3500,
    },
  ],
  total: 1,
});
