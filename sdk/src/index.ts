export { type Client, createClient } from './client.ts';
export { csvRows } from './csv-rows.ts';
export { ConnectionError, ErrandError, type Problem, ValidationError } from './errors.ts';
export type * from './operations.ts';
export { OrderEnded, type OrderGoal, type Orders, type WaitOptions, WaitTimeout } from './orders.ts';
export { type Payer, type PaymentChallenge, payingFetch, prepaidPayer, sandboxPayer } from './payer.ts';
export type { Answer, CallOptions, ClientOptions } from './send.ts';
export { newIdempotencyKey } from './web-crypto.ts';
export { type SignedMessage, verifyWebhook, type WebhookEvent, WebhookVerificationError } from './webhooks.ts';
