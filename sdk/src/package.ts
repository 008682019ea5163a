// What the package exports as @errand/sdk.

export type * from '../generated/namespaces.ts';
export type * from '../generated/operations.ts';
export { eventTypes, failureReasons } from '../generated/operations.ts';
export { ApiCall, FileCall, ListCall } from './api-call.ts';
export { type Client, createClient } from './client.ts';
export { csvRows } from './csv-rows.ts';
export { Errand, type RawRequest } from './errand.ts';
export {
  ApiError,
  type ClientErrorCode,
  ConnectionError,
  ErrandError,
  OrderEnded,
  type Problem,
  ValidationError,
  WaitTimeout,
  WebhookVerificationError,
} from './errors.ts';
export { newIdempotencyKey } from './idempotency-key.ts';
export type { OrderGoal, Orders, WaitOptions } from './orders.ts';
export { type Payer, type PaymentChallenge, payingFetch, prepaidPayer, sandboxPayer } from './payer.ts';
export type { Answer, Attempt, CallOptions, ClientOptions } from './send.ts';
export { type SignedMessage, type SignedTestEvent, signTestEvent, type TestEvent, verifyWebhook } from './webhooks.ts';
