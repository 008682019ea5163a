import { generateKeyPairSync } from 'node:crypto';
import type { Call, PurchaseRequest } from '../../../src/connectors/contract.ts';
import type { Store, StoreIdentity } from '../../../src/connectors/store.ts';
import type { StoreClient } from '../../../src/connectors/store-client.ts';
import { ucp } from '../../../src/connectors/ucp/index.ts';
import { systemClock } from '../../../src/kit/clock.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createLossyClient } from '../../harness/stores/client.ts';
import { liveStore, requestFor } from '../../harness/stores/request.ts';
import { startStandIn } from './store.ts';

export const call = (): Call => ({ signal: AbortSignal.timeout(20_000) });

/** A stand-in store, and how to make a connector for it: a new one knows nothing of the store yet. */
export async function openTestBench() {
  const shop = await startStandIn();
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  shop.state.clientKeys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'errand' }];
  const identity: StoreIdentity = {
    profileUrl: (version) => `https://errand.example/ucp/profiles/${version}`,
    key: async () => ({ kid: 'errand', privateKey }),
    accountPage: (shortId) => `https://errand.example/app/accounts/${shortId}`,
  };
  const payment = { handler: 'com.example.pay', type: 'card' };
  const client = createLossyClient();
  const connect = (more: Partial<Store> = {}, through: StoreClient = client, clock = systemClock) =>
    ucp.create(liveStore('ucp', shop.origin, { payment, ...more }), {
      client: through,
      clock,
      logger: createLogger({ level: 'silent' }),
      credentials: async () => ({ token: 'granted', payment_token: 'tok_1', client_secret: 's3cret+' }),
      identity,
    });
  const order = (quantity = 2, overrides: Partial<PurchaseRequest> = {}) =>
    requestFor([{ productId: 'enamel-mug', quantity }], overrides);
  return { shop, client, identity, connect, order };
}
