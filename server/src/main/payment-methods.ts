import { createSandboxMethod, type PaymentMethod } from '../domains/agent/index.ts';
import type { Config } from '../platform/config.ts';
import type { Logger } from '../platform/logger.ts';

/** The payment methods that the configuration asks for, the service's favourite first. */
export function paymentMethods(
  config: Pick<Config, 'agentSandbox' | 'tempo'>,
  { realm, logger }: { realm: string; logger: Logger },
): PaymentMethod[] {
  if (Object.keys(config.tempo).length > 0) {
    logger.warn('TEMPO_* is set, but this version does not offer the payment method tempo');
  }
  return [...(config.agentSandbox ? [createSandboxMethod(realm)] : [])];
}
