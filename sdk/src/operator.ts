// What the package exports as @errand/sdk/operator: calls for the people who run Errand.

import type { OperatorNamespaces } from '../generated/namespaces-operator.ts';
import { operatorOperations } from '../generated/operations-operator.ts';
import { buildNamespaces } from './build-namespaces.ts';
import { type ClientOptions, createCall } from './send.ts';

export type * from '../generated/namespaces-operator.ts';
export type * from '../generated/operations-operator.ts';

/** Operator calls need an operator's session: pass it in `headers`, or sign in with the browser that `fetch` uses. */
export type ErrandOperator = OperatorNamespaces;

/** `new ErrandOperator({ baseUrl, headers })` creates a client. */
export const ErrandOperator = class {
  constructor(options: ClientOptions) {
    Object.assign(this, buildNamespaces(createCall(options), operatorOperations));
  }
} as new (
  options: ClientOptions,
) => ErrandOperator;
