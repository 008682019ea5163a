import { Type } from 'typebox';
import { closed, described, moment, nullable, uuid, withExample } from '../../../platform/http/index.ts';
import { decisions, periods, scopes } from './model.ts';

const cents = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 100_000_000_000, description, examples: [20_000] });
const retailer = Type.String({ minLength: 1, maxLength: 253, pattern: '^[a-z0-9.-]+$', examples: ['walmart'] });
const optional = Type.Optional;

const SpendWindow = closed(
  {
    per: Type.Enum([...periods], { description: 'Calendar period. `total` never resets.' }),
    amount_cents: optional(cents('The most that can be held and spent in the period, in cents.')),
    count: optional(
      Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'The most orders in the period.' }),
    ),
    timezone: optional(
      Type.String({
        description: 'Time zone in which the period starts (IANA).',
        minLength: 1,
        maxLength: 64,
        default: 'UTC',
        examples: ['America/New_York'],
      }),
    ),
  },
  { title: 'SpendWindow', description: 'A spending limit per period.' },
);

const rules = {
  default: optional(
    Type.Enum([...decisions], { description: 'Decision for orders that no rule applies to. `allow` by default.' }),
  ),
  max_order_cents: optional(cents('The most that one order can hold, in cents, including the fee.')),
  windows: optional(
    Type.Array(SpendWindow, { description: 'Spending limits per day, week, month or in total.', maxItems: 10 }),
  ),
  max_open_cents: optional(cents('The most that can be on hold at the same time, in cents.')),
  retailers: optional(
    closed(
      {
        allow: optional(Type.Array(retailer, { description: 'Only these retailers.', maxItems: 200 })),
        deny: optional(Type.Array(retailer, { description: 'Never these retailers.', maxItems: 200 })),
      },
      { description: 'Retailers that orders can be placed with.' },
    ),
  ),
  countries: optional(
    closed(
      {
        allow: Type.Array(Type.String({ pattern: '^[A-Z]{2}$', examples: ['US'] }), {
          description: 'Only these countries (ISO 3166-1).',
          minItems: 1,
          maxItems: 250,
        }),
      },
      { description: 'Countries that orders can ship to.' },
    ),
  ),
  addresses: optional(
    closed(
      {
        only_known: optional(
          Type.Boolean({ description: 'Only addresses that the account has an approved or placed order for.' }),
        ),
      },
      { description: 'Addresses that orders can ship to.' },
    ),
  ),
  deny_words: optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100, examples: ['gift card'] }), {
      maxItems: 100,
      description: 'Reject products whose title contains one of these words.',
    }),
  ),
  max_quantity: optional(Type.Integer({ minimum: 1, maximum: 5000, description: 'The most units in one order.' })),
  approve: optional(
    closed(
      {
        above_cents: optional(cents('Ask for approval above this amount, in cents.')),
        new_retailer: optional(
          Type.Boolean({ description: 'Ask for approval of the first order from each retailer.' }),
        ),
        new_address: optional(Type.Boolean({ description: 'Ask for approval of the first order to each address.' })),
        first_order: optional(
          Type.Boolean({ description: 'Ask for approval of the first order that this policy applies to.' }),
        ),
      },
      { description: 'When the order requires approval.' },
    ),
  ),
  approvers: optional(
    Type.Array(Type.String({ format: 'email', maxLength: 254, examples: ['owner@example.com'] }), {
      maxItems: 20,
      description: 'Email addresses of owners and buyers who can approve. The owners by default.',
    }),
  ),
  approve_within_minutes: optional(
    Type.Integer({
      minimum: 1,
      maximum: 43_200,
      description: 'Minutes until the approval expires. 1440 (one day) by default.',
    }),
  ),
  not_before: optional(moment({ description: 'Orders are allowed from this time on.' })),
  not_after: optional(moment({ description: 'Orders are allowed until this time.' })),
  require_reason: optional(Type.Boolean({ description: 'Orders need a `reason` in their metadata.' })),
  frozen: optional(Type.Boolean({ description: 'Stop all purchases, including orders in the queue.' })),
};

export const examplePolicy = {
  max_order_cents: 50_000,
  windows: [{ per: 'day' as const, amount_cents: 20_000, timezone: 'America/New_York' }],
  retailers: { allow: ['walmart', 'target'] },
  approve: { above_cents: 5000 },
};

export const PolicyBody = closed(rules, {
  title: 'PolicyRules',
  description: 'The rules of a spending policy. Leave out what you do not want to limit.',
  examples: [examplePolicy],
});

