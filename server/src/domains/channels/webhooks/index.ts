export { checkWebhookUrls, type RefusedUrl } from './check-urls.ts';
export * from './events/index.ts';
export { outageMailJobs, startOutageMails, webhookJobs } from './jobs.ts';
export type { WebhookMessage } from './message.ts';
export { destinationOf, maskedUrl, webhookUrls } from './model.ts';
export { moveWebhooksToAccount, pruneWebhooks } from './move-webhooks.ts';
export { queueWebhook } from './queue-webhook.ts';
export { webhookRoutes } from './routes.ts';
export { webhookSealedColumns } from './secrets.ts';
export {
  countFailingEndpoints,
  countOwnFailingEndpoints,
  type FailingEndpointRow,
  listFailingEndpoints,
} from './sql-deliveries.ts';
export type { EndpointRow } from './sql-endpoints.ts';
export {
  type EventRow,
  insertEvent,
  insertUnsubscribed,
  lastEventBefore,
  lastEventSeq,
  type NewEvent,
} from './sql-events.ts';
export { eraseWebhooksOf } from './sql-secrets.ts';
export { createUrlCredentials, type UrlCredentials, urlCredentialColumns } from './url-credentials.ts';
