import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { medusa } from '../../src/connectors/medusa/index.ts';
import type { Store, StoreKind } from '../../src/connectors/store.ts';
import { vendure } from '../../src/connectors/vendure/index.ts';
import { creditWallet } from '../../src/domains/money/wallet/index.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { toCents } from '../../src/kit/money.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { booksOf } from '../harness/books.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { readContract } from '../harness/conforms.ts';
import { copyDatabase, restoreDatabase } from '../harness/database-copy.ts';
import { operatorEnv, personOn } from '../harness/operator.ts';
import { createTestDatabase } from '../harness/postgres.ts';
import { createRatesFile } from '../harness/rates-file.ts';
import { returnFor } from '../harness/returns.ts';
import { createLossyClient } from '../harness/stores/client.ts';
import { startMedusaStandIn } from '../harness/stores/medusa-stand-in.ts';
import { liveStore } from '../harness/stores/request.ts';
import { startVendureStandIn } from '../harness/stores/vendure-stand-in.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

/** A store in euros whose own books can be read and moved. */
interface Shop {
  kind: StoreKind;
  store: Store;
  url: string;
  sold: () => number;
  /** What the shop kept of everything that it sold, in euro cents. */
  revenue: () => number;
  /** Raises the price of a mug by 10 euro cents. */
  raise: () => void;
  ship: (number: string) => void;
  refund: (number: string, cents: number) => void;
  cancel: (number: string) => void;
  stop: () => Promise<unknown>;
}

const cents = (euros: number): number => Math.round(euros * 100);

async function openMedusa(): Promise<Shop> {
  const shop = await startMedusaStandIn('eur');
  const settings = { publishable_key: shop.publishableKey };
  const more = { name: 'shop', currency: 'EUR', payment: 'pp_system_default', settings, trackEveryMs: 3_600_000 };
  shop.register('customer@example.com', 'Long-enough-1');
  return {
    kind: medusa,
    store: liveStore('medusa', shop.url, more),
    url: `${shop.url}/products/mug`,
    sold: () => shop.orders.length,
    revenue: () =>
      shop.orders.reduce((sum, { sold, refunded }) => sum + cents(Number(sold.total)) - cents(refunded), 0),
    raise: () => {
      shop.products.find(({ handle }) => handle === 'mug')!.variants[0]!.price += 0.1;
    },
    ship: (number) => shop.advance(number),
    refund: (number, amount) => {
      shop.receiveReturns(number, amount / 100);
      shop.refund(number, amount / 100);
    },
    cancel: (number) => shop.cancel(number),
    stop: shop.stop,
  };
}

