import { createLinkOffers } from '../domains/channels/agent/core.ts';
import { checkoutUnavailableReason, createCheckout } from '../domains/money/top-ups/index.ts';
import { createAgentsPolicy } from '../domains/orders/orders/index.ts';
import type { BaseParts } from './parts-base.ts';
import type { OrderParts } from './parts-orders.ts';

/** Creates top-ups and payment links. */
export async function createPaymentParts(parts: BaseParts & OrderParts) {
  const { config, database, clock, vault, acceptor, publicUrl } = parts;
  const topUps = {
    database,
    clock,
    publicUrl,
    whyUnavailable: checkoutUnavailableReason(config.stripeSecretKey),
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
