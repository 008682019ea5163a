import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashed, legacyClient, selfManaged } from '../harness/legacy.ts';
import { callTool } from '../harness/mcp-call.ts';
import { mailsTo, type SignedInPerson, signIn } from '../harness/person.ts';
import { address, startSystem, type TestSystem } from '../harness/system.ts';

type Json = Record<string, unknown>;

let system: TestSystem;
let person: SignedInPerson;
let key: string;
beforeAll(async () => {
  system = await startSystem();
  person = await signIn(system, 'jane@example.com');
  key = await makeKey(person);
});
afterAll(() => system.stop());

const makeKey = async (who: SignedInPerson, world = 'test'): Promise<string> =>
  (await who.call('/keys', { method: 'POST', body: { label: 'Office <assistant>', world } })).body.api_key;

const shipTo = { ...address, address_line2: 'Apt <b>4</b>' };
const order = () => ({
  products: [{ url: `${system.url}/shop/products/test-success`, quantity: 2 }],
  shipping_address: shipTo,
  metadata: { reason: 'Broken <headphones>' },
});

/** What every form of the question has to say. */
const said = [
  'Office <assistant>',
  'Broken <headphones>',
  '2 × Test Product: The order succeeds',
  '$19.99 each',
  'Jane Doe',
  '1 Market St',
  'Apt <b>4</b>',
  'San Francisco, CA 94105',
  'United States',
  '+14155550123',
];
const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const pricesSaid = ['Items', 'Shipping', 'Tax', '$39.98', '$42.00'];

const shown = {
  requested_by: { key: 'Office <assistant>', agent: 'test-agent', reason: 'Broken <headphones>' },
  currency: 'USD',
  items: [{ title: 'Test Product: The order succeeds', variant: null, quantity: 2, unit_price_cents: 1999 }],
  ship_to: shipTo,
  service_fee_cents: 0,
};
const quoted = {
  price_components: { subtotal: 3998, shipping: 0, tax: 0, fees: 0, total: 3998 },
  max_price: 4200,
  max_charge_cents: 4200,
  not_known_yet: null,
};

async function bind(policy: object): Promise<void> {
  expect((await person.call('/account/policy', { method: 'PUT', body: policy })).status).toBe(200);
}
const ask = async () => (await system.post('/orders', key, { ...order(), max_price: 5000 })).body;
const sold = async (orderId: string) =>
  (await sql`select from sim_purchases where reference = ${orderId}`.execute(system.database.db)).rows.length;

describe('what an MCP client asks its person', () => {
  beforeAll(() => bind({}));

  const open = () => callTool(system, key, 'place_order', order());
  const answer = (requestState: string, given: Json = order()) =>
    callTool(system, key, 'place_order', given, {
      requestState,
      inputResponses: { approval: { action: 'accept', content: { approve: true } } },
    });

  it('is in the form, in GET /approvals/{id}, and on the page of a sandbox without a person', async () => {
    const { inputRequests } = await open();
    const { message } = inputRequests.approval.params;
    for (const words of [...said, ...pricesSaid, 'test-agent', 'No spending policy', 'Expires: ']) {
      expect(message).toContain(words);
    }
    const { rows } = await sql<{ id: string }>`
      select id from mcp_approvals order by created_at desc limit 1`.execute(system.database.db);
    const path = `/approvals/${rows[0]!.id}`;
    const view = { ...shown, ...quoted, kind: 'mcp', state: 'open', rules: [{ rule: 'ask_before_buying' }] };
    expect((await person.call(path)).body).toMatchObject(view);
    expect((await system.get(path, key)).body).toMatchObject(view);
    await bind({});

    const sandbox = await system.mint();
    const { requestState } = await callTool(system, sandbox, 'place_order', order());
    const page = await (await fetch(`${system.url}/mcp/approvals/${requestState}`)).text();
    for (const words of [...said.slice(1), ...pricesSaid, 'test-agent', 'No spending policy', 'Expires']) {
      expect(page).toContain(escaped(words));
    }
    expect(page).not.toContain('<b>4</b>');
  });

  it.each<[string, Json]>([
    ['another second line', { shipping_address: { ...shipTo, address_line2: 'c/o Mallory' } }],
    ['another recipient', { shipping_address: { ...shipTo, first_name: 'Mallory' } }],
    ['another phone number', { shipping_address: { ...shipTo, phone_number: '+14155550199' } }],
    ['another quantity', { products: [{ quantity: 3 }] }],
    ['another reason', { metadata: { reason: 'Gift' } }],
    ['a higher limit', { max_price: 9000 }],
  ])('does not fit %s', async (_name, changes) => {
    const { requestState } = await open();
    const before = await sql`select id from orders`.execute(system.database.db);
    const products = changes.products ? [{ ...order().products[0], quantity: 3 }] : order().products;
    const result = await answer(requestState, { ...order(), ...changes, products });
    expect(JSON.parse(result.content[0].text).error.code).toBe('approval_invalid');
    expect((await sql`select id from orders`.execute(system.database.db)).rows).toEqual(before.rows);
  });

  it.each([
    ['title', sql`jsonb_set(summary, '{items,0,title}', '"Something else"')`],
    ['unit price', sql`jsonb_set(summary, '{items,0,unit_price_cents}', '1')`],
    ['second line', sql`jsonb_set(summary, '{ship_to,address_line2}', '"Apt 5"')`],
    ['total', sql`jsonb_set(summary, '{price_components,total}', '1')`],
  ])('does not fit when it showed another %s', async (_name, altered) => {
    const { requestState } = await open();
    const id = String(requestState).split('.')[0];
    await sql`update mcp_approvals set summary = ${altered} where id = ${id}`.execute(system.database.db);
    const result = await answer(requestState);
    expect(JSON.parse(result.content[0].text).error.code).toBe('approval_invalid');
  });
});

