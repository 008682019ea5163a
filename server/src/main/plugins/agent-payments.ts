import {
  createChallengeSecret,
  createSandboxMethod,
  createStripeMethod,
  methodsForCalls,
  type PaymentMethod,
} from '../../domains/channels/agent/index.ts';
import type { CoreParts } from '../parts-core.ts';

export type AgentPayments = Awaited<ReturnType<typeof createAgentPayments>>;

const made = new WeakMap<CoreParts, Promise<AgentPayments>>();

/** Creates how agents pay, once per process, for agent mode and UCP. */
export function agentPaymentsOf(parts: CoreParts): Promise<AgentPayments> {
  const payments = made.get(parts) ?? createAgentPayments(parts);
  made.set(parts, payments);
  return payments;
}

async function createAgentPayments(parts: CoreParts) {
  const { database, db, clock, logger, vault, acceptor, agentsPolicy, idSecret, products, guard, publicUrl } = parts;
  const { hostname: realm } = new URL(publicUrl);
  const methods = await createMethods(parts, realm);
  return {
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
    offerLink: parts.links.forAgent,
  };
}

/** The configured payment methods, preferred ones first. Without agent mode there are none. */
async function createMethods({ config, logger }: CoreParts, realm: string): Promise<PaymentMethod[]> {
  if (!config.plugins.includes('agent')) return [];
  const { agentSandbox, stripeSecretKey, stripeApiBase, stripeNetworkId, tempo } = config;
  if (Object.keys(tempo).length > 0) {
    logger.warn('TEMPO_* is set, but this version does not support the payment method tempo');
  }
  const methods: PaymentMethod[] = [];
  if (stripeSecretKey !== null) {
    const settings = { secretKey: stripeSecretKey, apiBase: stripeApiBase, networkId: stripeNetworkId, service: realm };
    methods.push(await createStripeMethod(settings));
  }
  if (agentSandbox) methods.push(createSandboxMethod(realm));
  return methods;
}
