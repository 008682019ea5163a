export { type CallOptions, type Client, type ClientOptions, createClient, newIdempotencyKey } from './client.ts';
export { ConnectionError, ErrandError, type Problem, ValidationError } from './errors.ts';
export type * from './operations.ts';
export { type Payer, type PaymentChallenge, payingFetch, sandboxPayer } from './payer.ts';
