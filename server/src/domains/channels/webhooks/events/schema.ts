import { Type } from 'typebox';
import { eventTypes } from '../../../../events/index.ts';
import { keysOf, recordOf } from '../../../../kit/known-keys.ts';
import {
  closed,
  described,
  describedEnum,
  nullable,
  plainMoment,
  uuid,
  withExample,
} from '../../../../platform/http/index.ts';
import { exampleOrderView } from '../../../orders/orders/index.ts';
import { Delivery } from '../schema.ts';

const types = keysOf(eventTypes);
const EventType = describedEnum(
  'EventType',
  'Type of an event.',
  recordOf(types, (type) => {
    const { title, description } = eventTypes[type];
    return { title, description };
  }),
);

/** Long enough to save round trips, and shorter than proxies wait. */
const waitSecondsMax = 30;

export const EventQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  type: Type.Optional(Type.Enum(types, { description: 'Only events of this type.' })),
  order_id: Type.Optional(uuid({ description: 'Only events about this order.' })),
  after: Type.Optional(
    Type.String({
      pattern: '^(latest|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$',
      description:
        'Return events after this one: the `next_cursor` of the previous page. `latest` skips everything so far.',
    }),
  ),
  wait_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: waitSecondsMax,
      description: 'If there is no event yet, wait up to this many seconds for one.',
    }),
  ),
});

const exampleData: Record<string, unknown> = { ...exampleOrderView, status: 'order_placed' };
const exampleEvent = {
  id: '7c2f6e0a-8f0f-4a52-9f6d-1f0a9c7d2b31',
  type: 'order.placed' as const,
  timestamp: '2026-08-21T10:00:00.000Z',
  order_id: exampleOrderView.id,
  data: exampleData,
};

export const EventView = withExample(
  Type.Object(
    {
      id: uuid(),
      type: EventType,
      timestamp: plainMoment({ description: 'When it happened.' }),
      order_id: nullable(uuid(), { description: 'The order that it is about, if any.' }),
      data: Type.Record(Type.String(), Type.Unknown(), {
        description: 'The order, return, case, batch, policy or account at the time of the event.',
      }),
    },
    { title: 'WebhookEvent', description: 'Something that happened on your account.' },
  ),
  exampleEvent,
);

export const EventWithDeliveries = withExample(
  Type.Object(
    {
      ...EventView.properties,
      deliveries: Type.Array(Delivery, { description: 'Its deliveries to your endpoints, newest first.' }),
    },
    { title: 'WebhookEventDetail', description: 'An event with its deliveries.' },
  ),
  { ...exampleEvent, deliveries: [] },
);

export const EventList = withExample(
  Type.Object({
    events: Type.Array(EventView, { description: 'Events, oldest first.' }),
    has_more: Type.Boolean({ description: 'Whether there are more events after this page.' }),
    next_cursor: nullable(
      Type.String({ description: 'Send it as `after` to continue. Null if there have been no events.' }),
    ),
  }),
  { events: [exampleEvent], has_more: false, next_cursor: exampleEvent.id },
);

export const ResendBody = closed(
  { endpoint_id: Type.Optional(uuid({ description: 'Send it to this endpoint only.' })) },
  { examples: [{}] },
);

export const Resent = Type.Object({
  event: described(described(EventView, 'The event.'), 'The event that was resent.'),
  deliveries: Type.Array(Delivery, { description: 'The deliveries that were started.' }),
});

const url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description:
    'URL that receives events by POST. If it contains a username and password, they are sent as Basic authentication.',
});
const events = nullable(
  Type.Array(EventType, {
    minItems: 1,
    maxItems: types.length,
    uniqueItems: true,
    description: 'Event types to send. Null: all of them.',
  }),
);
const description = nullable(Type.String({ maxLength: 200, description: 'Your note about the endpoint.' }));

export const SingleBody = closed({ url }, { examples: [{ url: 'https://shop.example.com/hooks/errand' }] });

export const SingleView = withExample(
  Type.Object({
    webhook_url: nullable(Type.String(), { description: 'URL that receives every event. Null: none.' }),
    webhook_secret: nullable(Type.String(), { description: 'Secret that messages are signed with. Null: none.' }),
  }),
  {
    webhook_url: 'https://shop.example.com/hooks/errand',
    webhook_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  },
);

