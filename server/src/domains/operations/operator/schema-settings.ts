import { Type } from 'typebox';
import { closed, moment, nullable, uuid, withExample } from '../../../platform/http/index.ts';
import { currencyField } from '../../money/wallet/index.ts';
import { at, count, exampleAccount, OrdersSince, world } from './schema.ts';

// ---- retailers ----

const OperatorRetailer = Type.Object({
  retailer: Type.String(),
  display_name: Type.String({ description: 'Display name of the retailer.' }),
  world: world(),
  connector: nullable(Type.String({ description: 'Connector that serves it. Null: none in this mode.' })),
  abilities: Type.Array(Type.String(), { description: 'What the connector can do.' }),
  enabled: Type.Boolean({ description: 'Whether new orders are placed.' }),
  reason: nullable(Type.String(), { description: 'Why the retailer was disabled.' }),
  switched_by: nullable(Type.String(), { description: 'Operator who last enabled or disabled the retailer.' }),
  switched_at: nullable(moment(), { description: 'When the retailer was last enabled or disabled.' }),
  orders_24h: Type.Object(
    {
      placed: count('Orders that were placed.'),
      failed: count('Orders that failed.'),
      under_way: count('Orders in progress.'),
    },
    { description: 'Orders from the last 24 hours.' },
  ),
});
const exampleRetailer = {
  retailer: 'walmart',
  display_name: 'Walmart',
  world: 'test' as const,
  connector: 'simulator',
  abilities: ['search', 'product', 'offers', 'checkout'],
  enabled: false,
  reason: 'Their checkout is down.',
  switched_by: 'operator@example.com',
  switched_at: at,
  orders_24h: { placed: 12, failed: 3, under_way: 1 },
};

export const OperatorRetailerView = withExample(OperatorRetailer, exampleRetailer);
export const OperatorRetailerList = withExample(
  Type.Object({
    retailers: Type.Array(OperatorRetailer, { description: 'Retailers in both modes.' }),
    total: count(),
    orders_since: OrdersSince,
  }),
  { retailers: [exampleRetailer], total: 1, orders_since: { test: null, live: null } },
);

export const RetailerPath = Type.Object({
  retailer: Type.String({ minLength: 1, maxLength: 255, description: 'ID of the retailer, or domain of the store.' }),
});

export const SwitchBody = closed(
  {
    world: world(),
    enabled: Type.Boolean({
      description: 'False to stop placing orders with this retailer. Pending orders stay queued.',
    }),
    reason: Type.String({ minLength: 1, maxLength: 500, description: 'Reason, for the audit log.' }),
  },
  { examples: [{ world: 'live', enabled: false, reason: 'Their checkout is down.' }] },
);

// ---- wallet credits ----

const creditFields = {
  id: uuid({ description: 'UUID of the transaction. A request with the same ID moves nothing more.' }),
  email: Type.String({
    description: 'Email address of the customer account.',
    format: 'email',
    maxLength: 254,
    examples: ['jane@example.com'],
  }),
  world: world(),
  amount_cents: Type.Integer({
    description: 'How much to move, in the minor unit of the currency.',
    minimum: 1,
    maximum: 100_000_000_000,
  }),
  note: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'Reason. The customer sees it in their transactions.',
  }),
};
const exampleCredit = {
  id: '1b4e28ba-2fa1-4d2e-883f-0016d3cca427',
  email: 'jane@example.com',
  world: 'live' as const,
  amount_cents: 2500,
  note: 'Goodwill credit for the late package.',
};

const moveFields = { ...creditFields, currency: Type.Optional(currencyField({ default: 'USD' })) };
export const CreditBody = closed(moveFields, { examples: [exampleCredit] });
export const DebitBody = closed(moveFields, { examples: [{ ...exampleCredit, note: 'Paid out by bank transfer.' }] });
export const CreditView = withExample(
  Type.Object({
    ...creditFields,
    currency: currencyField(),
    account_id: uuid(),
    available_cents: Type.Integer({
      description: 'What the wallet has available now, in the minor unit of the currency.',
    }),
    created_at: moment(),
  }),
  { ...exampleCredit, currency: 'USD', account_id: exampleAccount.account_id, available_cents: 7500, created_at: at },
);
