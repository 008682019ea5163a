// For the pages and the command line of this repository: one flat client with every operation, including operator operations.
// package.ts is what developers install.

import { type Operations, operations } from '../generated/operations.ts';
import { type OperatorOperations, operatorOperations } from '../generated/operations-operator.ts';
import { buildClient, type ClientOf } from './client.ts';
import type { ClientOptions } from './send.ts';

export type * from '../generated/operations.ts';
export { eventTypes, failureReasons } from '../generated/operations.ts';
export type * from '../generated/operations-operator.ts';
export { csvRows } from './csv-rows.ts';
export {
  ApiError,
  ConnectionError,
  ErrandError,
  OrderEnded,
  type Problem,
  ValidationError,
  WaitTimeout,
} from './errors.ts';
export { newIdempotencyKey } from './idempotency-key.ts';
export type { OrderGoal, WaitOptions } from './orders.ts';
export { payingFetch, sandboxPayer } from './payer.ts';
export type { CallOptions } from './send.ts';

export type Client = ClientOf<Operations & OperatorOperations, typeof operations & typeof operatorOperations>;

export const createClient = (options: ClientOptions): Client =>
  buildClient<Client>(options, { ...operations, ...operatorOperations });
