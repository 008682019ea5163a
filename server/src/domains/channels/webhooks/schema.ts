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
import { deliveryFilters, deliveryStatuses, subjectKinds } from './model.ts';

export const DeliveryQuery = Type.Object({
  ...pageQuery,
  after: afterField('id'),
  status: Type.Optional(
    Type.Enum([...deliveryFilters], {
      description: 'Only deliveries with this status. `retrying`: pending deliveries that failed at least once.',
    }),
  ),
  event: Type.Optional(
    Type.Enum([...webhookEvents, ...keysOf(eventTypes)], { description: 'Only deliveries of this event type.' }),
  ),
  order_id: Type.Optional(
    Type.String({
      format: 'order-id',
      description: 'Only deliveries about this order: its ID, or its `request_id` in the legacy API.',
    }),
  ),
  endpoint_id: Type.Optional(uuid({ description: 'Only deliveries to this endpoint.' })),
  event_id: Type.Optional(uuid({ description: 'Only deliveries of this event.' })),
  created_after: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only deliveries created at or after this time.' }),
  ),
  url: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Part of the endpoint URL. Searches the newest 2,000 deliveries that match the other filters.',
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
  tries: [{ at: '2026-08-21T10:00:00.250Z', response_status: 200, response: 'ok', error: null, duration_ms: 180 }],
  body: '{"_type":"order_response"}',
  edited_from: null,
  edited_by: null,
  created_at: '2026-08-21T10:00:00.000Z',
  delivered_at: '2026-08-21T10:00:00.250Z',
};

export const Delivery = withExample(
  Type.Object(
    {
      id: uuid(),
      webhook_id: Type.String({ description: 'Value of the webhook-id header, the same for every attempt.' }),
      event: Type.Enum([...webhookEvents, ...keysOf(eventTypes)], { description: 'Type of the event.' }),
      event_id: nullable(uuid(), { description: 'ID of the event. Null for legacy API webhooks.' }),
      endpoint_id: nullable(uuid(), { description: 'The endpoint. Null for legacy API URLs.' }),
      subject: Type.Object(
        {
          type: Type.Enum([...subjectKinds], { description: 'Kind of object.' }),
          id: Type.String({ description: 'ID of the object.' }),
        },
        { description: 'What the event is about.' },
      ),
      order_id: nullable(uuid(), { description: 'The order that the event is about, if any.' }),
      url: Type.String({ description: 'URL of the endpoint, without credentials.' }),
      status: Type.Enum([...deliveryStatuses], {
        description: '`pending` until it is delivered or retries end. `stopped`: the endpoint returned 410 Gone.',
      }),
      attempts: Type.Integer({ description: 'Number of attempts so far.' }),
      next_attempt_at: nullable(plainMoment(), { description: 'When the next attempt starts. Null if there is none.' }),
      response_status: nullable(Type.Integer(), {
        description: 'HTTP status of the last attempt. Null if there was no response.',
      }),
      response: nullable(Type.String({ description: 'Start of the last response body.' })),
      error: nullable(Type.String({ description: 'Why the last attempt failed.' })),
      tries: Type.Array(
        Type.Object({
          at: plainMoment({ description: 'When the attempt was made.' }),
          response_status: nullable(Type.Integer(), { description: 'HTTP status of the response.' }),
          response: nullable(Type.String(), { description: 'Start of the response body.' }),
          error: nullable(Type.String(), { description: 'Why the attempt failed.' }),
          duration_ms: nullable(Type.Integer(), { description: 'How long the attempt took, in milliseconds.' }),
        }),
        { description: 'The last attempts, oldest first.' },
      ),
      body: Type.String({ description: 'The request body, byte for byte.' }),
      edited_from: nullable(uuid(), {
        description: 'The original delivery, if a user edited its body to send this one. Null otherwise.',
      }),
      edited_by: nullable(Type.String(), { description: 'Email address of that person.' }),
      created_at: plainMoment(),
      delivered_at: nullable(plainMoment(), { description: 'When the endpoint accepted it.' }),
    },
    { title: 'WebhookDelivery', description: 'A delivery of an event to an endpoint.' },
  ),
  exampleDelivery,
);

export const DeliveryList = withExample(
  Type.Object({
    deliveries: Type.Array(Delivery, { description: 'Deliveries, newest first.' }),
    total: Type.Integer(),
    limit: Type.Integer(),
    offset: Type.Integer(),
  }),
  { deliveries: [exampleDelivery], total: 1, limit: 50, offset: 0 },
);

export const SecretView = withExample(
  Type.Object({
    secret: Type.String({ description: 'Secret for Standard Webhooks libraries.' }),
    created_at: plainMoment(),
    previous: Type.Array(
      Type.Object({
        secret: Type.String({ description: 'A replaced secret.' }),
        valid_until: plainMoment({ description: 'When messages are no longer signed with it.' }),
      }),
      {
        description: 'Replaced secrets that messages are still signed with, in addition to the current one.',
      },
    ),
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

const replayStatuses = ['failed', 'stopped', 'retrying'] as const;

export const ReplayFailedBody = closed(
  {
    failed_since: Type.Optional(
      Type.String({ format: 'date-time', description: 'Resend failed deliveries of events since this time.' }),
    ),
    status: Type.Optional(
      Type.Enum([...replayStatuses], {
        description: 'Only deliveries with this status. Failed and stopped ones by default.',
      }),
    ),
    event: DeliveryQuery.properties.event,
    order_id: Type.Optional(uuid({ description: 'Only deliveries about this order.' })),
    endpoint_id: DeliveryQuery.properties.endpoint_id,
    url: DeliveryQuery.properties.url,
  },
  {
    minProperties: 1,
    examples: [
      { failed_since: '2026-08-21T10:00:00Z' },
      { endpoint_id: '2d7a1b52-6a55-4a3e-8f0e-3a1f5c0a9d10', status: 'retrying' },
    ],
  },
);

export const Replayed = withExample(
  Type.Object({ replayed: Type.Integer({ description: 'Number of deliveries that are being resent.' }) }),
  { replayed: 3 },
);

export const EditedBody = closed(
  {
    body: Type.String({
      minLength: 2,
      maxLength: 262_144,
      description: 'JSON text to send instead. `type` and `data.id` must match the original delivery.',
    }),
  },
  { examples: [{ body: '{"type":"order.placed","timestamp":"2026-08-21T10:00:00.000Z","data":{"id":"…"}}' }] },
);
