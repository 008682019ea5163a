export type Operation =
  | 'search_catalog'
  | 'get_product'
  | 'lookup_catalog'
  | 'create_checkout'
  | 'get_checkout'
  | 'update_checkout'
  | 'complete_checkout'
  | 'cancel_checkout'
  | 'get_order';

const changing: readonly Operation[] = ['create_checkout', 'update_checkout', 'complete_checkout', 'cancel_checkout'];

/** Such requests carry an idempotency key, whether or not anybody chose one. */
export const changesSomething = (operation: Operation): boolean => changing.includes(operation);

export interface Asking {
  id?: string;
  body?: Record<string, unknown>;
  /** The same for every try of the same thing. */
  idempotencyKey?: string;
  /** Of the customer in whose name it is asked, instead of what the merchant granted. */
  bearer?: string;
}

export interface BoundRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  body: string | null;
}
