import { Type } from 'typebox';
import { eventTypes } from '../../../../events/index.ts';
import { keysOf, recordOf } from '../../../../kit/known-keys.ts';
import { closed, describedEnum, nullable, plainMoment, uuid, withExample } from '../../../../platform/http/index.ts';
import { exampleOrderView } from '../../../orders/orders/index.ts';
import { Delivery } from '../schema.ts';

const types = keysOf(eventTypes);
const eventType = () => Type.Enum(types);
const EventType = describedEnum(
  'EventType',
  'What happened.',
  recordOf(types, (type) => {
    const { title, description } = eventTypes[type];
    return { title, description };
  }),
);

/** Long enough to spare most callers a round trip, and shorter than proxies wait. */
const waitSecondsMax = 30;

export const EventQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  type: Type.Optional(eventType()),
  order_id: Type.Optional(uuid()),
  after: Type.Optional(
    Type.String({
      pattern: '^(latest|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$',
      description:
        'The id of the last event that you have: next_cursor of the former page. With "latest" it begins at the end: what happened before is left out.',
    }),
  ),
  wait_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: waitSecondsMax,
      description: 'While there is no event, the answer waits so long for one.',
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
  Type.Object({
    id: uuid(),
    type: EventType,
    timestamp: plainMoment(),
    order_id: nullable(uuid()),
    data: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'The order, return, case, batch, policy or account, as its GET showed it at that moment, with its id.',
    }),
  }),
  exampleEvent,
);

export const EventList = withExample(
  Type.Object({
    events: Type.Array(EventView),
    has_more: Type.Boolean(),
    next_cursor: nullable(Type.String({ description: 'Send it as after; null when there was never an event.' })),
  }),
  { events: [exampleEvent], has_more: false, next_cursor: exampleEvent.id },
);

export const ResendBody = closed(
  { endpoint_id: Type.Optional(uuid({ description: 'Only to this endpoint.' })) },
  { examples: [{}] },
);

export const Resent = Type.Object({ event: EventView, deliveries: Type.Array(Delivery) });

const url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'Called with POST. A user name and password in it are sent as Basic authentication.',
});
const events = nullable(
  Type.Array(eventType(), {
    minItems: 1,
    maxItems: types.length,
    uniqueItems: true,
    description: 'What it is told of; null is every type.',
  }),
);
const description = nullable(Type.String({ maxLength: 200 }));

export const SingleBody = closed({ url }, { examples: [{ url: 'https://shop.example.com/hooks/errand' }] });

export const SingleView = withExample(
  Type.Object({ webhook_url: nullable(Type.String()), webhook_secret: nullable(Type.String()) }),
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
    is_active: Type.Optional(Type.Boolean({ description: 'While false nothing new is sent to it.' })),
  },
  { examples: [{ events: null }] },
);

const endpointFields = {
  id: uuid(),
  url: Type.String({ description: 'Without its credentials.' }),
  events,
  description,
  is_active: Type.Boolean(),
  stopped_at: nullable(Type.String({ format: 'date-time', description: 'When it answered 410 Gone.' })),
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
  created_at: '2026-08-21T10:00:00.000Z',
  updated_at: '2026-08-21T10:00:00.000Z',
};

export const EndpointView = withExample(Type.Object(endpointFields), exampleEndpoint);

export const EndpointWithSecret = withExample(
  Type.Object({
    ...endpointFields,
    secret: Type.String({ description: 'What its messages are signed with, as Standard Webhooks libraries take it.' }),
  }),
  { ...exampleEndpoint, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' },
);

export const EndpointList = withExample(
  Type.Object({ endpoints: Type.Array(Type.Object(endpointFields)), total: Type.Integer() }),
  { endpoints: [exampleEndpoint], total: 1 },
);

export const TestBody = closed(
  { type: Type.Optional(Type.Enum(types, { default: 'order.placed' })) },
  { examples: [{ type: 'order.placed' }] },
);
