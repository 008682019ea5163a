import { Type } from 'typebox';
import { closed, described, moment, nullable, uuid, withExample } from '../../../../platform/http/index.ts';
import { watchable } from '../readings.ts';

const at = '2026-08-21T10:00:00.000Z';
const ruleId = () =>
  Type.String({ pattern: '^[a-z0-9-]{1,64}$', examples: ['disk-low'], description: 'Identifier of the rule.' });

const bounds = {
  threshold: Type.Number({ minimum: -1e15, maximum: 1e15, description: 'The alert fires beyond this value.' }),
  clears_at: Type.Number({
    minimum: -1e15,
    maximum: 1e15,
    description: "The alert resolves only at this value, so that it doesn't flap at the threshold.",
  }),
  for_seconds: Type.Integer({
    minimum: 0,
    maximum: 86_400,
    description: 'How long the value must stay beyond the threshold, in seconds.',
  }),
  enabled: Type.Boolean({ description: 'Whether the rule is active.' }),
};

const rule = {
  id: ruleId(),
  title: Type.String({ description: 'Display name of the alert.', minLength: 1, maxLength: 200 }),
  reading: Type.Enum(
    watchable.map(({ name }) => name),
    { description: 'Metric to watch.' },
  ),
  fires_when: Type.Enum(['above', 'below'], { description: 'Whether the alert fires above or below the threshold.' }),
  ...bounds,
};
const exampleRule = {
  id: 'disk-low',
  title: 'The disk is nearly full',
  reading: 'disk.free_bytes' as const,
  fires_when: 'below' as const,
  threshold: 2_147_483_648,
  clears_at: 3_221_225_472,
  for_seconds: 60,
  enabled: true,
};

const RuleView = Type.Object({
  ...rule,
  reading: Type.String({ description: 'Metric that is watched.' }),
  unit: Type.String({ description: 'Unit of the metric.' }),
  reading_label: Type.String({ description: 'Display name of the metric.' }),
  is_firing: Type.Boolean({ description: 'Whether the alert is active now.' }),
  updated_at: moment(),
  updated_by: nullable(Type.String({ description: 'Operator who changed it last. Null: unchanged default.' })),
});
const exampleRuleView = {
  ...exampleRule,
  unit: 'bytes',
  reading_label: 'Free disk space',
  is_firing: false,
  updated_at: at,
  updated_by: null,
};

export const AlertView = Type.Object({
  id: uuid(),
  rule: Type.String({ description: 'Name of the rule.' }),
  title: Type.String({ description: 'Display name of the alert.' }),
  detail: Type.String({ description: 'What was measured, in plain language.' }),
  value: Type.Number({ description: 'The value that fired it.' }),
  fired_at: moment({ description: 'When it fired.' }),
  resolved_at: nullable(moment(), { description: 'When it was resolved. Null: it is active.' }),
});

const channel = {
  id: uuid(),
  kind: Type.Enum(['mail', 'webhook'], { description: 'How alerts are sent.' }),
  target: Type.String({ description: 'Email address or URL.' }),
  created_at: moment(),
  created_by: Type.String({ description: 'Operator who added it.' }),
};
export const ChannelView = Type.Object(channel);
const exampleChannel = {
  id: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
  kind: 'webhook' as const,
  target: 'https://pager.example.com/errand',
  created_at: at,
  created_by: 'operator@example.com',
};

export const AlertsView = withExample(
  Type.Object({
    rules: Type.Array(RuleView, { description: 'Alert rules.' }),
    alerts: Type.Array(AlertView, { description: 'Active alerts first, then resolved ones, up to 100.' }),
    channels: Type.Array(ChannelView, { description: 'Who is alerted besides the operators.' }),
    readings: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Identifier of the metric.' }),
        label: Type.String({ description: 'Display name of the metric.' }),
        unit: Type.String({ description: 'Unit of the values.' }),
      }),
      { description: 'Metrics that rules can watch.' },
    ),
  }),
  {
    rules: [exampleRuleView],
    alerts: [
      {
        id: '1b4e28ba-2fa1-4d2e-883f-0016d3cca427',
        rule: 'disk-low',
        title: 'The disk is nearly full',
        detail: 'Free disk space: 1.20 GiB (below 2.00 GiB).',
        value: 1_288_490_188,
        fired_at: at,
        resolved_at: null,
      },
    ],
    channels: [exampleChannel],
    readings: [{ name: 'disk.free_bytes', label: 'Free disk space', unit: 'bytes' }],
  },
);

export const RulePath = Type.Object({ rule: ruleId() });
export const NewRuleBody = closed(rule, {
  examples: [{ ...exampleRule, id: 'disk-very-low', threshold: 1_073_741_824 }],
});
export const RuleBody = closed(
  {
    threshold: Type.Optional(bounds.threshold),
    clears_at: Type.Optional(bounds.clears_at),
    for_seconds: Type.Optional(bounds.for_seconds),
    enabled: Type.Optional(bounds.enabled),
  },
  { examples: [{ threshold: 1_073_741_824 }] },
);
export const RuleAnswer = withExample(RuleView, exampleRuleView);

export const ChannelBody = closed(
  {
    kind: described(channel.kind, 'How alerts are sent.'),
    target: Type.String({ minLength: 3, maxLength: 2048, description: 'Email address or URL.' }),
  },
  { examples: [{ kind: 'mail', target: 'pager@example.com' }] },
);
export const ChannelAnswer = withExample(
  Type.Object({
    ...channel,
    secret: nullable(
      Type.String({
        description: 'Secret that the webhook is signed with (Standard Webhooks). Shown only once. Null for email.',
      }),
    ),
  }),
  { ...exampleChannel, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
);
