import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentOf } from '../harness/agent.ts';
import { rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
beforeAll(async () => {
  system = await startSystem({ env: { PUBLIC_STATS: 'true', ORDER_FEE_CENTS: '100' } });
  contract = await readContract(system);
});
afterAll(() => system.stop());

const product = (scenario = 'test-success') => `${system.url}/shop/products/${scenario}`;
const ask = (key?: string, body: object = { name: 'laptop' }) => contract.post('/device/code', key, body);
const fetchKey = (deviceCode: string) => contract.post('/device/token', undefined, { device_code: deviceCode });
const codeOf = (answer: { body: { error?: { code?: string }; code?: string } }) =>
  answer.body.error?.code ?? answer.body.code;

interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  type?: string | string[];
  properties?: Record<string, Schema>;
}

/** What newer clients read, word for word: the operation, the way into its answer, and the names there. "…" says that more may be there. */
const promised: [operation: string, into: string, names: string][] = [
  [
    'GET /retailers/check 200',
    '',
    'url domain orderable support retailer platform checkout ships_to evidence support_detail unsupported_reason how_to_order',
  ],
  ['GET /retailers/check 200', 'retailer', 'retailer brand display_name country'],
  ['GET /retailers/check 200', 'checkout', 'guest_checkout use_your_account'],
  ['GET /retailers/check 200', 'evidence', 'orders_placed orders_placed_count last_order_at'],
  [
    'GET /wallet/me 200',
    '',
    'id user_id balance wallet_type created_at updated_at spendable_balance order_fee_cents billed_by_invoice',
  ],
  [
    'POST /device/code 200',
    '',
    'device_code user_code verification_uri verification_uri_complete expires_in interval human_message next',
  ],
  [
    'GET /device/codes/{user_code} 200',
    '',
    'user_code name source scopes sandbox_attached starter_credit_cents status',
  ],
  ['POST /device/approve 200', '', 'status name message'],
  [
    'POST /device/token 200',
    '',
    'id key api_key name is_active is_test created_at wallet_balance_cents scopes sandbox',
  ],
  ['GET /payments/{payment_id} 200', '', 'id status order_id pay_url expires_at quote products client ship_to_summary'],
  ['GET /payments/{payment_id} 200', 'quote', 'max_price_cents order_fee_cents stripe_fee_cents hold_cents'],
  ['GET /payments/{payment_id} 200', 'client', 'name url'],
  ['POST /device/token 200', 'sandbox', 'claimed orders_moved keys_moved'],
  ['POST /payments/{payment_id}/checkout-session 200', '', 'url'],
  ['GET /stats/lifetime 200', '', 'orders_successful gmv_cents v2_as_of v1 combined'],
  ['GET /stats/lifetime 200', 'v1', 'orders_successful gmv_cents as_of source'],
  ['POST /sandbox/keys 201', '', 'key api_key …'],
  ['GET /health 200', '', 'updated_at db ordering components details …'],
  ['GET /health 200', 'components', 'db queue ordering'],
  ['GET /orders/{order_id} 200', 'payment', 'state authorized_cents captured_cents fee_cents simulated …'],
];

describe('the document', () => {
  it('has every shape that newer clients read, and every filter that they send', async () => {
    const document = (await system.call('/openapi.json')).body;
    const whole = (schema: Schema | undefined): Schema => {
      if (schema?.$ref) return whole(document.components.schemas[schema.$ref.split('/').at(-1) ?? '']);
      return schema?.anyOf ? whole(schema.anyOf.find((each) => each.type !== 'null')) : (schema ?? {});
    };
    for (const [operation, into, names] of promised) {
      const [method = '', path = '', status = ''] = operation.split(' ');
      const response = document.paths[path][method.toLowerCase()].responses[status];
      const answer = whole(response.content['application/json'].schema);
      const { properties = {} } = into === '' ? answer : whole(answer.properties?.[into]);
      const wanted = names.split(' ').filter((name) => name !== '…');
      const there = Object.keys(properties).filter((name) => !names.endsWith('…') || wanted.includes(name));
      expect(there.sort(), `${operation} ${into}`).toEqual(wanted.sort());
    }
    const filters =
      'search order_id merchant_order_id tracking_status has_tracking return_status created_after created_before metadata_key metadata_value retailer include user_email';
    for (const path of ['/orders', '/orders/export']) {
      const names = document.paths[path].get.parameters.map(({ name }: { name: string }) => name);
      expect(names, path).toEqual(expect.arrayContaining(filters.split(' ')));
    }
  });
});

