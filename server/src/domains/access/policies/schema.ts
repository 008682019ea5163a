import { Type } from 'typebox';
import { closed, moment, nullable, uuid, withExample } from '../../../platform/http/index.ts';
import { decisions, periods, scopes } from './model.ts';

const cents = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 100_000_000_000, description, examples: [20_000] });
const retailer = Type.String({ minLength: 1, maxLength: 253, pattern: '^[a-z0-9.-]+$', examples: ['walmart'] });
const optional = Type.Optional;

const SpendWindow = closed(
  {
    per: Type.Enum([...periods], { description: 'Calendar periods; `total` never begins again.' }),
    amount_cents: optional(cents('The most that may be held and spent in the period.')),
    count: optional(
      Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'The most orders in the period.' }),
    ),
    timezone: optional(Type.String({ minLength: 1, maxLength: 64, default: 'UTC', examples: ['America/New_York'] })),
  },
  { title: 'SpendWindow' },
);

const rules = {
  default: optional(
    Type.Enum([...decisions], { description: 'What is decided when no rule speaks of an order; `allow` unless told.' }),
  ),
  max_order_cents: optional(cents('The most that one order may hold, fee included.')),
  windows: optional(Type.Array(SpendWindow, { maxItems: 10 })),
  max_open_cents: optional(cents('The most that may be held and not settled at a time.')),
  retailers: optional(
    closed({
      allow: optional(Type.Array(retailer, { maxItems: 200 })),
      deny: optional(Type.Array(retailer, { maxItems: 200 })),
    }),
  ),
  countries: optional(
    closed({
      allow: Type.Array(Type.String({ pattern: '^[A-Z]{2}$', examples: ['US'] }), { minItems: 1, maxItems: 250 }),
    }),
  ),
  addresses: optional(closed({ only_known: optional(Type.Boolean()) })),
  deny_words: optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100, examples: ['gift card'] }), {
      maxItems: 100,
      description: 'Words that must not be in a title.',
    }),
  ),
  max_quantity: optional(Type.Integer({ minimum: 1, maximum: 5000, description: 'The most units in one order.' })),
  approve: optional(
    closed({
      above_cents: optional(cents('A person is asked above this.')),
      new_retailer: optional(Type.Boolean()),
      new_address: optional(Type.Boolean()),
      first_order: optional(Type.Boolean()),
    }),
  ),
  approvers: optional(
    Type.Array(Type.String({ format: 'email', maxLength: 254, examples: ['owner@example.com'] }), {
      maxItems: 20,
      description: 'Who may approve, of the owners and buyers of the account; its owners unless told.',
    }),
  ),
  approve_within_minutes: optional(Type.Integer({ minimum: 1, maximum: 43_200, description: '1440 unless told.' })),
  not_before: optional(moment()),
  not_after: optional(moment()),
  require_reason: optional(Type.Boolean({ description: 'Orders need `reason` in their metadata.' })),
  frozen: optional(Type.Boolean({ description: 'Nothing is bought, not even what is queued.' })),
};

export const examplePolicy = {
  max_order_cents: 50_000,
  windows: [{ per: 'day' as const, amount_cents: 20_000, timezone: 'America/New_York' }],
  retailers: { allow: ['walmart', 'target'] },
  approve: { above_cents: 5000 },
};

export const PolicyBody = closed(rules, { title: 'PolicyRules', examples: [examplePolicy] });

const RuleView = Type.Object(
  {
    rule: Type.String(),
    decision: Type.Enum([...decisions]),
    limit: Type.Unknown(),
    used: nullable(Type.Integer()),
    left: nullable(Type.Integer()),
  },
  { title: 'PolicyRule' },
);

export const exampleRule = {
  rule: 'windows.day.amount_cents',
  decision: 'allow' as const,
  limit: 20_000,
  used: 4200,
  left: 15_800,
};

const policyFields = {
  ...rules,
  rules: Type.Array(RuleView, { description: 'What each of its limits has left.' }),
  id: nullable(uuid()),
  scope: Type.Enum([...scopes]),
  subject: nullable(Type.String(), {
    description: "The key's id, the group's name, or null for the account.",
  }),
  version: Type.Integer({ description: '0: none was ever written.' }),
  updated_by: nullable(Type.String()),
  created_at: nullable(moment()),
  updated_at: nullable(moment()),
};

export const exampleView = {
  id: '5b0a1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
  scope: 'key' as const,
  subject: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
  version: 1,
  ...examplePolicy,
  updated_by: 'owner@example.com',
  created_at: '2026-08-21T10:00:00.000Z',
  updated_at: '2026-08-21T10:00:00.000Z',
  rules: [exampleRule],
};

export const PolicyView = withExample(Type.Object(policyFields, { title: 'Policy' }), exampleView);

export const VerdictView = withExample(
  Type.Object({ decision: Type.Enum([...decisions]), rules: Type.Array(RuleView) }, { title: 'PolicyVerdict' }),
  { decision: 'allow', rules: [exampleRule] },
);

export const BindingView = withExample(
  Type.Object({
    rules: Type.Array(RuleView, { description: 'What every limit has left, of all policies that bind you.' }),
    policies: Type.Array(Type.Object(policyFields)),
  }),
  { rules: [exampleRule], policies: [exampleView] },
);

export const GroupPath = Type.Object({
  name: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,62}$', examples: ['agents'] }),
});
export const GroupBody = closed({ key_ids: Type.Array(uuid(), { maxItems: 1000 }) });
export const GroupView = Type.Object({ name: Type.String(), key_ids: Type.Array(uuid()) }, { title: 'KeyGroup' });
export const GroupList = Type.Object({ groups: Type.Array(GroupView), total: Type.Integer() });

export const PreviewBody = closed({
  policy: PolicyBody,
  key_id: optional(uuid()),
  group: optional(Type.String({ maxLength: 63, description: 'The name of a group of keys; not beside key_id.' })),
});
export const PreviewView = withExample(
  Type.Object({
    since: moment(),
    orders: Type.Integer(),
    allowed: Type.Integer(),
    needed_approval: Type.Integer(),
    denied: Type.Integer(),
  }),
  { since: '2026-07-22T10:00:00.000Z', orders: 120, allowed: 112, needed_approval: 4, denied: 4 },
);

export const DecisionQuery = Type.Object({ format: Type.Enum(['json', 'csv'], { default: 'json' }) });

export const DecisionsFile = Type.Object({
  decisions: Type.Array(
    Type.Object({
      position: Type.Integer(),
      created_at: moment(),
      decision: Type.Enum([...decisions]),
      rule: nullable(Type.String()),
      order_id: uuid(),
      key_id: nullable(uuid()),
      hash: Type.String({ description: 'SHA-256, hexadecimal.' }),
      inputs: Type.String(),
    }),
  ),
});
