import { createChallengeSecret, createLinkOffers, methodsForCalls } from '../domains/channels/agent/index.ts';
import { createCheckout, whyNoCheckout } from '../domains/money/top-ups/index.ts';
import { createAgentsPolicy } from '../domains/orders/orders/index.ts';
import type { World } from '../kit/world.ts';
import type { Buying } from './parts-buying.ts';
import type { Callers, Ground } from './parts-ground.ts';
import { paymentMethods } from './payment-methods.ts';

/** How money comes in: top-ups, payment links, and agents that pay for each request. */
export async function createPaying(parts: Ground & Callers & Buying) {
  const { config, database, db, clock, logger, vault, acceptor, products, guard, publicUrl, feeCents, idSecret } =
    parts;
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
  const { hostname: realm } = new URL(publicUrl);
  const methods = await paymentMethods(config, { realm, logger });
  const agent = {
    database,
    db,
    clock,
    logger,
    vault,
    acceptor,
    agentsPolicy,
    idSecret,
    products,
    guard,
    methods,
    callMethods: methodsForCalls(methods, { database, publicUrl }),
    realm,
    secret: createChallengeSecret({ db, vault }),
    publicUrl,
    offerLink: links.forAgent,
  };
  const methodsOf = (world: World) => methods.filter((method) => method.world === world).map(({ name }) => name);
  return {
    topUps,
    links,
    agent,
    agentsPolicy,
    /** What our UCP profile shows. */
    shown: {
      version: '2026-08-25' as const,
      publicUrl,
      feeCents,
      agentMethods: { live: methodsOf('live'), test: methodsOf('test') },
    },
  };
}
