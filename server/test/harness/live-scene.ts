import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Connector } from '../../src/connectors/contract.ts';
import { hourMs } from '../../src/kit/clock.ts';
import { ledgerProblems } from './checks.ts';
import { copyDatabase, type DatabaseCopy, restoreDatabase } from './database-copy.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { operatorEmail } from './operator.ts';
import { createTestDatabase } from './postgres.ts';
import { orderFor, startSystem, type TestSystem } from './system.ts';

/** A live store with records that tests can count. */
export interface LiveShop {
  connect(clock: FakeClock): Connector;
  /** The URL of a product. */
  product: string;
  /** The number of orders in the store's records. */
  sold(): number | Promise<number>;
  /** Default: buys as a guest. */
  account?: { retailer: string; email: string; password: string };
  /** The customer pays the store, so nothing is captured here. */
  isPaidThere?: boolean;
  /** Whether every purchase can be looked up at the store. Then an order always ends placed, without the operator. */
  canConfirm: boolean;
  /** Limits the quantity per order; null: no limit. */
  limit?(most: number | null): void;
  /** A person buys here. Does what the order asks for, as if for the first time. */
  person?(asked: Asked): Promise<void>;
  close(): Promise<void>;
}

/** What an order asks of a person. */
export interface Asked {
  system: TestSystem;
  key: string;
  // biome-ignore lint/suspicious/noExplicitAny: an order as the API returned it.
  order: any;
  /** The person calls this after the purchase, before they record it. */
  bought(): Promise<void>;
}

/** The moments before each step of an order. A backup may be taken at any of them. */
export const moments = ['before the order', 'accepted', 'claimed', 'prepared', 'submitting', 'sold', 'placed'] as const;
export type Moment = (typeof moments)[number];

type Hooks = Partial<Record<Moment, () => Promise<void>>>;

function withHooks(store: Connector, hooks: Hooks, hasPerson: boolean): Connector<'live'> {
  return {
    ...store,
    world: 'live',
    async prepare(request, call) {
      await hooks.claimed?.();
      const prepared = await store.prepare!(request, call);
      await hooks.prepared?.();
      return prepared;
    },
    async submit(checkout, request, call) {
      await hooks.submitting?.();
      const outcome = await store.submit!(checkout, request, call);
      if (!hasPerson) await hooks.sold?.();
      return outcome;
    },
  };
}

export interface Ended {
  id: string;
  status: string;
  needsReview: boolean;
}

export type Fault = (press: () => Promise<unknown>) => Promise<never>;

