import { type EventType, eventTypes } from '../model.ts';

/** The named schema of the document that an event's data is of. */
const modelOf = (type: EventType): string => {
  if (type.startsWith('order.') || type.startsWith('tracking.')) return 'Order';
  if (type === 'return.updated') return 'Return';
  if (type === 'case.updated') return 'Case';
  if (type === 'bulk.completed') return 'BulkOrder';
  return type === 'policy.alert' ? 'Policy' : 'ManagedAccount';
};

const summaries: Record<EventType, string> = {
  'order.created': 'An order was accepted',
  'order.placed': 'The retailer has an order',
  'order.failed': 'An order could not be bought',
  'order.cancelled': 'An order was called off before it was bought',
  'order.cancelled_by_retailer': 'The retailer called an order off',
  'order.action_required': 'An order waits for an answer',
  'tracking.obtained': 'An order has its first tracking number',
  'tracking.updated': 'A parcel moved',
  'return.updated': 'A return was requested or decided',
  'case.updated': 'A case has a new message or state',
  'bulk.completed': 'The last order of a batch is over',
  'policy.alert': 'A spending window fills up',
  'managed_account.paused': 'A retailer account was paused',
};

const signature = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** What endpoints are sent, for the `webhooks` of the OpenAPI document. */
export const describedWebhooks = (): Record<string, unknown> =>
  Object.fromEntries(
    eventTypes.map((type) => [
      type,
      {
        post: {
          operationId: `webhook.${type}`,
          tags: ['Webhooks'],
          summary: summaries[type],
          description: `Sent to every endpoint that takes ${type}. Answer with any 2xx within 10 seconds; anything else is tried again.`,
          security: [],
          parameters: [
            signature('webhook-id', 'The same for every attempt and every resend of a message.'),
            signature('webhook-timestamp', 'Unix seconds of this attempt.'),
            signature('webhook-signature', 'Standard Webhooks: v1, and the HMAC-SHA256 of id, timestamp and body.'),
          ],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['type', 'timestamp', 'data'],
                  properties: {
                    type: { type: 'string', enum: [type] },
                    timestamp: { type: 'string', format: 'date-time' },
                    data: {
                      description: 'The object as its GET showed it at that moment, with its id.',
                      $ref: `#/components/schemas/${modelOf(type)}`,
                    },
                  },
                },
              },
            },
          },
          responses: {
            '2XX': { description: 'Taken.' },
            '4XX': { description: 'Tried again later; 410 stops the endpoint.' },
          },
        },
      },
    ]),
  );
