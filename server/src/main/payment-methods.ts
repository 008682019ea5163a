import { createSandboxMethod, createStripeMethod, type PaymentMethod } from '../domains/channels/agent/index.ts';
import type { Config } from '../platform/config.ts';
import type { Logger } from '../platform/logger.ts';

type Settings = Pick<Config, 'agentSandbox' | 'stripeSecretKey' | 'stripeApiBase' | 'stripeNetworkId' | 'tempo'>;

/** The payment methods that the configuration asks for, the service's favourite first. */
export async function paymentMethods(
  { agentSandbox, stripeSecretKey, stripeApiBase, stripeNetworkId, tempo }: Settings,
  { realm, logger }: { realm: string; logger: Logger },
): Promise<PaymentMethod[]> {
  if (Object.keys(tempo).length > 0) {
    logger.warn('TEMPO_* is set, but this version does not offer the payment method tempo');
  }
  const methods: PaymentMethod[] = [];
  if (stripeSecretKey !== null) {
    const settings = { secretKey: stripeSecretKey, apiBase: stripeApiBase, networkId: stripeNetworkId, service: realm };
    methods.push(await createStripeMethod(settings));
  }
  if (agentSandbox) methods.push(createSandboxMethod(realm));
  return methods;
}
