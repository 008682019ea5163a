import { Type } from 'typebox';
import { closed, moment, nullable, uuid, withExample } from '../../../../platform/http/index.ts';
import { watchable } from '../readings.ts';

const at = '2026-08-21T10:00:00.000Z';
const ruleId = () => Type.String({ pattern: '^[a-z0-9-]{1,64}$', examples: ['disk-low'] });

const bounds = {
  threshold: Type.Number({ minimum: -1e15, maximum: 1e15, description: 'Beyond it the rule fires.' }),
  clears_at: Type.Number({
    minimum: -1e15,
    maximum: 1e15,
    description: 'Only here it is well again, so that a reading at the threshold stays quiet.',
  }),
  for_seconds: Type.Integer({ minimum: 0, maximum: 86_400, description: 'How long it must be beyond the threshold.' }),
  enabled: Type.Boolean(),
};

const rule = {
  id: ruleId(),
  title: Type.String({ minLength: 1, maxLength: 200 }),
  reading: Type.Enum(watchable.map(({ name }) => name)),
  fires_when: Type.Enum(['above', 'below']),
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
  reading: Type.String(),
  unit: Type.String(),
  reading_label: Type.String(),
  is_firing: Type.Boolean(),
  updated_at: moment(),
  updated_by: nullable(Type.String({ description: 'Null: as it was shipped.' })),
});
const exampleRuleView = {
  ...exampleRule,
  unit: 'bytes',
  reading_label: 'Free disk',
  is_firing: false,
  updated_at: at,
  updated_by: null,
};

export const AlertView = Type.Object({
  id: uuid(),
  rule: Type.String(),
  title: Type.String(),
  detail: Type.String(),
  value: Type.Number(),
  fired_at: moment(),
  resolved_at: nullable(moment()),
});

const channel = {
  id: uuid(),
  kind: Type.Enum(['mail', 'webhook']),
  target: Type.String(),
  created_at: moment(),
  created_by: Type.String(),
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
    rules: Type.Array(RuleView),
    alerts: Type.Array(AlertView, { description: 'What fires first, then what is over; at most 100.' }),
    channels: Type.Array(ChannelView, { description: 'Who is told beside the operators themselves.' }),
    readings: Type.Array(Type.Object({ name: Type.String(), label: Type.String(), unit: Type.String() })),
  }),
  {
    rules: [exampleRuleView],
    alerts: [
      {
        id: '1b4e28ba-2fa1-4d2e-883f-0016d3cca427',
        rule: 'disk-low',
        title: 'The disk is nearly full',
        detail: 'Free disk: 1.20 GiB (below 2.00 GiB).',
        value: 1_288_490_188,
        fired_at: at,
        resolved_at: null,
      },
    ],
    channels: [exampleChannel],
    readings: [{ name: 'disk.free_bytes', label: 'Free disk', unit: 'bytes' }],
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

export const ChannelPath = Type.Object({ channel_id: uuid() });
export const ChannelBody = closed(
  { kind: channel.kind, target: Type.String({ minLength: 3, maxLength: 2048, description: 'An address, or a URL.' }) },
  { examples: [{ kind: 'mail', target: 'pager@example.com' }] },
);
export const ChannelAnswer = withExample(
  Type.Object({
    ...channel,
    secret: nullable(Type.String({ description: 'What a webhook is signed with (Standard Webhooks); shown once.' })),
  }),
  { ...exampleChannel, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
);
