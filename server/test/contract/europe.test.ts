import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashed, legacyAddress, legacyClient, managed } from '../harness/legacy.ts';
import { operatorEmail, operatorEnv } from '../harness/operator.ts';
import { signIn } from '../harness/person.ts';
import { anyProduct, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let key: string;
beforeAll(async () => {
  system = await startSystem({ env: { SANDBOX_TIME_SCALE: '0', ...operatorEnv } });
  key = await system.mint();
});
afterAll(() => system.stop());

const berlin = {
  first_name: 'Jana',
  last_name: 'Weiß',
  address_line1: 'Invalidenstraße 117',
  city: 'Berlin',
  postal_code: '10115',
  country: 'DE',
  phone_number: '030 1234567',
};
const rome = {
  ...berlin,
  address_line1: 'Via Nazionale 7',
  city: 'Roma',
  state: 'RM',
  postal_code: '00184',
  country: 'IT',
  phone_number: '+39 06 1234567',
};
const product = () => `${system.url}/shop/products/test-success`;
const ordersTo = (shipping_address: unknown) => system.post('/orders', key, orderFor(product(), { shipping_address }));

describe('addresses in Germany and Italy', () => {
  it.each([
    ['DE', berlin, '1011', '10115 Berlin', 'Bestellung'],
    ['DE', berlin, '00000', '10115 Berlin', 'Bestellung'],
    ['IT', rome, '0018', '00184 Roma RM', 'Ordine'],
  ])('in %s have their own postal code, town line and language', async (_country, good, badCode, town, word) => {
    const bad = await ordersTo({ ...good, postal_code: badCode });
    expect(bad.status).toBe(400);
    expect(bad.body.error).toMatchObject({ code: 'invalid_shipping_address' });
    const accepted = await ordersTo(good);
    expect(accepted.status, accepted.text).toBe(201);
    const tracking = await system.call(`/track/${accepted.body.id}`, { headers: { accept: 'text/html' } });
    expect(tracking.text).toContain(town);
    expect(tracking.text).toContain(word);
  });

  it('need no state in a file, and a wrong postal code is an error of its row', async () => {
    const row = {
      product_url: product(),
      name: 'Jana Weiß',
      street: 'Invalidenstraße 117',
      city: 'Berlin',
      postal_code: '10115',
      country: 'de',
      phone: '030 1234567',
      max_price: '5000',
    };
    const rows = [
      row,
      { ...row, postal_code: '1011' },
      { ...row, country: 'IT', postal_code: '00184', province: 'RM' },
    ];
    const { body } = await system.post('/orders/bulk/validate', key, { rows });
    expect(
      body.rows.map((each: { ok: boolean }) => each.ok),
      JSON.stringify(body.rows),
    ).toEqual([true, false, true]);
    expect(body.rows[1].errors.join()).toContain('postal_code');
  });

  it('need no state in the legacy API', async () => {
    const client = legacyClient(system, key);
    const { state: _none, ...rest } = legacyAddress;
    const to = { ...rest, city: 'Berlin', zip_code: '10115', country: 'DE', phone_number: '030 1234567' };
    const { body } = await client.post('/v1/orders', managed({ shipping_address: to }));
    const order = await system.get(`/orders/${dashed(body.request_id)}`, key);
    expect(order.body.shipping_address).toMatchObject({ state: null, postal_code: '10115', country: 'DE' });
    const bad = await client.post('/v1/orders', managed({ shipping_address: { ...to, zip_code: '1011' } }));
    expect([bad.status, bad.body.code]).toEqual([400, 'invalid_address']);
  });
});

describe('prices that contain tax', () => {
  const sum = ({ subtotal, shipping, fees }: Record<string, number>) => subtotal! + shipping! + fees!;

  it('show tax as a part of the subtotal, in the quote and on the order', async () => {
    const url = await anyProduct(system, 'amazon');
    const body = orderFor(url, { shipping_address: berlin, max_price: 500_000 });
    const quoted = await system.post('/orders/quote', key, body);
    const price = quoted.body.price_components;
    expect(price).toMatchObject({ tax_included: true });
    expect(price.tax).toBeGreaterThan(0);
    expect(sum(price)).toBe(price.total);
    expect(price.subtotal).toBe(quoted.body.items[0].unit_price_cents);
    const { body: order } = await system.post('/orders', key, { ...body, quote_id: quoted.body.quote_id });
    await system.queue.drain();
    const placed = await system.get(`/orders/${order.id}`, key);
    expect(placed.body.job_result.price_components).toMatchObject(price);
    // Legacy clients add up the parts.
    const request = await legacyClient(system, key).get(`/v1/orders/${order.id.replaceAll('-', '')}`);
    const parts = request.body.price_components;
    expect(parts).not.toHaveProperty('tax_included');
    expect(sum(parts) + parts.tax).toBe(price.total);
  });

  it('are marked as such; elsewhere tax is added', async () => {
    const body = orderFor(await anyProduct(system, 'amazon'), { max_price: 500_000 });
    const { price_components: price } = (await system.post('/orders/quote', key, body)).body;
    expect(price).toMatchObject({ tax_included: false });
    expect(sum(price) + price.tax).toBe(price.total);
  });
});

describe('tax_id', () => {
  const ordered = (tax_id: unknown) => system.post('/orders', key, orderFor(product(), { tax_id }));

  it('is kept with the order, rejects nothing, and is in the export', async () => {
    const { status, body } = await ordered('DE123456789');
    expect([status, body.tax_id]).toEqual([201, 'DE123456789']);
    const row = { product_url: product(), name: 'Jane Doe', street: '1 Market St', city: 'San Francisco', state: 'CA' };
    const rows = [{ ...row, zip: '94105', max_price: '5000', 'Tax ID': 'IT12345678901' }];
    const batch = await system.post('/orders/bulk', key, { rows });
    expect(batch.status, batch.text).toBe(201);
    await system.queue.drain();
    const exported = await system.get('/orders/export', key);
    expect(exported.text).toContain('DE123456789');
    expect(exported.text).toContain('IT12345678901');
    expect((await system.get(`/orders/${body.id}`, key)).body).toMatchObject({ status: 'order_placed' });
    expect((await ordered(null)).body.tax_id).toBe(null);
  });

  it.each(['DE12345678', 'IT123', 'x', '<script>', 'DE1234567890123456789'])(
    '%s is no number of a business',
    async (id) => {
      const answer = await ordered(id);
      expect(answer.status).toBe(422);
      expect(answer.body.detail[0].loc).toEqual(['body', 'tax_id']);
    },
  );
});

describe('GET /orders/{id}/documents', () => {
  const documentsOf = async (id: string, as = key) => (await system.get(`/orders/${id}/documents`, as)).body.documents;

  it('has the invoice that the store wrote, once, for its owner alone', async () => {
    const { body: order } = await system.post(
      '/orders',
      key,
      orderFor(product(), { shipping_address: berlin, tax_id: 'DE123456789' }),
    );
    expect(await documentsOf(order.id)).toEqual([]);
    await system.queue.drain();
    await system.queue.drain();
    const [invoice, ...more] = await documentsOf(order.id);
    expect(more).toEqual([]);
    expect(invoice).toMatchObject({ kind: 'invoice', content_type: 'application/pdf', source: 'store' });
    const path = `/orders/${order.id}/documents/${invoice.id}`;
    const file = await system.get(path, key);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename/);
    expect(file.text.startsWith('%PDF')).toBe(true);
    const stranger = await system.mint();
    for (const hidden of [path, `/orders/${order.id}/documents`]) {
      expect((await system.get(hidden, stranger)).status).toBe(404);
      expect((await system.call(hidden)).status).toBe(401);
    }
    const other = (await system.post('/orders', key, orderFor(product()))).body;
    expect((await system.get(`/orders/${other.id}/documents/${invoice.id}`, key)).status).toBe(404);
  });

  it('has a document that an operator added, if its type is right', async () => {
    const { body: order } = await system.post('/orders', key, orderFor(product()));
    await system.queue.drain();
    const operator = await signIn(system, operatorEmail);
    const filed = (body: object) =>
      system.call(`/operator/orders/${order.id}/documents`, {
        method: 'POST',
        headers: operator.headers('test'),
        body,
      });
    const pdf = {
      name: 'invoice.pdf',
      content_type: 'application/pdf',
      data: Buffer.from('%PDF-1.4').toString('base64'),
    };
    const wrong = await filed({ ...pdf, data: Buffer.from('<html>').toString('base64') });
    expect([wrong.status, await documentsOf(order.id)]).toEqual([422, []]);
    const added = await filed({ ...pdf, kind: 'credit_note' });
    expect(added.status, added.text).toBe(201);
    expect(await documentsOf(order.id)).toMatchObject([
      { kind: 'credit_note', name: 'invoice.pdf', source: 'operator' },
    ]);
    const asCustomer = await system.post(`/operator/orders/${order.id}/documents`, key, pdf);
    expect(asCustomer.status).toBe(401);
  });
});