export async function openScene(open: (clock: FakeClock) => Promise<LiveShop>, undo: (() => Promise<unknown>)[]) {
  const clock = fakeClock(new Date());
  const shop = await open(clock);
  undo.push(() => shop.close());
  const { database: keeper, url: databaseUrl, drop } = await createTestDatabase();
  undo.push(drop);
  let due: { at: number; act: () => Promise<unknown> }[] = [];
  let hooks: Hooks = {};
  // The current hooks, whichever connector calls.
  const proxied: Hooks = {
    claimed: async () => hooks.claimed?.(),
    prepared: async () => hooks.prepared?.(),
    submitting: async () => hooks.submitting?.(),
    sold: async () => hooks.sold?.(),
  };

  const scene = {
    shop,
    clock,
    /** What happens to the next submits, in order. */
    faults: [] as Fault[],
    system: null as unknown as TestSystem,
    key: '',
    accountId: null as string | null,
    /** Additional fields of the order. */
    more: {} as object,
    after(ms: number, act: () => Promise<unknown>) {
      due.push({ at: clock.now().getTime() + ms, act });
    },
    order,
    endOf,
    async buyWithBackup(moment: Moment): Promise<DatabaseCopy> {
      let copy: DatabaseCopy | null = null;
      const take = async () => {
        copy ??= await copyDatabase(keeper.db);
      };
      hooks = { [moment]: take };
      if (moment === 'before the order') await take();
      const id = await order();
      if (moment === 'accepted') await take();
      expect(await endOf(id)).toMatchObject({ status: 'order_placed' });
      if (moment === 'placed') await take();
      hooks = {};
      return copy!;
    },
    async restore(copy: DatabaseCopy) {
      await scene.system.stop();
      await restoreDatabase(keeper.db, copy);
      scene.system = await start();
    },
    async expectSoundMoney(ended: Ended) {
      expect(await ledgerProblems(keeper.db)).toEqual([]);
      const { rows } = await sql<{ kind: string; n: number }>`
        select kind, count(*) as n from ledger_transfers where cause_id = ${ended.id} and kind = 'capture'
        group by kind`.execute(keeper.db);
      const isCaptured = ended.status === 'order_placed' && shop.isPaidThere !== true;
      expect(rows).toEqual(isCaptured ? [{ kind: 'capture', n: 1 }] : []);
    },
  };
  scene.system = await start();
  const { key } = await scene.system.account('live', 1_000_000);
  scene.key = key;
  if (shop.account) {
    const made = await scene.system.post('/managed-accounts', key, shop.account);
    expect(made.status, made.text).toBe(201);
    scene.accountId = made.body.short_id;
  }

  async function start(): Promise<TestSystem> {
    const system = await startSystem({
      databaseUrl,
      clock,
      env: { STORES_ALLOW_PRIVATE: 'true', OPERATOR_EMAILS: operatorEmail },
      liveConnectors: () => [faulty(withHooks(shop.connect(clock), proxied, shop.person !== undefined))],
    });
    undo.push(() => system.stop().catch(() => {}));
    return system;
  }

  function faulty(store: Connector<'live'>): Connector<'live'> {
    return {
      ...store,
      submit(checkout, request) {
        const press = () => store.submit!(checkout, request, { signal: AbortSignal.timeout(60_000) });
        const fault = scene.faults.shift();
        return fault ? fault(press) : press();
      },
    };
  }

  async function order(): Promise<string> {
    const body = orderFor(shop.product, {
      max_price: 200_000,
      ...scene.more,
      ...(scene.accountId === null ? {} : { retailer_credentials_id: scene.accountId }),
    });
    const made = await scene.system.post('/orders', scene.key, body, { 'idempotency-key': 'the one order' });
    expect(made.status, made.text).toBe(201);
    return made.body.id;
  }

  /** Advances time until the order ends or waits for the operator. */
  async function endOf(id: string): Promise<Ended> {
    const answered = new Set<string>();
    for (let passed = 0; passed < 30 * hourMs; ) {
      await scene.system.queue.drain();
      const { rows } = await sql<{ status: string; needsReview: boolean }>`
        select status, needs_review_at is not null as "needsReview" from orders where id = ${id}`.execute(keeper.db);
      const [row] = rows;
      if (!row) throw new Error('The order is gone.');
      if (row.needsReview || !['pending', 'in_progress'].includes(row.status)) {
        await sellLate();
        return { id, ...row };
      }
      if (await askPerson(id, answered)) continue;
      const step = await untilNext();
      passed += step;
      clock.advance(step);
      await sellDue();
    }
    throw new Error('The order did not come to an end.');
  }

  /** Lets the person act on each action once. */
  async function askPerson(id: string, answered: Set<string>): Promise<boolean> {
    if (!shop.person) return false;
    const { system, key } = scene;
    const { body: order } = await system.get(`/orders/${id}`, key);
    const action = order.next_action?.id;
    if (action === undefined || answered.has(action)) return false;
    answered.add(action);
    await shop.person({ system, key, order, bought: async () => proxied.sold?.() });
    return true;
  }

  /** Milliseconds until the next job (not a periodic one) or late sale. From a second to an hour. */
  async function untilNext(): Promise<number> {
    const { rows } = await sql<{ at: Date | null }>`
      select min(greatest(run_at, locked_until)) as at from jobs
      where payload::text <> '{}' and kind <> 'stores.reconcile' and dead_at is null
        and greatest(run_at, locked_until) > ${clock.now()}`.execute(keeper.db);
    const moments = [...due.map(({ at }) => at), ...rows.flatMap(({ at }) => at?.getTime() ?? [])];
    const wait = Math.min(...moments) - clock.now().getTime();
    return Math.min(Math.max(wait, 1_000), hourMs);
  }

  async function sellDue(): Promise<void> {
    const ripe = due.filter(({ at }) => at <= clock.now().getTime());
    due = due.filter((sale) => !ripe.includes(sale));
    for (const { act } of ripe) await act();
  }

  /** Everything in transit arrives in the end, however the order ended. */
  async function sellLate(): Promise<void> {
    // What was asked of a person may still be open.
    if (shop.person && due.length === 0) return;
    clock.advance(hourMs);
    await sellDue();
  }

  return scene;
}
