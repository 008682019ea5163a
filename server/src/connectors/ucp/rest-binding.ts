import type { Asking, BoundRequest, Operation } from './operation.ts';
import type { Profile } from './profile.ts';

const routes: Record<Operation, { method: BoundRequest['method']; path: string }> = {
  search_catalog: { method: 'POST', path: '/catalog/search' },
  lookup_catalog: { method: 'POST', path: '/catalog/lookup' },
  get_product: { method: 'POST', path: '/catalog/product' },
  create_checkout: { method: 'POST', path: '/checkout-sessions' },
  get_checkout: { method: 'GET', path: '/checkout-sessions/{id}' },
  update_checkout: { method: 'PUT', path: '/checkout-sessions/{id}' },
  complete_checkout: { method: 'POST', path: '/checkout-sessions/{id}/complete' },
  cancel_checkout: { method: 'POST', path: '/checkout-sessions/{id}/cancel' },
  get_order: { method: 'GET', path: '/orders/{id}' },
};

export function bindRest({ endpoint }: Profile, operation: Operation, { id, body }: Asking): BoundRequest {
  const { method, path } = routes[operation];
  const url = `${endpoint}${path.replace('{id}', encodeURIComponent(id ?? ''))}`;
  return { method, url, body: method === 'GET' ? null : JSON.stringify(body ?? {}) };
}
