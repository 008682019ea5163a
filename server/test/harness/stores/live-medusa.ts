import { ensureInstalled } from '../../../../tools/stores/install.ts';
import { startMedusa } from '../../../../tools/stores/medusa.ts';
import { type MedusaOrder, openMedusaAdmin } from '../../../../tools/stores/medusa-admin.ts';
import { medusa } from '../../../src/connectors/medusa/index.ts';
import type { Store } from '../../../src/connectors/store.ts';
import { systemClock } from '../../../src/kit/clock.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { fakeClock } from '../fake-clock.ts';
import { startSystem } from '../system.ts';
import { createPlainClient } from './client.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import { liveStore } from './request.ts';
import { createSettler } from './settler.ts';

export type LiveMedusa = Awaited<ReturnType<typeof startLiveMedusa>>;

/** Longer than the shop takes on a busy machine, except for tests of silence. */
const timeoutMs = 15_000;

/** The service with a real Medusa as its only live store, behind a faulty proxy. */
export async function startLiveMedusa() {
  const shop = await startMedusa(await ensureInstalled('medusa', console.log));
  const admin = await openMedusaAdmin(shop.url);
  const proxy = await startFaultyProxy(shop.url);
  const clock = { ...fakeClock(new Date()), sleep: systemClock.sleep };
  const settings = { publishable_key: admin.publishableKey };
  const store = liveStore('medusa', proxy.url, { payment: 'pp_system_default', settings, trackEveryMs: 60_000 });
  const needs = {
    client: createPlainClient(timeoutMs),
    clock,
    logger: createLogger({ level: 'silent' }),
    credentials: async () => ({}),
  };
  const system = await startSystem({ clock, liveConnectors: () => [medusa.create(store as Store<'live'>, needs)] });

  return {
    shop,
    admin,
    proxy,
    clock,
    system,
    settings,
    product: (handle: string): string => `${proxy.url}/products/${handle}`,
    /** What the shop sold meanwhile, by its records. */
    async soldBy(act: () => Promise<unknown>): Promise<MedusaOrder[]> {
      const before = new Set((await admin.orders()).map(({ id }) => id));
      await act();
      return (await admin.orders()).filter(({ id }) => !before.has(id));
    },
    ...createSettler({ system, proxy, clock }),
    async stop() {
      await system.stop();
      await proxy.stop();
      await shop.stop();
    },
  };
}