describe('GET /wallet/me', () => {
  it('shows both wallets in exactly the promised fields', async () => {
    const { key } = await system.account('test');
    const order = await contract.post('/orders', key, orderFor(product()));
    expect(order.status, order.text).toBe(201);
    const { body } = await contract.get('/wallet/me', key);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      user_id: expect.any(Number),
      balance: 1_000_000,
      wallet_type: 'purchases',
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      spendable_balance: 994_900,
      order_fee_cents: 100,
      billed_by_invoice: false,
    });
    expect(Number.isSafeInteger(body.user_id)).toBe(true);
    const other = (await contract.get('/wallet/me?wallet_type=api_consumption', key)).body;
    expect(other).toMatchObject({ balance: 0, spendable_balance: 0, user_id: body.user_id });
    expect(other.id).not.toBe(body.id);
    expect((await contract.get('/wallet/me?wallet_type=gold', key)).status).toBe(422);
    expect((await contract.get('/wallet/me')).status).toBe(401);
  });
});

describe('GET /orders and GET /orders/export', () => {
  it('find the same orders by every filter, and export them safely', async () => {
    const { key } = await system.account('test');
    const place = async (scenario: string, more: Record<string, unknown>) => {
      const { body, text } = await contract.post('/orders', key, orderFor(product(scenario), more));
      expect(body.id, text).toBeDefined();
      return body.id as string;
    };
    const first = await place('test-success', { po_number: '=HYPERLINK("x")', metadata: { shop: 'a' } });
    // It is never in a cart. Its title is known because someone opened the product.
    const looked = await contract.get('/products/test-out-of-stock?retailer=127.0.0.1', key);
    expect(looked.body.title).toBe('Test Product: Sold out');
    const second = await place('test-out-of-stock', { po_number: 'PO-77', shipping_address: named('Zelda', 'Quist') });
    await system.queue.drain();
    const order = (await contract.get(`/orders/${first}`, key)).body;
    const parcel = order.tracking_numbers[0];
    const cases: [query: string, ids: string[]][] = [
      [`order_id=${second}`, [second]],
      [`order_id=${second.slice(3, 22).toUpperCase()}`, [second]],
      ['user_email=nobody', []],
      [`merchant_order_id=${order.merchant_order_ids[0]}`, [first]],
      [`tracking_status=${parcel.status}`, [first]],
      ['has_tracking=false', [second]],
      ['return_status=open', []],
      [`retailer=${order.retailer}`, [second, first]],
      ['retailer=nobody', []],
      ['metadata_key=shop&metadata_value=a', [first]],
      ['search=zelda%20qui', [second]],
      ['search=po-77', [second]],
      [`search=${first.slice(0, 9)}`, [first]],
      [`search=${order.merchant_order_ids[0]}`, [first]],
      ['search=order%20SUCCEEDS', [first]],
      ['search=sold%20out', [second]],
      ['search=test%20product', [second, first]],
      ['created_after=2000-01-01T00:00:00Z', [second, first]],
      [`search=${parcel.tracking_number.slice(0, 8)}`, [first]],
      ['created_before=2000-01-01T00:00:00Z', []],
    ];
    for (const [query, ids] of cases) {
      const { body } = await contract.get(`/orders?${query}`, key);
      expect(
        body.orders.map((one: { id: string }) => one.id),
        query,
      ).toEqual(ids);
      const file = await contract.get(`/orders/export?${query}`, key);
      expect(file.headers.get('content-type'), file.text).toBe('text/csv; charset=utf-8');
      const lines = file.text.trim().split('\r\n');
      expect(
        lines.slice(1).map((line) => line.slice(0, 36)),
        query,
      ).toEqual(ids);
    }
    const { text } = await contract.get(`/orders/export?order_id=${first}`, key);
    expect(text.startsWith('order_id,status,retailer,created_at')).toBe(true);
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
    expect(order.job_result.merchant_order_ids).toEqual(
      order.merchant_order_ids.map((merchant_order_id: string) => ({
        merchant_order_id,
        merchant: order.retailer,
        account: 'managed',
        placed_at: expect.stringMatching(/Z$/),
      })),
    );
    const { tracking_events: events } = (await contract.get(`/orders?include=tracking_events&order_id=${first}`, key))
      .body.orders[0];
    const { carrier, tracking_number, checkpoints } = parcel;
    expect(events).toEqual(checkpoints.map((one: object) => ({ carrier, tracking_number, ...one })));
    expect(events.length).toBeGreaterThan(1);
    expect((await contract.get(`/orders?order_id=${first}`, key)).body.orders[0]).not.toHaveProperty('tracking_events');
    const withEvents = await contract.get(`/orders/export?include=tracking_events&order_id=${first}`, key);
    expect(withEvents.text.split('\r\n')[0]).toMatch(/,tracking_events$/);
    expect(withEvents.text).toContain(`${events[0].checkpoint_time} ${tracking_number} ${events[0].status}: `);
    for (const query of ['include=secrets', 'order_id=%25', 'user_email=']) {
      expect((await contract.get(`/orders?${query}`, key)).status, query).toBe(422);
      expect((await contract.get(`/orders/export?${query}`, key)).status, query).toBe(422);
    }
    const stranger = (await system.account('test')).key;
    expect((await contract.get('/orders/export', stranger)).text.trim().split('\r\n')).toHaveLength(1);
    expect((await contract.get('/orders/export?status_filter=lost', key)).status).toBe(422);
  });
});

