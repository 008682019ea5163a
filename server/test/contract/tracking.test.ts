import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { address, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let key: string;
let product: string;
beforeAll(async () => {
  system = await startSystem();
  contract = await readContract(system);
  key = await system.mint();
  product = `${system.url}/shop/products/test-success`;
});
afterAll(() => system.stop());

const newOrder = async (): Promise<string> => (await contract.post('/orders', key, orderFor(product))).body.id;

const unknownId = '00000000-0000-4000-8000-000000000000';
const html = { accept: 'text/html,application/xhtml+xml' };

describe('GET /track/{order_id}', () => {
  it("shows no recipient's name that stands in the first address line", async () => {
    const shipping_address = { ...address, address_line1: 'Jane Doe, 1 Market St' };
    const { body } = await contract.post('/orders', key, { ...orderFor(product), shipping_address });
    const shown = await contract.get(`/track/${body.id}`);
    expect(shown.body.destination.address_line1).toBe('the recipient, 1 Market St');
    const page = await system.call(`/track/${body.id}`, { headers: html });
    expect(page.text).not.toMatch(/Jane|Doe/);
  });

  it('shows a new order to anyone who has its ID', async () => {
    const id = await newOrder();
    const { status, body, headers } = await contract.get(`/track/${id}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('application/json');
    const { first_name: _f, last_name: _l, phone_number: _p, ...destination } = address;
    expect(body).toEqual({
      order_id: id,
      current_status: 'pending',
      estimated_delivery_date: null,
      destination: { ...destination, address_line2: null },
      shipments: [],
      items: [{ url: product, quantity: 1, variant: null, status: 'pending' }],
    });
  });

  it('is a page for a browser', async () => {
    const id = await newOrder();
    const page = await system.call(`/track/${id}`, { headers: html });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.text).toContain('<h1');
    expect(page.text).toContain('data-refresh="on"');
    expect(page.text).toContain('<html lang="en">');
    for (const secret of [address.first_name, address.last_name, '5550123']) expect(page.text).not.toContain(secret);
    const missing = await system.call(`/track/${unknownId}`, { headers: html });
    expect(missing.status).toBe(404);
    expect(missing.headers.get('content-type')).toContain('text/html');
  });

  it('accepts any Accept header', async () => {
    const id = await newOrder();
    const acceptHeaders = [
      '',
      ',,,',
      '*/*;q=',
      'text/html;q=abc',
      'text/html;q=0',
      'x'.repeat(8000),
      'é',
      '/;/',
      'text/*',
    ];
    for (const accept of acceptHeaders) {
      const answer = await contract.call(`/track/${id}`, { headers: { accept } });
      expect([accept, answer.status]).toEqual([accept, 200]);
    }
    const json = await contract.call(`/track/${id}`, { headers: { accept: 'application/json, text/html;q=0.5' } });
    expect(json.body.order_id).toBe(id);
  });

  it('shows hostile text as text', async () => {
    const shipping_address = { ...address, address_line1: '<script>alert(1)</script>', city: '"><img src=x>' };
    const { body } = await contract.post('/orders', key, orderFor(product, { shipping_address }));
    const page = await system.call(`/track/${body.id}`, { headers: html });
    expect(page.text).not.toContain('<script>alert');
    expect(page.text).not.toContain('<img src=x>');
    expect(page.text).toContain('&lt;script&gt;');
    expect(page.headers.get('content-security-policy')).not.toContain("script-src 'unsafe-inline'");
  });

  it('returns 404 for an unknown ID and rejects an invalid one', async () => {
    const unknown = await contract.get(`/track/${unknownId}`);
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'not_found']);
    const bad = await contract.get('/track/42');
    expect(bad.status).toBe(422);
    expect(bad.body.detail[0]).toMatchObject({ loc: ['path', 'order_id'], type: 'uuid_parsing' });
  });

  it("takes the recipient out of the carrier's words", async () => {
    const id = await newOrder();
    const checkpoint = {
      checkpoint_time: '2026-08-22T08:30:00.000Z',
      status: 'delivered',
      message: 'Handed to JANE DOE, called (415) 555-0123; Jane’s neighbour signed',
      city: null,
      state: null,
      country: null,
      zip: null,
      location: 'Porch of J. Doe',
      out_for_delivery: false,
    };
    await sql`
      insert into shipments (id, order_id, position, parcel_id, carrier, tracking_number, status, estimated_delivery_date, item_ids,
        checkpoints, created_at, updated_at)
      values (gen_random_uuid(), ${id}, 0, '1Z', 'UPS', '1Z', 'delivered', null, '{}', ${JSON.stringify([checkpoint])}::jsonb,
        now(), now())`.execute(system.database.db);
    const { body, text } = await contract.get(`/track/${id}`);
    expect(body.shipments[0]).toMatchObject({ carrier: 'UPS', tracking_number: '1Z', status: 'delivered' });
    const page = await system.call(`/track/${id}`, { headers: html });
    for (const secret of [/jane/i, /\bdoe\b/i, /555-?0123/]) {
      expect(text).not.toMatch(secret);
      expect(page.text).not.toMatch(secret);
    }
    const own = await contract.get(`/orders/${id}`, key);
    expect(own.body.tracking_numbers[0].checkpoints[0].message).toContain('JANE DOE');
  });
});

describe('POST /sandbox/orders/{id}/advance', () => {
  let quick: TestSystem;
  let rules: Contract;
  let owner: string;
  beforeAll(async () => {
    quick = await startSystem({ withLive: true });
    rules = await readContract(quick);
    owner = await quick.mint();
  });
  afterAll(() => quick.stop());

  async function bought(scenario = 'success'): Promise<string> {
    const { body } = await rules.post('/orders', owner, orderFor(`${quick.url}/shop/products/test-${scenario}`));
    return body.id;
  }
  const advance = (id: string, to: unknown, by = owner) => rules.post(`/sandbox/orders/${id}/advance`, by, { to });

  it('refuses an order that is not placed yet, and one that arrived', async () => {
    const id = await bought();
    const before = await rowCounts(quick.database.db);
    const early = await advance(id, 'delivered');
    expect([early.status, early.body.error.code]).toEqual([400, 'bad_request']);
    expect(await rowCounts(quick.database.db)).toEqual(before);
    await quick.queue.drain();
    const late = await advance(id, 'cancelled_by_retailer');
    expect([late.status, late.body.error.code]).toEqual([400, 'bad_request']);
  });

  it('shows a lost package that was found again', async () => {
    const id = await bought('lost-parcel');
    await quick.queue.drain();
    const moved = await advance(id, 'in_transit');
    expect(moved.status, moved.text).toBe(200);
    expect(moved.body.tracking_numbers[0].status).toBe('in_transit');
    const delivered = await advance(id, 'delivered');
    expect(delivered.body).toMatchObject({
      items: [{ status: 'delivered' }],
      tracking_numbers: [{ status: 'delivered' }],
    });
    expect((await advance(id, 'undeliverable')).status).toBe(400);
  });

  it('moves a package for many concurrent requests', async () => {
    const id = await bought('lost-parcel');
    await quick.queue.drain();
    const answers = await Promise.all(Array.from({ length: 10 }, () => advance(id, 'delivered')));
    expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
    expect((await rules.get(`/orders/${id}`, owner)).body.items[0].status).toBe('delivered');
  });

  it('refuses words it does not know', async () => {
    const id = await bought();
    for (const body of [{ to: 'mars' }, {}, { to: 'delivered', fast: true }, [], { to: 5 }]) {
      expect((await rules.post(`/sandbox/orders/${id}/advance`, owner, body)).status).toBe(422);
    }
    expect((await rules.post(`/sandbox/orders/${id}/advance`, owner)).status).toBe(422);
  });

  it('is not there for a live key', async () => {
    const { key: live } = await quick.account('live');
    const order = await rules.post('/orders', live, orderFor('https://www.walmart.com/ip/1'));
    const id = order.body.id ?? (await bought());
    const answer = await advance(id, 'delivered', live);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
    expect((await rules.post(`/sandbox/orders/${id}/advance`, undefined, { to: 'delivered' })).status).toBe(401);
  });
});
