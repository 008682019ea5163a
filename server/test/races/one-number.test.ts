import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Connector, FindAnswer, Outcome, Purchase } from '../../src/connectors/contract.ts';
import { medusa } from '../../src/connectors/medusa/index.ts';
import { createRegistry } from '../../src/connectors/registry.ts';
import { woocommerce } from '../../src/connectors/woocommerce/index.ts';
import { decideOrder } from '../../src/domains/orders/placement/index.ts';
import { placeOrder } from '../../src/domains/orders/placement/place-order.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { toCents } from '../../src/kit/money.ts';
import { createLogger } from '../../src/platform/logger.ts';
import type { Vault } from '../../src/platform/secrets/index.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { waitForLock } from '../harness/locks.ts';
import { noRates } from '../harness/no-rates.ts';
import { createLossyClient } from '../harness/stores/client.ts';
import { startMedusaStandIn } from '../harness/stores/medusa-stand-in.ts';
import { liveStore } from '../harness/stores/request.ts';
import { wooOwnerKey } from '../harness/stores/woo-rest.ts';
import { startWooStandIn } from '../harness/stores/woo-stand-in.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const logger = createLogger({ level: 'silent' });
const needs = { client: createLossyClient(), clock: { ...systemClock, sleep: async () => {} }, logger };

const kinds = {
  async Medusa() {
    const shop = await startMedusaStandIn();
    const settings = { publishable_key: shop.publishableKey };
    const store = liveStore('medusa', shop.url, { payment: 'pp_system_default', settings });
    const connector = medusa.create(store, { ...needs, credentials: async () => ({}) });
    return { connector, url: `${shop.url}/products/mug`, stop: shop.stop };
  },
  async WooCommerce() {
    const shop = await startWooStandIn();
    const credentials = { credentials: async () => wooOwnerKey, credentialNames: Object.keys(wooOwnerKey) };
    const store = liveStore('woocommerce', shop.url, { payment: 'cod' });
    const connector = woocommerce.create(store, { ...needs, ...credentials });
    return { connector, url: `${shop.url}/product/beanie`, stop: shop.stop };
  },
};

