export type Operation =
  | 'search_catalog'
  | 'get_product'
  | 'create_checkout'
  | 'get_checkout'
  | 'update_checkout'
  | 'complete_checkout'
  | 'cancel_checkout'
  | 'get_order';

export interface Asking {
  id?: string;
  body?: Record<string, unknown>;
  /** The same for every try of the same thing. */
  idempotencyKey?: string;
}

export interface BoundRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  body: string | null;
}
