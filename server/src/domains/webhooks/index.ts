export { checkWebhookUrls, type RefusedUrl } from './check-urls.ts';
export { type WebhookEvent, type WebhookMessage, webhookUrls } from './model.ts';
export { queueWebhook } from './queue-webhook.ts';
