export { checkWebhookUrls, type RefusedUrl } from './check-urls.ts';
export { webhookJobs } from './jobs.ts';
export {
  destinationOf,
  type EventType,
  eventTypes,
  maskedUrl,
  type WebhookEvent,
  type WebhookMessage,
  webhookUrls,
} from './model.ts';
export { moveWebhooksToAccount } from './move-webhooks.ts';
export { presentDelivery } from './present.ts';
export { pruneWebhooks } from './prune.ts';
export { queueWebhook } from './queue-webhook.ts';
export { replayEvent } from './replay-delivery.ts';
export { webhookRoutes } from './routes.ts';
export { Delivery } from './schema.ts';
export { readSecrets, rotateSecret, webhookSealedColumns } from './secrets.ts';
export { countFailingReceivers, type FailingRow, listDeliveries, listFailingReceivers } from './store-deliveries.ts';
export {
  deleteEndpoint,
  type EndpointRow,
  findEndpoint,
  findSingleEndpoint,
  insertEndpoint,
  listEndpoints,
  listSubscribed,
  lockEndpoints,
  updateEndpoint,
} from './store-endpoints.ts';
export { eraseWebhooksOf } from './store-erase.ts';
export {
  type EventRow,
  findEvent,
  findLastEvent,
  insertEvent,
  insertUnheard,
  lastSeqBeforeRestore,
  latestSeqs,
  listEvents,
  type NewEvent,
} from './store-events.ts';
export { createUrlCredentials, type UrlCredentials, urlCredentialColumns } from './url-credentials.ts';