const RuleView = Type.Object(
  {
    rule: Type.String({ description: 'Name of the rule, such as `windows.day.amount_cents`.' }),
    decision: Type.Enum([...decisions], { description: 'What the rule says.' }),
    limit: Type.Unknown({ description: 'Value of the rule in the policy.' }),
    used: nullable(Type.Integer(), { description: "How much of the limit is used. Null if it can't be counted." }),
    left: nullable(Type.Integer(), { description: "How much of the limit is left. Null if it can't be counted." }),
  },
  { title: 'PolicyRule', description: 'One limit of a policy.' },
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
  rules: Type.Array(RuleView, { description: 'What is left of each limit.' }),
  id: nullable(uuid(), { description: 'ID of the policy. Null: no policy is set.' }),
  scope: Type.Enum([...scopes], { description: 'What it applies to: the account, a group of keys or one key.' }),
  subject: nullable(Type.String(), {
    description: 'ID of the key or name of the group. Null for the account.',
  }),
  version: Type.Integer({ description: 'Number of changes. 0: no policy is set.' }),
  updated_by: nullable(Type.String(), { description: 'Who changed it last.' }),
  created_at: nullable(moment(), { description: 'When it was first written.' }),
  updated_at: nullable(moment(), { description: 'When it last changed.' }),
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

export const PolicyView = withExample(
  Type.Object(policyFields, { title: 'Policy', description: 'A spending policy and what is left of its limits.' }),
  exampleView,
);

export const VerdictView = withExample(
  Type.Object(
    {
      decision: Type.Enum([...decisions], { description: 'What happens to the order.' }),
      rules: Type.Array(RuleView, { description: 'The rules that led to the decision.' }),
    },
    { title: 'PolicyVerdict', description: 'What spending policies say about an order.' },
  ),
  { decision: 'allow', rules: [exampleRule] },
);

export const BindingView = withExample(
  Type.Object({
    rules: Type.Array(RuleView, { description: 'What is left of each limit, across all policies that apply to you.' }),
    policies: Type.Array(Type.Object(policyFields), { description: 'The policies that apply to you.' }),
  }),
  { rules: [exampleRule], policies: [exampleView] },
);

export const GroupPath = Type.Object({
  name: Type.String({
    description: 'Name of the group of keys.',
    pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
    examples: ['agents'],
  }),
});
export const GroupBody = closed({
  key_ids: Type.Array(uuid(), { description: 'IDs of the keys in the group.', maxItems: 1000 }),
});
export const GroupView = Type.Object(
  {
    name: Type.String({ description: 'Name of the group.' }),
    key_ids: Type.Array(uuid(), { description: 'IDs of the keys in the group.' }),
  },
  { title: 'KeyGroup', description: 'Keys that share a spending policy.' },
);
export const GroupList = Type.Object({
  groups: Type.Array(GroupView, { description: 'Groups of keys.' }),
  total: Type.Integer(),
});

export const PreviewBody = closed({
  policy: described(PolicyBody, 'The rules to try out.'),
  key_id: optional(uuid({ description: "Try the rules on this key's orders only. All orders by default." })),
  group: optional(
    Type.String({
      maxLength: 63,
      description: "Try the rules on orders from this group of keys only. Can't be combined with `key_id`.",
    }),
  ),
});
export const PreviewView = withExample(
  Type.Object({
    since: moment({ description: 'Start of the period that was checked.' }),
    orders: Type.Integer({ description: 'Number of orders that were checked.' }),
    allowed: Type.Integer({ description: 'Orders that the rules would allow.' }),
    needed_approval: Type.Integer({ description: 'Orders that would need approval.' }),
    denied: Type.Integer({ description: 'Orders that the rules would deny.' }),
  }),
  { since: '2026-07-22T10:00:00.000Z', orders: 120, allowed: 112, needed_approval: 4, denied: 4 },
);

export const DecisionQuery = Type.Object({
  format: Type.Enum(['json', 'csv'], { description: 'Format of the response.', default: 'json' }),
});

export const DecisionsFile = Type.Object({
  decisions: Type.Array(
    Type.Object({
      position: Type.Integer({ description: 'Position in the log.' }),
      created_at: moment(),
      decision: Type.Enum([...decisions], { description: 'What was decided.' }),
      rule: nullable(Type.String(), { description: 'The rule that decided it. Null: none applied.' }),
      order_id: uuid(),
      key_id: nullable(uuid(), { description: 'Key that placed the order.' }),
      hash: Type.String({ description: 'SHA-256 over this entry and the one before, in hexadecimal.' }),
      inputs: Type.String({ description: 'What the decision was based on, as JSON text.' }),
    }),
    { description: 'Decisions, oldest first.' },
  ),
});