export const EndpointBody = closed(
  { url, events: Type.Optional(events), description: Type.Optional(description) },
  { examples: [{ url: 'https://shop.example.com/hooks/errand', events: ['order.placed', 'order.failed'] }] },
);

export const EndpointChangesBody = closed(
  {
    url: Type.Optional(url),
    events: Type.Optional(events),
    description: Type.Optional(description),
    is_active: Type.Optional(Type.Boolean({ description: 'Set to false to stop sending new events.' })),
  },
  { examples: [{ events: null }] },
);

const attemptFields = {
  attempts: Type.Integer({ description: 'Number of attempts.' }),
  succeeded: Type.Integer({ description: 'Attempts that the endpoint accepted.' }),
  success_rate: nullable(Type.Number(), {
    description: 'Share of attempts that succeeded, from 0 to 1. Null if there were none.',
  }),
  average_ms: nullable(Type.Integer(), { description: 'Average duration of an attempt, in milliseconds.' }),
  max_ms: nullable(Type.Integer(), { description: 'Duration of the slowest attempt, in milliseconds.' }),
};

const endpointFields = {
  id: uuid(),
  url: Type.String({ description: 'URL of the endpoint, without credentials.' }),
  events,
  description,
  is_active: Type.Boolean({ description: 'Whether new events are sent to it.' }),
  stopped_at: nullable(
    Type.String({
      format: 'date-time',
      description: 'When it returned 410 Gone, which stops deliveries. Null otherwise.',
    }),
  ),
  failing_since: nullable(plainMoment(), {
    description: 'When deliveries to its URL began to fail. Null if the last message was delivered.',
  }),
  last_day: Type.Object(attemptFields, { description: 'Attempts in the last 24 hours.' }),
  created_at: plainMoment(),
  updated_at: plainMoment(),
};

const exampleEndpoint = {
  id: '2d7a1b52-6a55-4a3e-8f0e-3a1f5c0a9d10',
  url: 'https://shop.example.com/hooks/errand',
  events: ['order.placed' as const, 'order.failed' as const],
  description: null,
  is_active: true,
  stopped_at: null,
  failing_since: null,
  last_day: { attempts: 40, succeeded: 39, success_rate: 0.975, average_ms: 180, max_ms: 2400 },
  created_at: '2026-08-21T10:00:00.000Z',
  updated_at: '2026-08-21T10:00:00.000Z',
};

const Endpoint = Type.Object(endpointFields, { title: 'WebhookEndpoint', description: 'A URL that receives events.' });

export const EndpointView = withExample(Endpoint, exampleEndpoint);

export const EndpointWithSecret = withExample(
  Type.Object(
    {
      ...endpointFields,
      secret: Type.String({ description: 'Secret that messages are signed with, for Standard Webhooks libraries.' }),
    },
    { title: 'WebhookEndpointWithSecret', description: 'A URL that receives events, with its secret.' },
  ),
  { ...exampleEndpoint, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' },
);

export const EndpointList = withExample(
  Type.Object({
    endpoints: Type.Array(Endpoint, { description: 'Endpoints in this mode.' }),
    total: Type.Integer(),
  }),
  { endpoints: [exampleEndpoint], total: 1 },
);

export const healthPeriods = ['day', 'week', 'month'] as const;

export const HealthQuery = Type.Object({
  period: Type.Enum([...healthPeriods], {
    default: 'day',
    description: 'The last 24 hours in hourly steps, 7 days in 6-hour steps, or 30 days in daily steps.',
  }),
});

const exampleAttempts = exampleEndpoint.last_day;

export const EndpointHealth = withExample(
  Type.Object(
    {
      endpoint_id: uuid({ description: 'ID of the webhook endpoint.' }),
      failing_since: endpointFields.failing_since,
      ...attemptFields,
      steps: Type.Array(Type.Object({ at: plainMoment({ description: 'Start of the step.' }), ...attemptFields }), {
        description: 'The same for each step of the period, oldest first.',
      }),
    },
    { title: 'WebhookEndpointHealth', description: 'How an endpoint responded in a period.' },
  ),
  {
    endpoint_id: exampleEndpoint.id,
    failing_since: null,
    ...exampleAttempts,
    steps: [{ at: '2026-08-21T10:00:00.000Z', ...exampleAttempts }],
  },
);

export const TestBody = closed(
  { type: Type.Optional(Type.Enum(types, { description: 'Event type to send.', default: 'order.placed' })) },
  { examples: [{ type: 'order.placed' }] },
);
