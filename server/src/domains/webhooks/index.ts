export { checkWebhookUrls, type RefusedUrl } from './check-urls.ts';
export { webhookJobs } from './jobs.ts';
export { destinationOf, type WebhookEvent, type WebhookMessage, webhookUrls } from './model.ts';
export { moveWebhooksToAccount } from './move-webhooks.ts';
export { pruneWebhooks } from './prune.ts';
export { queueWebhook } from './queue-webhook.ts';
export { webhookRoutes } from './routes.ts';
export { webhookSealedColumns } from './secrets.ts';
export { countFailingReceivers, type FailingRow, listFailingReceivers } from './store.ts';
