import { Type } from 'typebox';
import { closed, moment, nullable, uuid, withExample } from '../../../platform/http/index.ts';
import { at, count, exampleAccount, OrdersSince, world } from './schema.ts';

// ---- retailers ----

const OperatorRetailer = Type.Object({
  retailer: Type.String(),
  display_name: Type.String(),
  world: world(),
  connector: nullable(Type.String({ description: 'Null: none serves it in this world.' })),
  abilities: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  reason: nullable(Type.String()),
  switched_by: nullable(Type.String()),
  switched_at: nullable(moment()),
  orders_24h: Type.Object({ placed: count(), failed: count(), under_way: count() }),
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
  Type.Object({ retailers: Type.Array(OperatorRetailer), total: count(), orders_since: OrdersSince }),
  { retailers: [exampleRetailer], total: 1, orders_since: { test: null, live: null } },
);

export const RetailerPath = Type.Object({
  retailer: Type.String({ minLength: 1, maxLength: 255, description: 'An identifier, or the domain of a store.' }),
});

export const SwitchBody = closed(
  {
    world: world(),
    enabled: Type.Boolean(),
    reason: Type.String({ minLength: 1, maxLength: 500, description: 'For your colleagues and the audit log.' }),
  },
  { examples: [{ world: 'live', enabled: false, reason: 'Their checkout is down.' }] },
);

// ---- wallet credits ----

const creditFields = {
  id: uuid({ description: 'Names this movement: the same id again moves nothing.' }),
  email: Type.String({ format: 'email', maxLength: 254, examples: ['jane@example.com'] }),
  world: world(),
  amount_cents: Type.Integer({ minimum: 1, maximum: 100_000_000_000 }),
  note: Type.String({ minLength: 1, maxLength: 500, description: 'Why; the customer sees it in the transactions.' }),
};
const exampleCredit = {
  id: '1b4e28ba-2fa1-4d2e-883f-0016d3cca427',
  email: 'jane@example.com',
  world: 'live' as const,
  amount_cents: 2500,
  note: 'Goodwill for the late parcel.',
};

export const CreditBody = closed(creditFields, { examples: [exampleCredit] });
export const DebitBody = closed(creditFields, { examples: [{ ...exampleCredit, note: 'Paid out by bank transfer.' }] });
export const CreditView = withExample(
  Type.Object({ ...creditFields, account_id: uuid(), available_cents: Type.Integer(), created_at: moment() }),
  { ...exampleCredit, account_id: exampleAccount.account_id, available_cents: 7500, created_at: at },
);
