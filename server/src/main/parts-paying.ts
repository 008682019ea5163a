import { createLinkOffers } from '../domains/channels/agent/core.ts';
import { createCheckout, whyNoCheckout } from '../domains/money/top-ups/index.ts';
import { createAgentsPolicy } from '../domains/orders/orders/index.ts';
import type { Buying } from './parts-buying.ts';
import type { Ground } from './parts-ground.ts';

/** How money comes in: top-ups and payment links. */
export async function createPaying(parts: Ground & Buying) {
  const { config, database, clock, vault, acceptor, publicUrl } = parts;
  const topUps = {
    database,
    clock,
    publicUrl,
    whyUnavailable: whyNoCheckout(config.stripeSecretKey),
    checkout: await createCheckout({
      secretKey: config.stripeSecretKey,
      apiBase: config.stripeApiBase,
      webhookSecret: config.stripeWebhookSecret,
      publicUrl,
    }),
  };
  const links = createLinkOffers({ ...topUps, acceptor });
  const agentsPolicy = createAgentsPolicy({ database, clock, vault, acceptor });
  return { topUps, links, agentsPolicy };
}