async function openVendure(): Promise<Shop> {
  const shop = await startVendureStandIn(systemClock, 'EUR');
  const more = { name: 'shop', currency: 'EUR', payment: 'cash-on-delivery', trackEveryMs: 3_600_000 };
  const refunded = ({ payments }: (typeof shop.past)[number]): number =>
    (payments?.[0]?.refunds ?? []).reduce((sum, { total }) => sum + Number(total), 0);
  return {
    kind: vendure,
    store: liveStore('vendure', shop.url, more),
    url: `${shop.url}/products/mug`,
    sold: () => shop.past.length,
    revenue: () => shop.past.reduce((sum, order) => sum + order.totalWithTax - refunded(order), 0),
    raise: () => {
      shop.mood.dearer += 10;
    },
    ship: () => {},
    refund: (number, amount) => shop.refund(number, amount, 1),
    cancel: (number) => shop.cancel(number, 'all'),
    stop: shop.stop,
  };
}

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function openScene(open: () => Promise<Shop>, wallet: 'USD' | 'EUR') {
  const rates = await createRatesFile('0.92');
  undo.push(rates.remove);
  const shop = await open();
  undo.push(() => shop.stop());
  const { database: keeper, url: databaseUrl, drop } = await createTestDatabase();
  undo.push(drop);
  const connect = () =>
    shop.kind.create(shop.store as Store<'live'>, {
      client: createLossyClient(),
      clock: systemClock,
      logger: createLogger({ level: 'silent' }),
      credentials: async () => ({}),
      credentialNames: [],
    });
  async function start(): Promise<TestSystem> {
    const env = { ...operatorEnv, STORES_ALLOW_PRIVATE: 'true', FX_RATES: rates.path };
    const system = await startSystem({ databaseUrl, env, liveConnectors: () => [connect()] });
    undo.push(() => system.stop().catch(() => {}));
    return system;
  }
  const scene = { shop, setRate: rates.setRate, keeper, system: await start() };
  const { key, accountId } = await scene.system.account('live', 100_000);
  const needs = { tx: keeper.db, clock: systemClock };
  const credit = { id: newId(), accountId, world: 'live' as const, note: 'test' };
  if (wallet === 'EUR') await creditWallet(needs, { ...credit, amount: toCents(100_000), currency: 'EUR' });
  const account = { retailer: 'shop', email: 'customer@example.com', password: 'Long-enough-1' };
  const { body } = await scene.system.post('/managed-accounts', key, account);
  const bodyOf = (more: Record<string, unknown> = {}) =>
    orderFor(shop.url, {
      products: [{ url: shop.url, quantity: 2 }],
      max_price: 10_000,
      retailer_credentials_id: body.short_id,
      ...more,
    });

  return {
    ...scene,
    key,
    quote: async () => (await scene.system.post('/orders/quote', key, bodyOf())).body,
    async place(more: Record<string, unknown> = {}, headers = {}): Promise<string> {
      const made = await scene.system.post('/orders', key, bodyOf(more), headers);
      expect(made.status, made.text).toBe(201);
      return made.body.id;
    },
    async work() {
      for (let round = 0; round < 2; round += 1) {
        await sql`update jobs set run_at = '-infinity' where kind = 'returns.follow' or kind like 'orders.%' or kind like 'tracking.%'`.execute(
          keeper.db,
        );
        await scene.system.queue.drain();
      }
    },
    read: async (id: string) => (await scene.system.get(`/orders/${id}`, key)).body,
    wallet: async () => (await scene.system.get(`/wallet?currency=${wallet}`, key)).body,
    system: () => scene.system,
    /** What our ledgers say that the store has, and what left the wallet that pays, both in minor units. */
    async books(): Promise<{ retailer: number; exchange: number; dollars: number; paid: number }> {
      const books = await booksOf(keeper.db, accountId);
      const of = (name: string): number => books[name] ?? 0;
      return {
        retailer: of('EUR retailer'),
        exchange: of('EUR exchange'),
        dollars: of('USD exchange'),
        paid: 100_000 - of(`${wallet} wallet.available`),
      };
    },
    async restore(copy: Awaited<ReturnType<typeof copyDatabase>>) {
      await scene.system.stop();
      await restoreDatabase(keeper.db, copy);
      scene.system = await start();
    },
  };
}
type Scene = Awaited<ReturnType<typeof openScene>>;

/** Our books and the store's are the same to the cent, and nothing is held. */
async function expectSameBooks({ shop, keeper, books, wallet: read }: Scene, wallet: 'USD' | 'EUR') {
  const { retailer, exchange, dollars, paid } = await books();
  expect(retailer).toBe(shop.revenue());
  if (wallet === 'EUR') expect({ exchange, dollars, paid }).toEqual({ exchange: 0, dollars: 0, paid: retailer });
  else expect({ between: exchange + retailer, paid }).toEqual({ between: 0, paid: dollars });
  expect((await read()).held_cents).toBe(0);
  expect(await ledgerProblems(keeper.db)).toEqual([]);
}

