import { amazonBusiness } from '../../../src/connectors/amazon-business/index.ts';
import type { Call, PurchaseRequest } from '../../../src/connectors/contract.ts';
import type { SharedToken, Store } from '../../../src/connectors/store.ts';
import type { StoreClient } from '../../../src/connectors/store-client.ts';
import { type Clock, systemClock } from '../../../src/kit/clock.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createLossyClient } from '../../harness/stores/client.ts';
import { liveStore, requestFor } from '../../harness/stores/request.ts';
import { amazonCredentials, startAmazonStandIn } from './store.ts';

export const call = (): Call => ({ signal: AbortSignal.timeout(20_000) });

/** A token for one process. */
export function ownToken(): SharedToken {
  let known: string | null = null;
  return {
    async use(renew) {
      if (known !== null) return { kind: 'token', token: known };
      const renewed = await renew();
      if (renewed.kind === 'token') known = renewed.token;
      return renewed;
    },
    async discard(token) {
      if (known === token) known = null;
    },
  };
}

export const amazonSettings = (tokenUrl: string, more: Record<string, unknown> = {}) => ({
  region: 'na',
  marketplace: 'US',
  buyer_email: 'buyer@business.example',
  ordering_group: 'group-1',
  price_tolerance_percent: 0,
  token_url: tokenUrl,
  ...more,
});

/** A stand-in, and how to make a connector for it. */
export async function openAmazonBench(clock: Clock = systemClock) {
  const shop = await startAmazonStandIn(clock);
  const client = createLossyClient();
  const alarms: string[] = [];
  const connect = (
    settings: Record<string, unknown> = {},
    { through = client, at = clock, more = {} }: { through?: StoreClient; at?: Clock; more?: Partial<Store> } = {},
  ) =>
    amazonBusiness.create(
      liveStore('amazon-business', 'https://www.amazon.com', {
        apiUrl: shop.origin,
        settings: amazonSettings(shop.tokenUrl, settings),
        ...more,
      }),
      {
        client: through,
        clock: at,
        logger: createLogger({ level: 'silent' }),
        credentials: async () => amazonCredentials,
        credentialNames: Object.keys(amazonCredentials),
        token: ownToken(),
        reportBroken: (message) => void alarms.push(message),
      },
    );
  const order = (quantity = 2, overrides: Partial<PurchaseRequest> = {}) =>
    requestFor([{ productId: 'B0MUG00001', quantity }], overrides);
  return { shop, client, connect, order, alarms };
}