describe('user_email', () => {
  it('finds what a teammate ordered on the web and with their keys, of the own account only', async () => {
    const person = await signIn(system, 'amelia.west@example.com');
    const other = await signIn(system, 'amelia.east@example.com');
    const made = await person.call('/keys', { method: 'POST', body: { label: 'shop', world: 'test' } });
    expect(made.status, made.text).toBe(201);
    const place = async (ordered: Promise<{ body: { id: string }; status: number; text: string }>) => {
      const { body, status, text } = await ordered;
      expect(status, text).toBe(201);
      return body.id;
    };
    const byKey = await place(contract.post('/orders', made.body.api_key, orderFor(product())));
    const onPage = await place(person.call('/orders', { method: 'POST', body: orderFor(product()) }));
    await place(other.call('/orders', { method: 'POST', body: orderFor(product()) }));
    const idsOf = async (query: string) =>
      (await person.call(`/orders?${query}`)).body.orders.map((one: { id: string }) => one.id);
    expect(await idsOf('user_email=AMELIA.w')).toEqual([onPage, byKey]);
    expect(await idsOf('user_email=amelia')).toEqual([onPage, byKey]);
    expect(await idsOf('user_email=east')).toEqual([]);
    const file = await person.call('/orders/export?user_email=west@');
    expect(file.text.trim().split('\r\n')).toHaveLength(3);
  });
});

const named = (first_name: string, last_name: string) => ({
  ...orderFor('').shipping_address,
  first_name,
  last_name,
});