describe('what a policy asks a person', () => {
  beforeAll(() => bind({ approve: { above_cents: 1000 } }));

  it('is on the order, in GET /approvals/{id} and in the email, with an address to hand over', async () => {
    const { id, next_action: action, next_step: step } = await ask();
    expect(action.url).toBe(`${system.url}/app/approvals/${action.id}`);
    expect(step).toContain('next_action.url');
    const plain = { ...shown, requested_by: { ...shown.requested_by, agent: null } };
    const rules = [{ rule: 'approve.above_cents', limit: 1000, text: expect.stringContaining('$10.00') }];
    expect(action.details).toMatchObject({ ...plain, price_components: null, max_charge_cents: 5000, rules });
    const view = (await person.call(`/approvals/${action.id}`)).body;
    expect(view).toMatchObject({ ...plain, kind: 'policy', state: 'open', order_id: id, url: action.url, rules });
    expect(view).toMatchObject({ price_components: null, not_known_yet: expect.stringContaining('$50.00 in total') });
    expect(view.expires_at).toBe(action.expires_at);
    await system.queue.drain();
    const mail = (await mailsTo(system, person.email)).find(({ text }) => text.includes(id));
    for (const words of [...said, action.url, 'orders above $10.00', 'At most $50.00 in total', 'Expires: ']) {
      expect(mail?.text).toContain(words);
      expect(mail?.html).toContain(escaped(words));
    }
    expect(mail?.html).toContain(`<a href="${action.url}"`);
    expect(mail?.subject).toBe('Approval needed: $50.00 order from Test store (sandbox)');
  });

  it('shows the quoted price, and the agent, where MCP quoted it', async () => {
    const { structuredContent: placed } = await callTool(system, key, 'place_order', order());
    expect(placed.next_action.url).toBe(`${system.url}/app/approvals/${placed.next_action.id}`);
    const view = (await person.call(`/approvals/${placed.next_action.id}`)).body;
    expect(view).toMatchObject({ ...shown, ...quoted, kind: 'policy', state: 'open' });
  });

  it('is for people and keys of the account alone, and needs a person’s response', async () => {
    const { id, next_action: action } = await ask();
    const path = `/approvals/${action.id}`;
    const stranger = await signIn(system, 'joe@example.com');
    const yes = { method: 'POST', body: { approved: true } } as const;
    expect((await system.get(path, key)).body).toMatchObject({ id: action.id, state: 'open' });
    expect((await system.get(path, await makeKey(stranger))).status).toBe(404);
    expect((await system.get(path, await makeKey(person, 'live'))).status).toBe(404);
    expect([(await stranger.call(path)).status, (await stranger.call(path, yes)).status]).toEqual([404, 404]);
    expect((await system.call(path, { ...yes, key })).status).toBe(401);
    await system.queue.drain();
    expect(await sold(id)).toBe(0);
    expect((await person.call(path, yes)).body).toMatchObject({ state: 'approved', order_id: id });
    expect((await person.call(path, yes)).status).toBe(409);
    await system.queue.drain();
    expect(await sold(id)).toBe(1);
  });

  it('shows for each row of a batch what is known of its product', async () => {
    const row = {
      product_url: order().products[0]!.url,
      name: 'Jane Doe',
      address1: '1 Market St',
      city: 'San Francisco',
      state: 'CA',
      zip: '94105',
      max_price: '5000',
    };
    const placed = await system.post('/orders/bulk', key, { rows: [row, { ...row, name: 'Joe Doe' }] });
    expect(placed.status, placed.text).toBe(201);
    await system.queue.drain();
    const { orders: listed } = (await system.get('/orders?limit=2', key)).body;
    const views = await Promise.all(
      listed.map(({ next_action: action }: { next_action: { id: string } }) => person.call(`/approvals/${action.id}`)),
    );
    const [first] = shown.items;
    expect(views.map(({ body }) => [body.ship_to.first_name, body.items]).sort()).toMatchObject([
      ['Jane', [{ ...first, quantity: 1 }]],
      ['Joe', [{ ...first, quantity: 1 }]],
    ]);
  });

  it('leaves the choice of a variant to those who approved without it', async () => {
    const products = [{ url: `${system.url}/shop/products/test-choose-variant`, quantity: 1 }];
    const made = await system.post('/orders', key, { ...order(), products, max_price: 50_000 });
    const { id, next_action: asked } = made.body;
    expect(asked.details.items[0].variant).toBeNull();
    const approved = { method: 'POST', body: { approved: true } };
    expect((await person.call(`/approvals/${asked.id}`, approved)).status).toBe(200);
    await system.queue.drain();
    const { next_action: choice } = (await system.get(`/orders/${id}`, key)).body;
    expect(choice.kind).toBe('choose_variant');
    const path = `/orders/${id}/actions/${choice.id}`;
    const body = { answer: { choice: choice.details.choices[0].id } };
    const refused = await system.post(path, key, body);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden']);
    const byAgent = await callTool(system, key, 'answer_action', { order_id: id, action_id: choice.id, ...body });
    expect(byAgent.isError).toBe(true);
    expect((await system.get(`/orders/${id}`, key)).body.next_action.id).toBe(choice.id);
    expect((await person.call(path, { method: 'POST', body })).status).toBe(200);
    await system.queue.drain();
    expect((await system.get(`/orders/${id}`, key)).body.status).toBe('order_placed');
  });

  it('names the card in an order from the legacy API', async () => {
    const { body } = await legacyClient(system, key).post('/v1/orders', selfManaged({ max_price: 5000 }));
    const { next_action: action } = (await system.get(`/orders/${dashed(body.request_id)}`, key)).body;
    expect(action).toMatchObject({ kind: 'approve', details: { payment: { mode: 'card', payment_method: null } } });
    expect(action.details.payment.card).toBe('Card sent with the order');
    const asked = await person.call(`/approvals/${action.id}`);
    expect(asked.body.payment).toEqual(action.details.payment);
  });

  it('fails the order after a no', async () => {
    const { id, next_action: action } = await ask();
    const answered = await person.call(`/approvals/${action.id}`, { method: 'POST', body: { approved: false } });
    expect(answered.body.state).toBe('denied');
    await system.queue.drain();
    expect((await system.get(`/orders/${id}`, key)).body.job_result.error_type).toBe('approval_denied');
    expect(await sold(id)).toBe(0);
  });

  const orders = (change: Json) => sql`
    update orders set shipping_address = shipping_address || ${JSON.stringify(change)}::jsonb`;
  it.each([
    ['second line', (id: string) => sql`${orders({ address_line2: 'c/o Mallory' })} where id = ${id}`],
    ['recipient', (id: string) => sql`${orders({ last_name: 'Mallory' })} where id = ${id}`],
    ['phone number', (id: string) => sql`${orders({ phone_number: '+14155550199' })} where id = ${id}`],
    [
      'variant',
      (id: string) => sql`update order_items set variant = '[{"label":"Color","value":"Red"}]' where order_id = ${id}`,
    ],
    [
      'title',
      (id: string) =>
        sql`update questions set details = jsonb_set(details, '{items,0,title}', '"X"') where order_id = ${id}`,
    ],
    [
      'unit price',
      (id: string) =>
        sql`update questions set details = jsonb_set(details, '{items,0,unit_price_cents}', '1') where order_id = ${id}`,
    ],
  ])('does not fit another %s: nothing is bought', async (_name, alter) => {
    const { id, next_action: action } = await ask();
    await person.call(`/approvals/${action.id}`, { method: 'POST', body: { approved: true } });
    await alter(id).execute(system.database.db);
    await system.queue.drain();
    expect((await system.get(`/orders/${id}`, key)).body.job_result.error_type).toBe('approval_denied');
    expect(await sold(id)).toBe(0);
  });
});
