import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  Blocked,
  Connector,
  PriceComponents,
  Purchase,
  PurchaseRecord,
  Shipment,
} from '../../src/connectors/contract.ts';
import { createSimulator } from '../../src/connectors/simulator/index.ts';
import { loadRetailers } from '../../src/domains/catalog/stores/index.ts';
import { type Cents, toCents, zeroCents } from '../../src/kit/money.ts';
import { withRegistry } from '../../src/main/admin-stores.ts';
import { addServiceAccount } from '../../src/main/operate-secrets.ts';
import { retailersFile } from '../../src/main/wiring.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { anyProduct, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

// What the engine does with what real stores say: simulated shelves, answers turned by the knobs below.

const clock = fakeClock();
/** Given instead of a cart, as often as there are any. */
let refusals: Blocked[] = [];
/** Whether the answer to the button is lost after the store sold, and whether the store can be asked about it. */
let isAnswerLost = false;
let isFindable = true;
let shipments: Shipment[] = [];
let tracked: PurchaseRecord[] = [];
let handles: string[] = [];
/** What the cart calls every line; null: as the store does. */
let title: string | null = null;
/** What the store says of a purchase, in its confirmation and its history. */
let tell: (purchase: Purchase) => Partial<Purchase> = () => ({});
/** What the cart costs; null: as the store does. */
let cartPrice: PriceComponents | null = null;

const told = (purchase: Purchase): Purchase => ({ ...purchase, ...tell(purchase) });

const turned = (store: Connector<'live'>): Connector<'live'> => ({
  ...store,
  async prepare(request, call) {
    const refusal = refusals.shift();
    if (refusal) return refusal;
    const prepared = await store.prepare!(request, call);
    if (prepared.kind !== 'ready') return prepared;
    const { checkout } = prepared;
    handles.push(checkout.handle);
    const lines = checkout.lines.map((line) => (title === null ? line : { ...line, title }));
    return { kind: 'ready', checkout: { ...checkout, lines, price: cartPrice ?? checkout.price } };
  },
  async submit(checkout, request, call) {
    const outcome = await store.submit!(checkout, request, call);
    if (isAnswerLost) throw new Error('The answer was lost.');
    return outcome.kind === 'placed' ? { kind: 'placed', purchase: told(outcome.purchase) } : outcome;
  },
  async find(...asked) {
    if (!isFindable) throw new Error('The store does not answer.');
    const answer = await store.find!(...asked);
    return answer.kind === 'found' ? { ...answer, purchase: told(answer.purchase) } : answer;
  },
  async track(purchase) {
    tracked.push(purchase);
    return { kind: 'tracked', shipments, cancelled: null, partlyCancelled: [], pollAfterMs: 60_000 };
  },
});

let system: TestSystem;
let key: string;
let url: string;
beforeAll(async () => {
  const brands = (await loadRetailers(retailersFile)).filter(({ id }) => id === 'walmart');
  system = await startSystem({
    clock,
    liveConnectors: ({ database }) => [
      turned(
        createSimulator({ world: 'live', database, clock, brands, publicUrl: 'https://live.invalid', timeScale: 0 }),
      ),
    ],
  });
  ({ key } = await system.account('live', 10_000_000));
  url = await anyProduct(system, 'walmart');
});
afterAll(() => system.stop());
beforeEach(() => {
  [refusals, shipments, tracked, handles] = [[], [], [], []];
  [isAnswerLost, isFindable, title, cartPrice] = [false, true, null, null];
  tell = () => ({});
});

async function place(more: Record<string, unknown> = {}): Promise<string> {
  const made = await system.post('/orders', key, orderFor(url, { max_price: 200_000, ...more }));
  expect(made.status, made.text).toBe(201);
  return made.body.id;
}

const orderOf = async (id: string) => (await system.get(`/orders/${id}`, key)).body;

async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    clock.advance(60_000);
    await system.queue.drain();
  }
}

const busy: Blocked = { kind: 'blocked', reason: 'retailer_rate_limited', message: 'Come back later.' };

