import { installationOf } from '../../../../tools/stores/install.ts';
import { startVendure } from '../../../../tools/stores/vendure.ts';
import { openVendureAdmin } from '../../../../tools/stores/vendure-admin.ts';
import type { Store } from '../../../src/connectors/store.ts';
import { vendure } from '../../../src/connectors/vendure/index.ts';
import { systemClock } from '../../../src/kit/clock.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { fakeClock } from '../fake-clock.ts';
import { startSystem } from '../system.ts';
import { createPlainClient } from './client.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import { liveStore } from './request.ts';
import { createSettler } from './settler.ts';

/** Null if it is not installed. `npm test` installs it. */
export const vendureInstallation = installationOf('vendure');

/** Longer than the shop takes on a busy machine, except for tests of silence. */
const timeoutMs = 6_000;

export type LiveSystem = Awaited<ReturnType<typeof startLiveSystem>>;

/** The service with a real Vendure as its only live store, behind a faulty proxy. */
export async function startLiveSystem() {
  if (vendureInstallation === null) throw new Error('Vendure is not installed: node tools/stores.ts install vendure');
  const shop = await startVendure(vendureInstallation);
  const admin = await openVendureAdmin(shop.url);
  const proxy = await startFaultyProxy(shop.url);
  // Tests move the service's time; the shop uses real time, so sleeping does too.
  const clock = { ...fakeClock(new Date()), sleep: systemClock.sleep };
  const store = liveStore('vendure', proxy.url, { payment: 'cash-on-delivery', trackEveryMs: 60_000 }) as Store<'live'>;
  const needs = {
    client: createPlainClient(timeoutMs),
    clock,
    logger: createLogger({ level: 'silent' }),
    credentials: async () => ({}),
  };
  const system = await startSystem({ clock, liveConnectors: () => [vendure.create(store, needs)] });

  return {
    shop,
    admin,
    proxy,
    clock,
    system,
    product: (slug: string): string => `${proxy.url}/products/${slug}`,
    ...createSettler({ system, proxy, clock }),
    async stop() {
      await system.stop();
      await proxy.stop();
      await shop.stop();
    },
  };
}