describe('device codes', () => {
  it('give a program a key that a person approved, once, and claim its sandbox', async () => {
    const minted = (await contract.post('/sandbox/keys', undefined)).body;
    expect(minted.key).toBe(minted.api_key);
    const order = (await contract.post('/orders', minted.key, orderFor(product()))).body;
    const asked = await ask(minted.key);
    expect(asked.status, asked.text).toBe(200);
    expect(asked.body).toEqual({
      device_code: expect.stringMatching(/^\w{40}$/),
      user_code: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
      verification_uri: `${system.url}/device`,
      verification_uri_complete: `${system.url}/device?code=${asked.body.user_code}`,
      expires_in: 900,
      interval: 5,
      human_message: expect.stringContaining(asked.body.user_code),
      next: expect.stringContaining(`POST ${system.url}/device/token`),
    });
    const early = await Promise.all([fetchKey(asked.body.device_code), fetchKey(asked.body.device_code)]);
    expect(early.map(codeOf).sort()).toEqual(['authorization_pending', 'slow_down']);
    const path = `/device/codes/${asked.body.user_code.toLowerCase().replace('-', '')}`;
    expect((await contract.get(path)).body).toEqual({
      user_code: asked.body.user_code,
      name: 'laptop',
      source: expect.any(String),
      scopes: ['read', 'order'],
      sandbox_attached: true,
      starter_credit_cents: 0,
      status: 'pending',
    });
    const approval = { user_code: asked.body.user_code, granted: true };
    expect((await contract.post('/device/approve', minted.key, approval)).status).toBe(401);

    const person = await signIn(system, 'device@example.com');
    const approve = () => person.call('/device/approve', { method: 'POST', body: approval });
    const approved = await approve();
    expect(approved.body).toEqual({ status: 'approved', name: 'laptop', message: expect.stringContaining('sandbox') });
    expect((await approve()).status).toBe(200);
    const other = await signIn(system, 'other@example.com');
    expect((await other.call('/device/approve', { method: 'POST', body: approval })).status).toBe(404);

    const all = await Promise.all(Array.from({ length: 8 }, () => fetchKey(asked.body.device_code)));
    const granted = all.filter((one) => one.status === 200);
    expect(granted).toHaveLength(1);
    expect(new Set(all.filter((one) => one.status !== 200).map(codeOf))).toEqual(new Set(['expired_token']));
    const token = granted[0]?.body;
    expect(token).toEqual({
      id: expect.any(String),
      key: expect.stringMatching(/^svc_/),
      api_key: token.key,
      name: 'laptop',
      is_active: true,
      is_test: true,
      created_at: expect.any(String),
      wallet_balance_cents: expect.any(Number),
      scopes: ['read', 'order'],
      sandbox: { claimed: true, orders_moved: 1, keys_moved: 1 },
    });
    expect((await contract.get(`/orders/${order.id}`, token.key)).status).toBe(200);
    expect((await contract.get(path)).body.status).toBe('used');
  });

  it('show names on one line, without characters that reorder it', async () => {
    const headers = { 'user-agent': 'a\tb' };
    const asked = await contract.post('/device/code', undefined, { name: 'lap\u202etop\nApproved' }, headers);
    const shown = (await contract.get(`/device/codes/${asked.body.user_code}`)).body;
    expect([shown.name, shown.source]).toEqual(['lap top Approved', 'a b']);
  });

  it('can be denied by a person, and unknown ones have expired; nothing is written for them', async () => {
    const asked = (await ask()).body;
    const person = await signIn(system, 'refuser@example.com');
    const body = { user_code: asked.user_code, granted: false };
    const refused = await person.call('/device/approve', { method: 'POST', body });
    expect(refused.body).toMatchObject({ status: 'denied', name: 'laptop' });
    const before = await rowCounts(system.database.db);
    expect(codeOf(await fetchKey(asked.device_code))).toBe('access_denied');
    expect(codeOf(await fetchKey('unknown'))).toBe('expired_token');
    expect((await contract.get('/device/codes/BBBB-BBBB')).status).toBe(404);
    expect(await rowCounts(system.database.db)).toEqual(before);
  });
});

describe('what agents and the public see', () => {
  it("has the extras of an agent's payment", async () => {
    const agent = agentOf(system);
    const paid = await agent.pay('/agent/orders', orderFor(product()));
    expect(paid.status, paid.text).toBe(201);
    expect(paid.body.payment).toMatchObject({ state: 'authorized', captured_cents: 0, fee_cents: 0, simulated: true });
    expect(paid.body.payment.authorized_cents).toBe(paid.body.payment.amount_cents);
    await system.queue.drain();
    const key = paid.headers.get('x-api-key') ?? '';
    const { payment } = (await contract.get(`/orders/${paid.body.id}`, key)).body;
    expect(payment).toMatchObject({ state: 'captured', simulated: true });
    expect(payment.captured_cents).toBeGreaterThan(0);
    expect(payment.captured_cents).toBeLessThanOrEqual(payment.authorized_cents);
  });

  it('has lifetime sums where the operator wants that', async () => {
    const { body } = await contract.get('/stats/lifetime');
    const none = { orders_successful: 0, gmv_cents: 0 };
    expect(body).toEqual({
      ...none,
      v2_as_of: expect.any(String),
      v1: { ...none, as_of: expect.any(String), source: 'orders' },
      combined: none,
    });
    const quiet = await startSystem({ databaseUrl: system.databaseUrl });
    expect((await quiet.get('/stats/lifetime')).status).toBe(404);
    await quiet.stop();
  });

  it('has the extra fields of /health and of a store check', async () => {
    const health = (await contract.get('/health')).body;
    expect(health).toMatchObject({
      updated_at: expect.any(String),
      db: expect.any(String),
      ordering: expect.any(String),
    });
    const { key } = await system.account('test');
    const url = encodeURIComponent('https://www.walmart.com/ip/986325010');
    const { body, text } = await contract.get(`/retailers/check?url=${url}&country=US`, key);
    expect(Object.keys(body).sort(), text).toEqual(
      [
        'url',
        'domain',
        'orderable',
        'support',
        'retailer',
        'platform',
        'checkout',
        'ships_to',
        'evidence',
        'support_detail',
        'unsupported_reason',
        'how_to_order',
      ].sort(),
    );
  });
});
