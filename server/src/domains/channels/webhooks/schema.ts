import { Type } from 'typebox';
import { eventTypes, webhookEvents } from '../../../events/index.ts';
import { keysOf } from '../../../kit/known-keys.ts';
import {
  afterField,
  closed,
  nullable,
  pageQuery,
  plainMoment,
  uuid,
  withExample,
} from '../../../platform/http/index.ts';
import { deliveryStatuses, subjectKinds } from './model.ts';

export const DeliveryQuery = Type.Object({
  ...pageQuery,
  after: afterField('id'),
  status: Type.Optional(Type.Enum([...deliveryStatuses])),
  event: Type.Optional(Type.Enum([...webhookEvents, ...keysOf(eventTypes)])),
  order_id: Type.Optional(
    Type.String({ format: 'order-id', description: "An order's id, or its request_id of the earlier API." }),
  ),
  endpoint_id: Type.Optional(uuid()),
  event_id: Type.Optional(uuid()),
  url: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'A part of the address, looked for among the newest 2,000 that the rest of the filter leaves.',
    }),
  ),
});

const exampleId = '5f0c3c0e-8a53-4d0e-9d0a-0e5c1a9b7c11';
const exampleOrder = '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52';

const exampleDelivery = {
  id: exampleId,
  webhook_id: `msg_${exampleId}`,
  event: 'request_succeeded' as const,
  event_id: null,
  endpoint_id: null,
  subject: { type: 'order' as const, id: exampleOrder },
  order_id: exampleOrder,
  url: 'https://shop.example.com/hooks/errand',
  status: 'delivered' as const,
  attempts: 1,
  next_attempt_at: null,
  response_status: 200,
  response: 'ok',
  error: null,
  tries: [{ at: '2026-08-21T10:00:00.250Z', response_status: 200, response: 'ok', error: null }],
  body: '{"_type":"order_response"}',
  created_at: '2026-08-21T10:00:00.000Z',
  delivered_at: '2026-08-21T10:00:00.250Z',
};

export const Delivery = withExample(
  Type.Object({
    id: uuid(),
    webhook_id: Type.String({ description: 'The webhook-id header: the same at every attempt.' }),
    event: Type.Enum([...webhookEvents, ...keysOf(eventTypes)]),
    event_id: nullable(uuid()),
    endpoint_id: nullable(uuid()),
    subject: Type.Object({ type: Type.Enum([...subjectKinds]), id: Type.String() }),
    order_id: nullable(uuid()),
    url: Type.String({ description: 'Without its credentials.' }),
    status: Type.Enum([...deliveryStatuses], { description: 'stopped: the receiver answered 410 Gone.' }),
    attempts: Type.Integer(),
    next_attempt_at: nullable(plainMoment()),
    response_status: nullable(Type.Integer()),
    response: nullable(Type.String({ description: 'The beginning of the last answer.' })),
    error: nullable(Type.String({ description: 'Why the last attempt failed.' })),
    tries: Type.Array(
      Type.Object({
        at: plainMoment(),
        response_status: nullable(Type.Integer()),
        response: nullable(Type.String()),
        error: nullable(Type.String()),
      }),
      { description: 'The last attempts, oldest first, each with its answer.' },
    ),
    body: Type.String({ description: 'What is sent, byte for byte.' }),
    created_at: plainMoment(),
    delivered_at: nullable(plainMoment()),
  }),
  exampleDelivery,
);

export const DeliveryList = withExample(
  Type.Object({
    deliveries: Type.Array(Delivery),
    total: Type.Integer(),
    limit: Type.Integer(),
    offset: Type.Integer(),
  }),
  { deliveries: [exampleDelivery], total: 1, limit: 50, offset: 0 },
);

export const SecretView = withExample(
  Type.Object({
    secret: Type.String({ description: 'As Standard Webhooks libraries take it.' }),
    created_at: plainMoment(),
    previous: Type.Array(Type.Object({ secret: Type.String(), valid_until: plainMoment() }), {
      description: 'Replaced ones that still sign, beside the current one.',
    }),
  }),
  {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    created_at: '2026-08-21T10:00:00.000Z',
    previous: [
      {
        secret: 'whsec_LaLaSwMfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQo=',
        valid_until: '2026-08-22T10:00:00.000Z',
      },
    ],
  },
);

export const ReplayFailedBody = closed(
  { failed_since: Type.String({ format: 'date-time', description: 'Of messages that were made since then.' }) },
  { examples: [{ failed_since: '2026-08-21T10:00:00Z' }] },
);

export const Replayed = withExample(Type.Object({ replayed: Type.Integer() }), { replayed: 3 });
