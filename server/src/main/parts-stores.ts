import type { Brand } from '../connectors/brands.ts';
import { createRegistry } from '../connectors/registry.ts';
import { createSimulator } from '../connectors/simulator/index.ts';
import { retailerById } from '../domains/catalog/stores/index.ts';
import { countries } from '../domains/orders/orders/index.ts';
import { notifyOperators } from './notify-operators.ts';
import type { BaseParts } from './parts-base.ts';
import type { StorePlugin } from './plugins/store-plugin.ts';
import { sandboxMailCode } from './sandbox-mail.ts';
import { wireStores } from './stores.ts';
import { traceConnectors } from './telemetry.ts';

/** Adds a store that sells in yen, to test currencies without minor units. */
const withJapan = <B extends Brand>(brand: B): B =>
  brand.id === 'amazon' ? { ...brand, domains: [...brand.domains, 'amazon.co.jp'] } : brand;

export type StoreParts = Awaited<ReturnType<typeof createStoreParts>>;

/** Creates the simulator, the stores that operators added, and those of plug-ins. */
export async function createStoreParts(base: BaseParts, plugins: readonly StorePlugin[]) {
  const { needs, config, background, clock, logger, retailers, switches, telemetry } = base;
  const brands = config.sandboxJapan ? retailers.map(withJapan) : retailers;
  const simulator = createSimulator<'test'>({
    world: 'test',
    database: background,
    clock,
    brands,
    publicUrl: config.publicUrl,
    timeScale: config.sandboxTimeScale,
    // Without a mail receiver, the stores' mail cannot be read.
    ...(config.mailInPort === null ? {} : { mailCode: await sandboxMailCode(base) }),
  });
  const { mailer, blobs, vault, limiter, identity } = base;
  const live = wireStores({
    blobs,
    onDown: (store, failure) => notifyOperators({ config, mailer, logger }, store, failure),
    config,
    database: background,
    clock,
    logger,
    vault,
    limiter,
    identity,
    brands: retailers,
    plugins,
    ...(needs.storeKinds ? { kinds: needs.storeKinds } : {}),
  });
  const { stores } = live;
  const fixed = [simulator, ...(needs.liveConnectors?.({ database: background, clock }) ?? [])];
  // Plug-ins come last: people buy only what no program can.
  const connectors = traceConnectors(telemetry, () => [...fixed, ...stores.connectors(), ...live.otherConnectors]);
  return {
    simulator,
    live,
    stores,
    registry: createRegistry(connectors, switches.isOff, brands),
    /** Where a live store ships to; null if only the store knows, which then refuses the order. */
    countriesOf(id: string) {
      const store = stores.configOf(id);
      return store ? store.countries : (retailerById(retailers, id)?.countries ?? countries);
    },
  };
}