/** The numbers that the store confirms, instead of its own. */
type Say = (reference: string) => string[];

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('an order number that %s confirms twice', (name) => {
  let shop: Awaited<ReturnType<(typeof kinds)[typeof name]>>;
  let systems: TestSystem[];
  let key: string;
  let accountId: string;
  let say: Say;
  /** Called by each submit before its response arrives. */
  let arrive: () => Promise<void>;
  /** What a lookup says instead; then the checkout counts as canceled too. */
  let lookup: FindAnswer | null;
  /** Each seal writes a key, and a transaction may run again. */
  let sealedInTransaction: boolean;

  beforeAll(async () => {
    shop = await kinds[name]();
    const live = { liveConnectors: () => [shop.connector as Connector<'live'>], isPatient: true };
    const first = await startSystem(live);
    const more = { databaseUrl: first.databaseUrl, env: { PUBLIC_URL: first.url } };
    systems = [first, await startSystem({ ...live, ...more })];
  });
  afterAll(async () => {
    for (const system of systems.toReversed()) await system.stop();
    await shop.stop();
  });
  beforeEach(async () => {
    ({ key, accountId } = await systems[0]!.account('live', 100_000));
    arrive = async () => {};
    lookup = null;
    sealedInTransaction = false;
  });
  afterEach(async () => {
    expect(await ledgerProblems(systems[0]!.database.db)).toEqual([]);
    expect(sealedInTransaction).toBe(false);
  });

  const told = (purchase: Purchase, reference: string): Purchase => ({
    ...purchase,
    merchantOrderIds: say(reference),
  });

  /** One step of an order, in one of the two processes. */
  function step(id: string, process: 0 | 1 = 0) {
    const { database, clock, codes } = systems[process]!;
    const vault: Vault = {
      ...systems[process]!.vault,
      async sealErasable(...given) {
        const { rows } = await sql`select from pg_stat_activity where datname = current_database()
          and state = 'idle in transaction' and query like '%numbered%'`.execute(database.db);
        sealedInTransaction ||= rows.length > 0;
        return systems[process]!.vault.sealErasable(...given);
      },
    };
    const store: Connector = {
      ...shop.connector,
      async submit(checkout, request, call): Promise<Outcome> {
        const outcome = await shop.connector.submit!(checkout, request, call);
        await arrive();
        if (outcome.kind !== 'placed') throw new Error(JSON.stringify(outcome));
        return { kind: 'placed', purchase: told(outcome.purchase, request.reference) };
      },
      fence: async (query, call) =>
        lookup ? { fenced: true } : ((await shop.connector.fence?.(query, call)) ?? { fenced: false }),
      async find(query, call) {
        if (lookup) return lookup;
        const answer = await shop.connector.find!(query, call);
        return answer.kind === 'found' ? { ...answer, purchase: told(answer.purchase, query.reference) } : answer;
      },
    };
    const parts = { database, clock, vault, codes, logger, registry: createRegistry([store]), rates: noRates };
    return placeOrder(
      {
        ...parts,
        sandboxTimeScale: 0,
        reconcileTimeoutMs: 60_000,
        ensureAuthorized: async () => ({ kind: 'covered' }),
      },
      { orderId: id, doubts: 0 },
      new AbortController().signal,
    );
  }

  async function accept(): Promise<string> {
    const made = await systems[0]!.post('/orders', key, orderFor(shop.url, { max_price: 10_000 }));
    expect(made.status, made.text).toBe(201);
    return made.body.id;
  }
  const read = async (id: string) => (await systems[0]!.get(`/orders/${id}`, key)).body;
  const reviewOf = async (id: string) => {
    const { rows } = await sql<{ doubt: { message: string } | null }>`
      select doubt from orders where id = ${id} and needs_review_at is not null`.execute(systems[0]!.database.db);
    return rows[0]?.doubt?.message ?? null;
  };
  const captures = async () => {
    const { rows } = await sql`
      select from ledger_transfers where account_id = ${accountId} and kind = 'capture'`.execute(
      systems[0]!.database.db,
    );
    return rows.length;
  };

  it.each([1, 2, 3, 4, 5])('is charged for one of two orders that get it at the same moment (%i)', async () => {
    const ids = [await accept(), await accept()] as const;
    const number = `N-${ids[0]}`;
    say = () => [number];
    const all = Promise.withResolvers<void>();
    let waiting = 0;
    arrive = async () => {
      waiting += 1;
      if (waiting === 2) all.resolve();
      await all.promise;
    };
    await Promise.all([step(ids[0], 0), step(ids[1], 1)]);
    const orders = await Promise.all(ids.map(read));
    expect(orders.map(({ status }) => status).sort()).toEqual(['in_progress', 'order_placed']);
    const owner = orders.find(({ status }) => status === 'order_placed')!;
    const second = orders.find(({ status }) => status === 'in_progress')!;
    expect(owner.merchant_order_ids).toEqual([number]);
    expect(second.merchant_order_ids).toEqual([]);
    expect(await reviewOf(owner.id)).toBeNull();
    expect(await reviewOf(second.id)).toContain(`order ${owner.id} has that number`);
    expect(await captures()).toBe(1);
    expect((await systems[0]!.get('/wallet', key)).body.held_cents).toBeGreaterThanOrEqual(10_000);
  });

  it('leaves the second order to the operator, even if its job runs again', async () => {
    const [owner, second] = [await accept(), await accept()];
    say = (reference) => [reference === owner ? `A-${owner}` : `B-${owner}`, `A-${owner}`];
    await step(owner);
    await step(second);
    expect(await reviewOf(second)).not.toBeNull();
    await step(second, 1);
    // The number may be recorded for the wrong order, so this proves nothing.
    lookup = { kind: 'absent' };
    await step(second, 1);
    expect(await read(second)).toMatchObject({ status: 'in_progress', attempts: 1 });
    const { database, clock } = systems[0]!;
    const decision = { kind: 'bought' as const, merchantOrderIds: [`A-${owner}`], total: toCents(2_000) };
    await database.db.transaction().execute((tx) => decideOrder({ tx, clock }, second, decision));
    expect(await read(second)).toMatchObject({ status: 'order_placed', merchant_order_ids: [`A-${owner}`] });
    expect(await captures()).toBe(2);
  });

  it('is not charged for an order that gets it while an operator decides on another', async () => {
    const [owner, decided, second] = [await accept(), await accept(), await accept()];
    const { database, clock } = systems[0]!;
    say = (reference) => [reference === second ? `E-${owner}` : `D-${owner}`];
    await step(owner);
    await step(decided);
    const decision = { kind: 'bought' as const, merchantOrderIds: [`E-${owner}`], total: toCents(2_000) };
    let confirmed: Promise<unknown> = Promise.resolve();
    await database.db.transaction().execute(async (tx) => {
      await decideOrder({ tx, clock }, decided, decision);
      confirmed = step(second, 1);
      await Promise.race([confirmed, waitForLock(database.db)]);
    });
    await confirmed;
    expect(await read(decided)).toMatchObject({ status: 'order_placed', merchant_order_ids: [`E-${owner}`] });
    expect(await reviewOf(second)).toContain(`order ${decided} has that number`);
    expect(await captures()).toBe(2);
  });

  it('is charged for the order itself when its outcome was unknown, and for orders with numbers of their own', async () => {
    const lost = await accept();
    say = (reference) => [`C-${reference}`, `C-${reference}`, ''];
    arrive = async () => {
      throw new Error('The connection was cut.');
    };
    await step(lost);
    expect(await read(lost)).toMatchObject({ status: 'in_progress' });
    await step(lost, 1);
    arrive = async () => {};
    const other = await accept();
    await step(other);
    for (const id of [lost, other]) expect(await read(id)).toMatchObject({ status: 'order_placed', attempts: 1 });
    expect(await captures()).toBe(2);
  });
});
