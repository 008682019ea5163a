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

/** The `webhooks` of the OpenAPI document. */
export const webhookDescriptions = (): Record<string, unknown> =>
  Object.fromEntries(
    entriesOf(eventTypes).map(([type, { description, subject }]) => [
      type,
      {
        post: {
          operationId: `webhook.${type}`,
          tags: ['Webhooks'],
          summary: description,
          description: `Sent to every endpoint that subscribes to \`${type}\`. Respond with any 2xx within 15 seconds; otherwise Errand retries.`,
          security: [],
          parameters: [
            signature('webhook-id', 'ID of the message, the same for every attempt and resend.'),
            signature('webhook-timestamp', 'When this attempt was made, in Unix seconds.'),
            signature(
              'webhook-signature',
              'Standard Webhooks signature: `v1,` and the HMAC-SHA256 of ID, timestamp and body.',
            ),
          ],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['type', 'timestamp', 'data'],
                  properties: {
                    type: { type: 'string', enum: [type], description: 'What happened.' },
                    timestamp: { type: 'string', format: 'date-time', description: 'When the event happened.' },
                    data: {
                      description: 'The object at the time of the event.',
                      $ref: `#/components/schemas/${subjects[subject].model}`,
                    },
                  },
                },
              },
            },
          },
          responses: {
            '2XX': { description: 'Accepted.' },
            '4XX': { description: 'Retried later. 410 stops deliveries to the endpoint.' },
          },
        },
      },
    ]),
  );
