import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadPlacement } from '../../src/domains/orders/orders/index.ts';
import { purchaseRequestOf } from '../../src/domains/orders/placement/index.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { operatorEmail, operatorEnv } from '../harness/operator.ts';
import { clientOf, type PersonClient, type SignedInPerson, signIn } from '../harness/person.ts';
import { backUp } from '../harness/restore.ts';
import { startShopifyStandIn } from '../harness/stores/shopify-stand-in.ts';
import { keysFolderOf, orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import type { Faults } from '../stand-ins/ucp/state.ts';
import { guestSettings, startStandIn } from '../stand-ins/ucp/store.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const slow = { timeout: 120_000 };
const funds = 100_000;

/** A live account with its owner, and an operator, on one system. */
interface Installation {
  system: TestSystem;
  operator: PersonClient;
  owner: PersonClient;
  key: string;
  keyId: string;
  person: SignedInPerson;
}

const env = { ...operatorEnv, STORES_ALLOW_PRIVATE: 'true', DESK_RETAILERS: '*' };

/** What happens before a restore happens on one system, each time to an account and a store of its own. */
let shared: TestSystem;
let operator: SignedInPerson;
beforeAll(async () => {
  shared = await startSystem({ env });
  operator = await signIn(shared, operatorEmail);
});
afterAll(() => shared.stop());

const on = (
  system: TestSystem,
  { key, keyId, person }: Pick<Installation, 'key' | 'keyId' | 'person'>,
): Installation => ({
  ...{ system, key, keyId, person },
  operator: clientOf(system, operator),
  owner: clientOf(system, person),
});

async function start(): Promise<Installation> {
  const { key, keyId, accountId } = await shared.account('live', funds);
  return on(shared, { key, keyId, person: await signIn(shared, `${accountId}@example.com`) });
}

/** Restores the copy: everything since then is lost here, but not at the stores. Sessions are part of the copy. */
async function restore(before: Installation, backup: { url: string }): Promise<Installation> {
  const keys = { ERASABLE_KEYS: pathToFileURL(keysFolderOf(shared.databaseUrl)).href };
  const system = await startSystem({ env: { ...env, ...keys }, databaseUrl: backup.url });
  undo.push(() => system.stop());
  return on(system, before);
}

const take = async ({ system }: Installation) => ({ url: await backUp(system.databaseUrl) });

let stores = 0;
const newStoreName = (kind: string): string => `${kind}-${stores++}`;

async function addMugs(before: Installation, mode: string, faults: Partial<Faults> = {}, name = newStoreName('mugs')) {
  const shop = await startStandIn();
  undo.push(shop.close);
  shop.behave(faults);
  shop.state.clientKeys = (await before.system.get('/ucp/profiles/2026-08-25')).body.keys;
  const added = await before.operator.post('/operator/stores', {
    name,
    kind: 'ucp',
    url: shop.origin,
    mode,
    ...guestSettings,
    track_every: '24h',
  });
  expect(added.status, added.text).toBe(201);
  return shop;
}

async function place({ system, key }: Installation, url: string): Promise<string> {
  const made = await system.post('/orders', key, orderFor(url));
  expect(made.status, made.text).toBe(201);
  return made.body.id;
}

const read = async ({ system, key }: Installation, id: string) => (await system.get(`/orders/${id}`, key)).body;

/** Until nothing changes any more: an order that is looked up comes back a moment later. */
async function settle(at: Installation, id: string) {
  for (let round = 0; round < 6; round += 1) {
    await at.system.queue.drain();
    const { rows } = await sql`
      select from jobs where kind = 'orders.place' and payload ->> 'orderId' = ${id} and run_at < now() + interval '2 seconds'
        and dead_at is null`.execute(at.system.database.db);
    if (rows.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  return read(at, id);
}

async function answer(at: Installation, who: PersonClient, id: string, given: unknown) {
  const { next_action: action } = await read(at, id);
  const { status, text } = await who.post(`/orders/${id}/actions/${action.id}`, { answer: given });
  expect(status, text).toBe(200);
  return settle(at, id);
}

const reviewOf = async ({ system }: Installation, id: string) => {
  const { rows } = await sql<{ doubt: { message: string } | null; needs_review_at: Date | null }>`
    select doubt, needs_review_at from orders where id = ${id}`.execute(system.database.db);
  return rows[0]!;
};

/** Placed under the number of the one purchase, for money that was taken once. */
async function expectOnePurchase(at: Installation, id: string, numbers: string[], cents: number) {
  const order = await read(at, id);
  expect(order.status, JSON.stringify(order.job_result ?? (await reviewOf(at, id)))).toBe('order_placed');
  expect(order.merchant_order_ids).toEqual(numbers);
  const { body: wallet } = await at.system.get('/wallet', at.key);
  expect(wallet).toMatchObject({ held_cents: 0, available_cents: funds - cents });
  expect(await ledgerProblems(at.system.database.db)).toEqual([]);
}

describe('an order whose action was completed after the backup', () => {
  it('is not bought again by the operator who reviews it once more', slow, async () => {
    const before = await start();
    const shop = await addMugs(before, 'review');
    const id = await place(before, `${shop.origin}/products/enamel-mug`);
    expect((await settle(before, id)).next_action.kind).toBe('review');
    const backup = await take(before);
    const placed = await answer(before, before.operator, id, { approved: true });
    expect([placed.status, shop.soldUnder(id)]).toEqual(['order_placed', 1]);

    const after = await restore(before, backup);
    const asking = await settle(after, id);
    expect(asking).toMatchObject({ status: 'in_progress', waiting_for: 'action', next_action: { kind: 'review' } });
    await answer(after, after.operator, id, { approved: true });
    const { merchant_order_ids: numbers } = placed;
    const { price_components: price } = placed.job_result;
    await expectOnePurchase(after, id, numbers, price.total);
    expect(shop.sold()).toHaveLength(1);
  });

  it(
    'is not bought again by the person who approves it once more, and not given up by one who declines',
    slow,
    async () => {
      const before = await start();
      const shop = await addMugs(before, 'automatic');
      const policy = await before.owner.put(`/keys/${before.keyId}/policy`, { approve: { above_cents: 1 } });
      expect(policy.status, policy.text).toBe(200);
      const id = await place(before, `${shop.origin}/products/enamel-mug`);
      expect((await settle(before, id)).next_action.kind).toBe('approve');
      const backup = await take(before);
      const placed = await answer(before, before.owner, id, { approved: true });
      expect([placed.status, shop.soldUnder(id)]).toEqual(['order_placed', 1]);

      const after = await restore(before, backup);
      expect((await settle(after, id)).next_action.kind).toBe('approve');
      // It can't be canceled until then: it may have been bought.
      expect((await after.system.post(`/orders/${id}/cancel`, after.key)).status).toBe(409);
      await answer(after, after.owner, id, { approved: false });
      const { merchant_order_ids: numbers } = placed;
      const { price_components: price } = placed.job_result;
      await expectOnePurchase(after, id, numbers, price.total);
      expect(shop.sold()).toHaveLength(1);
    },
  );

  it('is not bought again by the person who comes back from the store’s page once more', slow, async () => {
    const before = await start();
    const shop = await addMugs(before, 'automatic', { escalates: 'at first' });
    const id = await place(before, `${shop.origin}/products/enamel-mug`);
    expect((await settle(before, id)).next_action.kind).toBe('open_url');
    const backup = await take(before);
    shop.behave();
    for (const session of shop.state.sessions.values()) {
      session.status = 'ready_for_complete';
      for (const { groups } of session.delivery) for (const group of groups) group.selected_option_id = 'slow';
    }
    const placed = await answer(before, before.owner, id, { done: true });
    expect([placed.status, shop.soldUnder(id)]).toEqual(['order_placed', 1]);

    const after = await restore(before, backup);
    expect((await settle(after, id)).next_action.kind).toBe('open_url');
    await answer(after, after.owner, id, { done: true });
    const { merchant_order_ids: numbers } = placed;
    const { price_components: price } = placed.job_result;
    await expectOnePurchase(after, id, numbers, price.total);
    expect(shop.sold()).toHaveLength(1);
  });
});

describe('an order whose action nobody completed before the restore', () => {
  it('is bought once when it is answered', slow, async () => {
    const before = await start();
    const shop = await addMugs(before, 'review');
    const id = await place(before, `${shop.origin}/products/enamel-mug`);
    const { next_action: action } = await settle(before, id);
    expect(action.details.address_shown).toBe(true);
    const backup = await take(before);
    const after = await restore(before, backup);
    expect((await settle(after, id)).next_action.id).toBe(action.id);
    // Approving a cart with an address does not approve one without.
    shop.behave({ address: 'left out' });
    const { next_action: again } = await answer(after, after.operator, id, { approved: true });
    expect([again.message, again.details.address_shown, shop.sold()]).toEqual([
      expect.stringContaining('does not show the shipping address'),
      false,
      [],
    ]);
    const placed = await answer(after, after.operator, id, { approved: true });
    await expectOnePurchase(after, id, placed.merchant_order_ids, placed.job_result.price_components.total);
    expect(shop.soldUnder(id)).toBe(1);
  });

  it('needs review where the store ignores idempotency keys', slow, async () => {
    const before = await start();
    const shop = await addMugs(before, 'review', { keys: 'ignored' });
    const id = await place(before, `${shop.origin}/products/enamel-mug`);
    await settle(before, id);
    const backup = await take(before);
    await answer(before, before.operator, id, { approved: true });
    const after = await restore(before, backup);
    await settle(after, id);
    expect((await answer(after, after.operator, id, { approved: true })).status).toBe('in_progress');
    expect(await reviewOf(after, id)).toMatchObject({
      needs_review_at: expect.any(Date),
      doubt: { message: expect.stringContaining('ignores idempotency keys') },
    });
    expect(shop.sold()).toHaveLength(1);
  });
});

describe('an order that the store already sold', () => {
  it('is placed with that purchase, although nobody looked first', slow, async () => {
    const at = await start();
    const name = newStoreName('mugs');
    const shop = await addMugs(at, 'automatic', {}, name);
    const id = await place(at, `${shop.origin}/products/enamel-mug`);
    const row = await loadPlacement(at.system.database, id);
    const request = purchaseRequestOf(row!);
    const { connector } = at.system.registry.forRetailer('live', name)!;
    const limits = { signal: AbortSignal.timeout(20_000) };
    const prepared = await connector.prepare!(request, limits);
    if (prepared.kind !== 'ready') throw new Error(prepared.kind);
    const sold = await connector.submit!(prepared.checkout, request, limits);
    if (sold.kind !== 'placed') throw new Error(sold.kind);
    await settle(at, id);
    await expectOnePurchase(at, id, sold.purchase.merchantOrderIds, sold.purchase.price.total);
    expect(shop.sold()).toHaveLength(1);
  });

  it('that a restore lost is not bought again when the store forgot its keys', slow, async () => {
    const before = await start();
    const shop = await addMugs(before, 'automatic');
    const send = ({ system, key }: Installation, name = 'lost') =>
      system.post('/orders', key, orderFor(`${shop.origin}/products/enamel-mug`), { 'idempotency-key': name });
    const { id: known } = (await send(before, 'known')).body;
    expect((await settle(before, known)).status).toBe('order_placed');
    const backup = await take(before);
    const { id } = (await send(before)).body;
    expect((await settle(before, id)).status).toBe('order_placed');
    const after = await restore(before, backup);
    // The backup is older than stores keep their keys for.
    await sql`update restores set known_until = now() - interval '30 hours'`.execute(after.system.database.db);
    shop.forgetKeys();
    expect((await send(after)).body.id).toBe(id);
    expect((await settle(after, id)).status).toBe('in_progress');
    expect(await reviewOf(after, id)).toMatchObject({ doubt: { message: expect.stringContaining('too old') } });
    expect(shop.soldUnder(id)).toBe(1);
  });
});

describe('an order at the desk', () => {
  const record = (itemId: string, lease: number) => ({
    lease,
    merchant_order_ids: ['N-1'],
    lines: [{ item_id: itemId, unit_price_cents: 1000 }],
    shipping_cents: 0,
    tax_cents: 0,
    total_cents: 1000,
  });

  it('says that it may have been bought, forgets the claim, and takes the purchase of before', slow, async () => {
    const before = await start();
    const id = await place(before, 'https://shop.example.com/p/1');
    const waiting = await settle(before, id);
    const path = `/operator/desk/${id}`;
    const taken = await before.operator.post(`${path}/take`, {});
    expect(taken.body.task).toMatchObject({ state: 'taken', lease: 1 });
    expect(taken.body.task.why).not.toContain('restored');
    const backup = await take(before);
    const bought = await before.operator.post(`${path}/purchase`, record(waiting.items[0].id, 1));
    expect(bought.status, bought.text).toBe(200);

    const after = await restore(before, backup);
    await settle(after, id);
    const { body: seen } = await after.operator.get(path);
    expect(seen.task).toMatchObject({
      state: 'waiting',
      why: expect.stringMatching(
        /^The database was restored on \w{3} \d{1,2}, \d{4}\. This order may already have been bought\. Check the retailer's order history before you buy\. /,
      ),
    });
    expect((await read(after, id)).next_action.message).toContain('may already have been bought');
    // The earlier claim is lost, so a page that is still open can't write.
    expect((await after.operator.post(`${path}/purchase`, record(waiting.items[0].id, 1))).status).toBe(409);
    const again = await after.operator.post(`${path}/take`, {});
    expect([again.status, again.body.task?.lease], again.text).toEqual([200, 2]);
    const recorded = await after.operator.post(`${path}/purchase`, record(waiting.items[0].id, 2));
    expect(recorded.status, recorded.text).toBe(200);
    await expectOnePurchase(after, id, ['N-1'], 1000);
  });

  it('that nobody bought in time needs review instead of being given up', slow, async () => {
    const before = await start();
    const id = await place(before, 'https://shop.example.com/p/1');
    await settle(before, id);
    const backup = await take(before);
    const after = await restore(before, backup);
    await settle(after, id);
    const { db } = after.system.database;
    await sql`update questions set expires_at = now() - interval '1 second' where order_id = ${id}`.execute(db);
    await sql`update jobs set run_at = now() where kind = 'orders.place' and payload ->> 'orderId' = ${id}`.execute(db);
    expect((await settle(after, id)).status).toBe('in_progress');
    expect(await reviewOf(after, id)).toMatchObject({
      needs_review_at: expect.any(Date),
      doubt: { message: expect.stringContaining('An operator may have placed this order') },
    });
    expect((await after.system.get('/wallet', after.key)).body.held_cents).toBeGreaterThan(0);
  });
});

describe('an order at a store in link mode', () => {
  async function addKiln(before: Installation) {
    const shop = await startShopifyStandIn();
    undo.push(shop.stop);
    const added = await before.operator.post('/operator/stores', {
      name: newStoreName('kiln'),
      kind: 'shopify',
      url: shop.url,
      mode: 'link',
      contact: 'buyer@example.com',
      accounts: 'guest',
    });
    expect(added.status, added.text).toBe(201);
    return shop;
  }

  it('keeps its link, and is placed under the number that the person writes down once more', slow, async () => {
    const before = await start();
    const shop = await addKiln(before);
    const id = await place(before, `${shop.url}/products/mug`);
    const { next_action: action } = await settle(before, id);
    expect(action.kind).toBe('open_url');
    const backup = await take(before);
    expect((await answer(before, before.owner, id, { order_number: '#1042' })).status).toBe('order_placed');

    const after = await restore(before, backup);
    expect((await settle(after, id)).next_action).toMatchObject({ id: action.id, url: action.url });
    const carts = shop.filledCarts();
    await answer(after, after.owner, id, { order_number: '#1042' });
    await expectOnePurchase(after, id, ['#1042'], 0);
    expect(shop.filledCarts()).toBe(carts);
  });

  it('never creates a second link on its own', slow, async () => {
    const before = await start();
    const shop = await addKiln(before);
    const id = await place(before, `${shop.url}/products/mug`);
    const backup = await take(before);
    expect((await settle(before, id)).next_action.kind).toBe('open_url');
    await answer(before, before.owner, id, { order_number: '#1042' });

    const carts = shop.filledCarts();
    const after = await restore(before, backup);
    expect(await settle(after, id)).toMatchObject({ status: 'in_progress', next_action: null });
    expect(await reviewOf(after, id)).toMatchObject({
      needs_review_at: expect.any(Date),
      doubt: { message: expect.stringContaining("check the store's orders") },
    });
    expect(shop.filledCarts()).toBe(carts);
  });
});
