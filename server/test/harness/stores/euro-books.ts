import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import type { Store, StoreKind } from '../../../src/connectors/store.ts';
import { creditWallet } from '../../../src/domains/money/wallet/index.ts';
import { systemClock } from '../../../src/kit/clock.ts';
import { newId } from '../../../src/kit/ids.ts';
import { toCents } from '../../../src/kit/money.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { booksOf } from '../books.ts';
import { ledgerProblems } from '../checks.ts';
import { readContract } from '../conforms.ts';
import { copyDatabase, restoreDatabase } from '../database-copy.ts';
import { operatorEnv, personOn } from '../operator.ts';
import { createTestDatabase } from '../postgres.ts';
import { createRatesFile } from '../rates-file.ts';
import { returnFor } from '../returns.ts';
import { orderFor, startSystem, type TestSystem } from '../system.ts';
import { createLossyClient } from './client.ts';

/** A store in euros whose own books can be read and moved: a stand-in, or a real one. */
export interface EuroShop {
  kind: StoreKind;
  store: Store;
  url: string;
  sold: () => number | Promise<number>;
  /** What the shop kept of everything that it sold, in euro cents. */
  revenue: () => number | Promise<number>;
  /** Raises the price of a mug by 10 euro cents. */
  raise: () => unknown;
  ship: (number: string) => unknown;
  refund: (number: string, cents: number) => unknown;
  cancel: (number: string) => unknown;
  /** Who buys; `euroCustomer` if it is left out. */
  customer?: { email: string; password: string };
  stop: () => Promise<unknown>;
}

/** The account that orders are placed with. */
export const euroCustomer = { email: 'customer@example.com', password: 'Long-enough-1' };

const undo: (() => Promise<unknown>)[] = [];
async function openScene(open: () => Promise<EuroShop>, wallet: 'USD' | 'EUR') {
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
  const account = { retailer: 'shop', ...(shop.customer ?? euroCustomer) };
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
  expect(retailer).toBe(await shop.revenue());
  if (wallet === 'EUR') expect({ exchange, dollars, paid }).toEqual({ exchange: 0, dollars: 0, paid: retailer });
  else expect({ between: exchange + retailer, paid }).toEqual({ between: 0, paid: dollars });
  expect((await read()).held_cents).toBe(0);
  expect(await ledgerProblems(keeper.db)).toEqual([]);
}

/** The shop's books and ours agree whatever happens to an order, and whichever wallet pays it. */
export function testEuroBooks(open: () => Promise<EuroShop>): void {
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });

  it.each(['USD', 'EUR'] as const)(
    'agree through quote, drift, cancel, return and refund, paid in %s',
    async (wallet) => {
      const scene = await openScene(open, wallet);
      const { shop, place, read, work } = scene;
      const operator = await personOn(scene.system(), await readContract(scene.system()));

      // A quote, a price that rises within the drift, and a rate that moves: the quote's rate counts.
      const quote = await scene.quote();
      await shop.raise();
      scene.setRate('0.8');
      const drifted = await place({ quote_id: quote.quote_id, max_drift_cents: 100 });
      await work();
      const order = await read(drifted);
      expect(order, JSON.stringify(order.job_result)).toMatchObject({ status: 'order_placed' });
      const { total, converted_payment_total: paid } = order.job_result.price_components;
      expect(total).toBe(await shop.revenue());
      expect(paid).toBe(wallet === 'EUR' ? total : Math.floor(total / 0.92 + 0.5));
      await expectSameBooks(scene, wallet);

      // Beyond the drift nothing is bought.
      const dear = await scene.quote();
      await shop.raise();
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
      await shop.cancel((await read(late)).merchant_order_ids[0]);
      scene.setRate('1.1');
      await work();
      expect((await read(late)).status).toBe('cancelled_by_retailer');
      await expectSameBooks(scene, wallet);

      // One of two mugs goes back. The store refunds 11.00 EUR, and later the rest.
      const [number] = order.merchant_order_ids;
      await shop.ship(number);
      await work();
      const made = await scene.system().post('/returns', scene.key, returnFor(drifted, order.items[0].id));
      await work();
      const { status } = (await scene.system().get(`/returns/${made.body.id}`, scene.key)).body;
      if (status === 'open') await operator.post(`/operator/returns/${made.body.id}/resolve`, { status: 'approved' });
      await work();
      await shop.refund(number, 1100);
      await work();
      expect((await scene.system().get(`/returns/${made.body.id}`, scene.key)).body.status).toBe('credited');
      await expectSameBooks(scene, wallet);
      const { refund } = (await operator.get(`/operator/orders/${drifted}`)).body;
      const rest = { id: newId(), amount_cents: refund.refundable_cents, note: 'Broken on arrival' };
      expect((await operator.post(`/operator/orders/${drifted}/refund`, rest)).status).toBe(201);
      await shop.refund(number, total - 1100);
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
      expect(await scene.shop.sold()).toBe(1);
      expect(await scene.read(again)).toMatchObject({ status: 'order_placed' });
      await expectSameBooks(scene, wallet);
    }
  });
}