describe.each([
  ['Medusa', openMedusa],
  ['Vendure', openVendure],
] as const)('the books of a %s store in euros and ours', (_name, open) => {
  it.each(['USD', 'EUR'] as const)(
    'agree through quote, drift, cancel, return and refund, paid in %s',
    async (wallet) => {
      const scene = await openScene(open, wallet);
      const { shop, place, read, work } = scene;
      const operator = await personOn(scene.system(), await readContract(scene.system()));

      // A quote, a price that rises within the drift, and a rate that moves: the quote's rate counts.
      const quote = await scene.quote();
      shop.raise();
      scene.setRate('0.8');
      const drifted = await place({ quote_id: quote.quote_id, max_drift_cents: 100 });
      await work();
      const order = await read(drifted);
      expect(order, JSON.stringify(order.job_result)).toMatchObject({ status: 'order_placed' });
      const { total, converted_payment_total: paid } = order.job_result.price_components;
      expect(total).toBe(shop.revenue());
      expect(paid).toBe(wallet === 'EUR' ? total : Math.floor(total / 0.92 + 0.5));
      await expectSameBooks(scene, wallet);

      // Beyond the drift nothing is bought.
      const dear = await scene.quote();
      shop.raise();
      const refused = await place({ quote_id: dear.quote_id, max_drift_cents: 1 });
      await work();
      expect(await read(refused)).toMatchObject({
        status: 'order_failed',
        job_result: { error_type: 'price_changed' },
      });
      await expectSameBooks(scene, wallet);

      // Canceled before it is bought, and by the store after it was.
      const early = await place();
      expect((await scene.system().post(`/orders/${early}/cancel`, scene.key)).status).toBe(204);
      const late = await place();
      await work();
      shop.cancel((await read(late)).merchant_order_ids[0]);
      scene.setRate('1.1');
      await work();
      expect((await read(late)).status).toBe('cancelled_by_retailer');
      await expectSameBooks(scene, wallet);

      // One of two mugs is returned. The store refunds 11.00 EUR, and the rest later.
      const [number] = order.merchant_order_ids;
      shop.ship(number);
      await work();
      const made = await scene.system().post('/returns', scene.key, returnFor(drifted, order.items[0].id));
      await work();
      const { status } = (await scene.system().get(`/returns/${made.body.id}`, scene.key)).body;
      if (status === 'open') await operator.post(`/operator/returns/${made.body.id}/resolve`, { status: 'approved' });
      await work();
      shop.refund(number, 1100);
      await work();
      expect((await scene.system().get(`/returns/${made.body.id}`, scene.key)).body.status).toBe('credited');
      await expectSameBooks(scene, wallet);
      const { refund } = (await operator.get(`/operator/orders/${drifted}`)).body;
      const rest = { id: newId(), amount_cents: refund.refundable_cents, note: 'Broken on arrival' };
      expect((await operator.post(`/operator/orders/${drifted}/refund`, rest)).status).toBe(201);
      shop.refund(number, total - 1100);
      await expectSameBooks(scene, wallet);
      expect(await scene.books()).toEqual({ retailer: 0, exchange: 0, dollars: 0, paid: 0 });
    },
  );

  it.each(['USD', 'EUR'] as const)('agree after a restore to an older copy: one order, paid in %s', async (wallet) => {
    const scene = await openScene(open, wallet);
    const before = await copyDatabase(scene.keeper.db);
    const once = { 'idempotency-key': 'the one order' };
    const id = await scene.place({}, once);
    const accepted = await copyDatabase(scene.keeper.db);
    await scene.work();
    expect(await scene.read(id)).toMatchObject({ status: 'order_placed' });
    await expectSameBooks(scene, wallet);
    scene.setRate('0.8');
    for (const copy of [accepted, before]) {
      await scene.restore(copy);
      const again = await scene.place({}, once);
      for (let round = 0; round < 4; round += 1) await scene.work();
      expect(scene.shop.sold()).toBe(1);
      expect(await scene.read(again)).toMatchObject({ status: 'order_placed' });
      await expectSameBooks(scene, wallet);
    }
  });
});
