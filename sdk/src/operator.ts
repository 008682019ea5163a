// What the package exports as @errand/sdk/operator: the calls of the people who run Errand.
import { buildNamespaces } from './build-namespaces.ts';
import type { OperatorNamespaces } from './namespaces-operator.ts';
import { operatorOperations } from './operations-operator.ts';
import { type ClientOptions, createCall } from './send.ts';

export type * from './namespaces-operator.ts';
export type * from './operations-operator.ts';

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
