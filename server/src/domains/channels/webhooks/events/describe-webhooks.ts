import { eventTypes } from '../../../../events/index.ts';
import { entriesOf } from '../../../../kit/known-keys.ts';
import { subjects } from './subjects.ts';

const signature = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** What endpoints are sent, for the `webhooks` of the OpenAPI document. */
export const webhookDescriptions = (): Record<string, unknown> =>
  Object.fromEntries(
    entriesOf(eventTypes).map(([type, { description, subject }]) => [
      type,
      {
        post: {
          operationId: `webhook.${type}`,
          tags: ['Webhooks'],
          summary: description,
          description: `Sent to every endpoint that listens for ${type}. Respond with any 2xx within 15 seconds; otherwise Errand retries.`,
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
                      $ref: `#/components/schemas/${subjects[subject].model}`,
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
