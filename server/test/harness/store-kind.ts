import { Type } from 'typebox';
import { createSimulator } from '../../src/connectors/simulator/index.ts';
import type { StoreKind } from '../../src/connectors/store.ts';
import { loadRetailers } from '../../src/domains/catalog/stores/index.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { toCents } from '../../src/kit/money.ts';
import { retailersFile } from '../../src/main/wiring.ts';
import type { Database } from '../../src/platform/database/index.ts';

/** Controls the stores of the kind below. */
export interface StoreBehavior {
  isDown: boolean;
  /** How many calls reached the store. */
  calls: number;
  /** Preparing waits for this. */
  hold: Promise<void> | null;
  /** Added to every total as a fee. */
  surcharge: number;
  /** Counts submits and released carts. */
  submits: number;
  releases: number;
}

/** A kind of store that simulates brands of the catalog, in the configured mode. */
export async function simulatedKind(database: () => Database): Promise<{ kind: StoreKind; mood: StoreBehavior }> {
  const mood: StoreBehavior = { isDown: false, calls: 0, hold: null, surcharge: 0, submits: 0, releases: 0 };
  const brands = await loadRetailers(retailersFile);
  const kind: StoreKind = {
    kind: 'vendure',
    label: 'Simulated',
    modes: ['automatic', 'review', 'catalogue'],
    settings: Type.Object({ product_path: Type.Optional(Type.String()) }, { additionalProperties: false }),
    credentials: Type.Object({ token: Type.Optional(Type.String()) }, { additionalProperties: false }),
    payment: Type.String(),
    async probe(url, client, call) {
      const reply = await client.send({ url: new URL('/kind', url) }, call);
      if (reply.kind !== 'answered' || reply.text !== 'simulated') return null;
      const missing = ['payment: the code of the payment method', 'consent: who allowed automated buying'];
      return {
        name: 'simulated',
        displayName: 'Simulated',
        url: url.origin,
        apiUrl: null,
        currency: 'USD',
        countries: null,
        abilities: ['search', 'checkout'],
        settings: {},
        missing,
      };
    },
    create(store) {
      const connector = createSimulator({
        world: store.world,
        database: database(),
        clock: systemClock,
        brands: brands.filter((brand) => brand.id === store.name),
        publicUrl: 'https://simulated.invalid',
        timeScale: 0,
      });
      const arrive = async () => {
        mood.calls += 1;
        if (mood.hold) await mood.hold;
        if (mood.isDown) throw Object.assign(new Error('The store does not answer.'), { code: 'ECONNREFUSED' });
      };
      return {
        ...connector,
        name: store.kind,
        retailers: [store.name],
        servesDomain: () => false,
        async search(...asked) {
          await arrive();
          return connector.search!(...asked);
        },
        async prepare(...asked) {
          await arrive();
          const prepared = await connector.prepare!(...asked);
          if (prepared.kind !== 'ready') return prepared;
          const { price } = prepared.checkout;
          const fees = toCents(price.fees + mood.surcharge);
          const dearer = { ...price, fees, total: toCents(price.total + mood.surcharge) };
          return { ...prepared, checkout: { ...prepared.checkout, price: dearer } };
        },
        async submit(...asked) {
          mood.submits += 1;
          return connector.submit!(...asked);
        },
        async release(...asked) {
          mood.releases += 1;
          await connector.release?.(...asked);
        },
      };
    },
  };
  return { kind, mood };
}
