import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../src/connectors/browser/chromium.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { readContract } from '../harness/conforms.ts';
import { type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { buyer, type EverShopSessions, password, startEverShopSessions } from '../harness/stores/evershop-drill.ts';
import { address, startSystem, type TestSystem } from '../harness/system.ts';

const cup = 'ceramic-coffee-cup-white';
const black = [{ label: 'Color', value: 'Black' }];

describe.skipIf(findChromium() === null)('the service with a real EverShop', { timeout: 1_200_000 }, () => {
  let visits: EverShopSessions;
  let system: TestSystem;
  let operator: OperatorClient;
  let key: string;
  let account: string;
  beforeAll(async () => {
    visits = await startEverShopSessions();
    system = await startSystem({ env: { ...operatorEnv, STORES_ALLOW_PRIVATE: 'true' } });
    operator = await personOn(system, await readContract(system));
    const added = await operator.post('/operator/stores', {
      name: 'evershop',
      kind: 'browser',
      url: visits.shop.url,
      accounts: 'client',
      consent: { by: 'The merchant', on: '2026-08-21' },
      settings: { recipe: 'evershop' },
      payment: 'cod',
    });
    expect(added.status, added.text).toBe(201);
    ({ key } = await system.account('live', 10_000_000));
    account = await manage(buyer, password);
  }, 900_000);
  afterAll(async () => {
    await system?.stop();
    await visits?.stop();
  });

  async function manage(email: string, secret: string): Promise<string> {
    const made = await system.post('/managed-accounts', key, { email, password: secret, retailer: 'evershop' });
    expect(made.status, made.text).toBe(201);
    return made.body.short_id as string;
  }
  const product = (slug: string, more: object = {}) => ({ url: `${visits.shop.url}/${slug}`, quantity: 1, ...more });
  const body = (more: object = {}) => ({
    products: [product(cup, { variant: black })],
    shipping_address: address,
    max_price: 20_000,
    retailer_credentials_id: account,
    ...more,
  });
  const read = async (id: string) => (await system.get(`/orders/${id}`, key)).body;
  type Shown = { status: string; waiting_for: string | null };
  const isOver = ({ status }: Shown): boolean => status !== 'pending' && status !== 'in_progress';
  async function order(more: object = {}, isThere: (shown: Shown) => boolean = isOver) {
    const made = await system.post('/orders', key, body(more));
    expect(made.status, made.text).toBe(201);
    return until(made.body.id, isThere);
  }
  async function until(id: string, isThere: (shown: Shown) => boolean) {
    const look = async () => {
      await system.queue.drain();
      return isThere(await read(id));
    };
    await expect.poll(look, { timeout: 600_000, interval: 1_000 }).toBe(true);
    return read(id);
  }

  it('searches, quotes, buys two lines with a client’s account, tracks them, and has every cent in its books', async () => {
    const search = async () => (await system.get('/products/search?retailer=evershop&query=cup', key)).text;
    // A search ends after a while, also on a machine that is too busy for it.
    await expect.poll(search, { timeout: 300_000, interval: 5_000 }).toContain(`/${cup}`);
    const pens = product('desk-pen-holder-yellow', { quantity: 2, variant: [{ label: 'Color', value: 'Yellow' }] });
    const products = [product(cup, { variant: black }), pens];
    const quote = await system.post('/orders/quote', key, body({ products }));
    expect(quote.status, quote.text).toBe(200);
    expect(await visits.admin.orders()).toHaveLength(0);
    const bought = await order({ products });
    expect(bought, JSON.stringify(bought)).toMatchObject({ status: 'order_placed' });
    const [sold, ...more] = await visits.admin.orders();
    expect(more).toEqual([]);
    expect(sold).toMatchObject({ email: buyer, number: bought.merchant_order_ids[0] });
    expect(sold?.items.map(({ quantity }) => quantity).toSorted()).toEqual([1, 2]);
    const wallet = (await system.get('/wallet', key)).body;
    expect(wallet).toMatchObject({ held_cents: 0, available_cents: 10_000_000 - (sold?.totalCents ?? 0) });
    expect(await ledgerProblems(system.database.db)).toEqual([]);
    await visits.admin.advance(sold?.number ?? '');
    const parcel = async () => {
      // It would look again in an hour.
      await sql`update jobs set run_at = now() where kind = 'tracking.follow'`.execute(system.database.db);
      await system.queue.drain();
      return JSON.stringify((await read(bought.id)).tracking_numbers);
    };
    await expect.poll(parcel, { timeout: 600_000, interval: 2_000 }).toContain(`EV${sold?.number}`);
  });

  it('says by name why nothing was bought, and takes no money for it', async () => {
    const before = (await visits.admin.orders()).length;
    const money = (await system.get('/wallet', key)).body;
    await visits.admin.copyBarred('barred@example.com', buyer);
    await visits.admin.setStock('BOWL-003-WHT', 0);
    const iceland = { ...address, country: 'IS', state: null, city: 'Reykjavik', postal_code: '101' };
    const cases: [string, object][] = [
      ['login_failed', { retailer_credentials_id: await manage('wrong@example.com', 'Not-the-password-1') }],
      ['login_failed', { retailer_credentials_id: await manage('barred@example.com', password) }],
      ['product_variant_unavailable', { products: [product(cup, { variant: [{ label: 'Color', value: 'Purple' }] })] }],
      [
        'product_out_of_stock',
        { products: [product('ceramic-candy-bowl-white', { variant: [{ label: 'Color', value: 'White' }] })] },
      ],
      ['shipping_unavailable', { shipping_address: iceland }],
      ['max_price_exceeded', { max_price: 1_600 }],
      ['product_not_found', { products: [product('no-such-thing')] }],
    ];
    for (const [reason, more] of cases) {
      const failed = await order(more);
      const said = JSON.stringify(failed);
      expect(failed, said).toMatchObject({ status: 'order_failed', job_result: { error_type: reason } });
    }
    expect(await visits.admin.orders()).toHaveLength(before);
    expect((await system.get('/wallet', key)).body).toMatchObject({ ...money, held_cents: 0 });
  });

  it('stops at the final check in mode review with quote and picture, and buys nothing that nobody agreed to', async () => {
    const change = await operator.call('/operator/stores/evershop', { method: 'PATCH', body: { mode: 'review' } });
    expect(change.status, change.text).toBe(200);
    const before = (await visits.admin.orders()).length;
    const asking = await order({}, ({ waiting_for: waits }) => waits === 'action');
    expect(asking.next_action).toMatchObject({ kind: 'review', details: { shipping_cents: 500, total_cents: 2_000 } });
    expect(asking.next_action.details.screenshot).toMatch(/^data:image\/jpeg;base64,/);
    expect(await visits.admin.orders()).toHaveLength(before);
    const path = `/orders/${asking.id}/cancel`;
    expect((await system.post(path, key, {})).status).toBe(204);
    expect(isOver(await until(asking.id, isOver))).toBe(true);
    expect(await visits.admin.orders()).toHaveLength(before);
  });
});