describe('a store that is busy', () => {
  it('with Retry-After is respected, without counting an attempt', async () => {
    refusals = Array.from({ length: 8 }, () => ({ ...busy, retryAfterMs: 120_000 }));
    const id = await place();
    await system.queue.drain();
    // Half of the time that it asked for: it is not asked again before.
    await pass(1);
    expect(refusals).toHaveLength(7);
    expect(await orderOf(id)).toMatchObject({ status: 'pending', attempts: 0 });
    await pass(18);
    expect(refusals).toHaveLength(0);
    expect(await orderOf(id)).toMatchObject({ status: 'order_placed', attempts: 1 });
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('without saying so is retried five times', async () => {
    refusals = Array.from({ length: 8 }, () => busy);
    const id = await place();
    await system.queue.drain();
    await pass(60);
    expect(refusals).toHaveLength(3);
    expect(await orderOf(id)).toMatchObject({
      status: 'order_failed',
      attempts: 5,
      job_result: { error_type: 'retailer_rate_limited' },
    });
    expect((await system.get('/wallet', key)).body.held_cents).toBe(0);
  });
});

describe('after buying', () => {
  it('a package without number and carrier arrives', async () => {
    const parcel = { parcelId: 'fulfilment-1', carrier: null, trackingNumber: null, estimatedDeliveryDate: null };
    shipments = [{ ...parcel, status: 'in_transit', merchantOrderId: null, lineIds: [], checkpoints: [] }];
    const id = await place();
    await system.queue.drain();
    await pass(2);
    const onItsWay = (await orderOf(id)).tracking_numbers;
    expect(onItsWay).toMatchObject([{ carrier: '', tracking_number: '', status: 'in_transit' }]);
    shipments = shipments.map((shipment) => ({ ...shipment, status: 'delivered' }));
    await pass(2);
    const arrived = (await orderOf(id)).tracking_numbers;
    // The same package, reported again: not a second one.
    expect(arrived).toMatchObject([{ carrier: '', tracking_number: '', status: 'delivered' }]);
    const { milestones } = (await system.get(`/orders/${id}/timeline`, key)).body;
    expect(milestones.map(({ type }: { type: string }) => type)).toContain('delivered');
  });

  it('a scan without a readable time is left out, and the package still arrives', async () => {
    const scan = {
      status: 'in_transit',
      message: 'Scanned',
      city: null,
      state: null,
      country: null,
      zip: null,
    } as const;
    const checkpoints = ['0000-00-00', '+020000-01-01', '2026-11-18'].map((day) => ({
      ...scan,
      time: new Date(day),
      location: null,
      outForDelivery: false,
    }));
    const parcel = { parcelId: 'fulfilment-2', carrier: null, trackingNumber: null, estimatedDeliveryDate: null };
    shipments = [{ ...parcel, status: 'in_transit', merchantOrderId: null, lineIds: [], checkpoints }];
    const id = await place();
    await system.queue.drain();
    await pass(2);
    const [shown] = (await orderOf(id)).tracking_numbers;
    expect(shown.status).toBe('in_transit');
    const view = (await system.get(`/track/${id}`)).body.shipments[0];
    expect(view.checkpoints.map((one: { checkpoint_time: string }) => one.checkpoint_time)).toEqual([
      '2026-11-18T00:00:00.000Z',
    ]);
  });

  it('the store is asked with the whole purchase, and with an account that can only be read', async () => {
    const account = { email: 'buyer@example.com', password: 'pw', retailer: 'walmart' };
    const { body } = await system.post('/managed-accounts', key, account);
    const id = await place({ retailer_credentials_id: body.short_id, products: [{ url, quantity: 2 }] });
    await system.queue.drain();
    await pass(2);
    const order = await orderOf(id);
    expect(order.status).toBe('order_placed');
    const purchase = tracked.find(({ reference }) => reference === id);
    expect(purchase?.lines).toMatchObject([{ lineId: order.items[0].id, url, quantity: 2 }]);
    expect(purchase?.merchantOrderIds).toEqual(order.merchant_order_ids);
    expect(purchase?.account?.email).toBe('buyer@example.com');
    expect(await purchase?.account?.password()).toBe('pw');
    expect(purchase?.account).not.toHaveProperty('mailedCode');
    expect(purchase?.account?.session).not.toHaveProperty('save');
  });
});

it('buys products with any title, and finds the order by the characters a store can keep', async () => {
  title = `Reading\u0000 lamp ${'x'.repeat(10_000)}`;
  const id = await place();
  await system.queue.drain();
  expect(await orderOf(id)).toMatchObject({ status: 'order_placed', attempts: 1 });
  const { body } = await system.get('/orders?search=reading%20lamp', key);
  expect(body.orders.map((order: { id: string }) => order.id)).toContain(id);
});

const noAmount = { currency: 'USD', basis: 'net', shipping: zeroCents, tax: zeroCents, fees: zeroCents } as const;
const costing = (total: Cents): PriceComponents => ({ ...noAmount, subtotal: total, total });

describe('a confirmation that cannot be booked', () => {
  it.each<[string, (purchase: Purchase) => Partial<Purchase>]>([
    ['a negative total', () => ({ price: costing(toCents(-500)) })],
    ['a total that is no number', () => ({ price: costing(Number.NaN as Cents) })],
    ['another currency', ({ price }) => ({ price: { ...price, currency: 'EUR' } })],
    ['an order number with NUL', () => ({ merchantOrderIds: ['1\0'] })],
    ['an order number with half a character', () => ({ merchantOrderIds: ['1\ud800'] })],
    ['an endless order number', () => ({ merchantOrderIds: ['1'.repeat(10_000)] })],
    ['half a unit', ({ lines }) => ({ lines: lines.map((line) => ({ ...line, quantity: 0.5 })) })],
    ['more units than there are', ({ lines }) => ({ lines: lines.map((line) => ({ ...line, quantity: 3e9 })) })],
  ])('because of %s counts as unknown, and is booked once it can be read', async (_what, lie) => {
    tell = lie;
    const id = await place();
    await system.queue.drain();
    await pass(2);
    expect(await orderOf(id)).toMatchObject({ status: 'in_progress', attempts: 1, merchant_order_ids: [] });
    expect((await system.get('/wallet', key)).body.held_cents).toBe(200_000);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
    const { rows } = await sql`select kind, last_error from jobs where last_error is not null`.execute(
      system.database.db,
    );
    expect(rows).toEqual([]);
    tell = () => ({});
    await pass(15);
    expect(await orderOf(id)).toMatchObject({ status: 'order_placed', attempts: 1 });
    expect((await system.get('/wallet', key)).body.held_cents).toBe(0);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('is not asked for if the cart has a negative total', async () => {
    cartPrice = costing(toCents(-500));
    const id = await place();
    await system.queue.drain();
    await pass(2);
    expect(await orderOf(id)).toMatchObject({ status: 'order_failed', job_result: { error_type: 'checkout_failed' } });
    expect((await system.get('/wallet', key)).body.held_cents).toBe(0);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it.each(['soon', '2026-13-01', '2026-02-30'])('is booked without the estimate %s', async (estimatedDelivery) => {
    tell = () => ({ estimatedDelivery });
    const id = await place();
    await system.queue.drain();
    expect(await orderOf(id)).toMatchObject({ status: 'order_placed', job_result: { estimated_delivery: null } });
  });
});

describe('the handle of a checkout', () => {
  it('is sealed while the outcome is unknown, shown to no one, and gone afterward', async () => {
    [isAnswerLost, isFindable] = [true, false];
    const id = await place();
    await system.queue.drain();
    const rowOf = async () =>
      (
        await sql<{ text: string; is_kept: boolean }>`
          select o::text as text, checkout_sealed is not null as is_kept from orders o where id = ${id}`.execute(
          system.database.db,
        )
      ).rows[0]!;
    expect(handles).toHaveLength(1);
    const inDoubt = await rowOf();
    expect(inDoubt.is_kept).toBe(true);
    expect(inDoubt.text).not.toContain(handles[0]);
    expect((await system.get(`/orders/${id}`, key)).text).not.toContain(handles[0]);
    isFindable = true;
    await pass(30);
    expect((await orderOf(id)).status).toBe('order_placed');
    expect((await rowOf()).is_kept).toBe(false);
  });
});

it("takes no account of the service's own for a retailer that nothing serves", async () => {
  const { database, config } = system;
  const account = {
    email: 'own@example.com',
    retailer: 'target',
    world: 'live' as const,
    secrets: '{"password":"pw"}',
  };
  const add = withRegistry(database, config, (registry) => addServiceAccount({ database, config, registry }, account));
  await expect(add).rejects.toThrow(/retailer/);
  const { rows } = await sql`select from managed_accounts where email = 'own@example.com'`.execute(database.db);
  expect(rows).toEqual([]);
});
