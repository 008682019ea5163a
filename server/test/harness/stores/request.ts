import type { PurchaseRequest, RetailerAccount } from '../../../src/connectors/contract.ts';
import type { Store, StoreKindName } from '../../../src/connectors/store.ts';
import { requestFor as simulatedRequest } from '../../stand-ins/simulator/bench.ts';

/** A store as an operator would configure it. */
export const liveStore = (kind: StoreKindName, url: string, more: Partial<Store> = {}): Store => ({
  name: 'real',
  kind,
  world: 'live',
  url,
  also: [],
  apiUrl: null,
  currency: 'USD',
  countries: null,
  mode: 'automatic',
  payment: null,
  settings: {},
  contact: 'buyer@example.com',
  billTo: null,
  trackEveryMs: 10,
  ...more,
});

/** An account at the store, with a session for the whole test. */
export function storeAccount(email: string, password: string, totp: () => Promise<string | null> = async () => null) {
  let session: string | null = null;
  const account: RetailerAccount = {
    id: email,
    email,
    password: async () => password,
    totp,
    mailedCode: async () => null,
    session: {
      load: async () => session,
      save: async (state) => {
        session = state;
      },
    },
  };
  return account;
}

/** Products of the store, each with variant and quantity. */
export function requestFor(
  products: { productId: string; quantity?: number; variant?: PurchaseRequest['lines'][number]['variant'] }[],
  overrides: Partial<PurchaseRequest> = {},
): PurchaseRequest {
  const lines = products.map(({ productId, quantity = 1, variant = null }) => {
    const [line] = simulatedRequest({ retailer: 'real', productId }).lines;
    if (!line) throw new Error('A request has a line.');
    return { ...line, quantity, variant };
  });
  return simulatedRequest({ retailer: 'real', productId: products[0]?.productId ?? '' }, { lines, ...overrides });
}
