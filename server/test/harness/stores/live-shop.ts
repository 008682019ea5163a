import type { Connector } from '../../../src/connectors/contract.ts';
import { medusa } from '../../../src/connectors/medusa/index.ts';
import type { Store } from '../../../src/connectors/store.ts';
import { vendure } from '../../../src/connectors/vendure/index.ts';
import { systemClock } from '../../../src/kit/clock.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createPlainClient } from './client.ts';
import { liveStore } from './request.ts';

export type ShopKind = 'vendure' | 'medusa';

const kinds = { vendure, medusa };
const payments = { vendure: 'cash-on-delivery', medusa: 'pp_system_default' };

/** A real shop on loopback as the only live store of a process. */
export function connectShop(kind: ShopKind, url: string, settings: Record<string, unknown>): Connector<'live'> {
  const store = liveStore(kind, url, { payment: payments[kind], settings }) as Store<'live'>;
  const logger = createLogger({ level: 'silent' });
  const needs = { client: createPlainClient(20_000), clock: systemClock, logger, credentials: async () => ({}) };
  return kinds[kind].create(store, needs);
}
