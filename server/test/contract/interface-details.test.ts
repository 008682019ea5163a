import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentOf } from '../harness/agent.ts';
import { rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { dashed, type LegacyClient, legacyClient, managed } from '../harness/legacy.ts';
import { callTool } from '../harness/mcp-call.ts';
import { signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

// Sentences of the interface that no other test checks.

interface Brand {
  retailer: string;
  product: { url: string; example: string };
}
const { retailers: brands }: { retailers: Brand[] } = JSON.parse(
  readFileSync(new URL('../../../config/retailers.json', import.meta.url), 'utf8'),
);

let system: TestSystem;
let contract: Contract;
let key: string;
let client: LegacyClient;
beforeAll(async () => {
  system = await startSystem({ env: { DESK_RETAILERS: brands.map(({ retailer }) => retailer).join(',') } });
  contract = await readContract(system);
  key = (await system.account('test')).key;
  client = legacyClient(system, key);
});
afterAll(() => system.stop());

const product = (scenario = 'success') => `${system.url}/shop/products/test-${scenario}`;

describe('a new sandbox key', () => {
  it('says when it expires, what to do next, and where the quickstart is', async () => {
    const { body } = await contract.post('/sandbox/keys', undefined);
    expect(body.expires_policy).toMatch(/\b(7|seven)\b.*days/i);
    expect(body.next.length).toBeGreaterThan(1);
    const quickstart = await fetch(body.quickstart_url);
    expect(quickstart.headers.get('content-type')).toContain('text/markdown');
    expect(await quickstart.text()).toContain('on a 429, reuse your key or wait until `X-RateLimit-Reset`');
  });

  it('is minted with an empty JSON body, and is labeled with its name', async () => {
    const headers = { 'content-type': 'application/json' };
    const empty = await fetch(`${system.url}/sandbox/keys`, { method: 'POST', headers, body: '' });
    expect(empty.status).toBe(201);
    const named = await contract.post('/sandbox/keys', undefined, { name: 'Otto', email: 'otto@example.com' });
    const person = await signIn(system, 'otto.claims@example.com');
    const token = named.body.claim_url.split('/').at(-1);
    await person.call('/sandbox/claim', { method: 'POST', body: { token } });
    expect((await person.call('/keys')).body.keys).toMatchObject([{ label: 'Otto' }]);
    // The address of the future claimer is used for nothing else.
    const status = (await contract.get('/sandbox/status', named.body.api_key)).body;
    expect(status.claimed_by_email).toBe('otto.claims@example.com');
  });

  it('of an ordinary account has nothing to claim, though the account is real', async () => {
    const person = await signIn(system, 'ordinary@example.com');
    const made = await person.call('/keys', { method: 'POST', body: { label: 'Mine', world: 'test' } });
    const { status, body } = await contract.get('/sandbox/status', made.body.api_key);
    expect([status, body]).toEqual([200, { claimed: false, hint: expect.stringContaining('nothing to claim') }]);
  });
});

describe('GET /retailers', () => {
  it('omits account and guest-checkout details', async () => {
    const { body } = await contract.get('/retailers', key);
    for (const entry of body.retailers) {
      expect(Object.keys(entry).filter((name) => /account|guest|checkout|credential/.test(name))).toEqual([]);
    }
  });
});

describe('lists', () => {
  it('have the promised defaults', async () => {
    expect((await contract.get('/orders', key)).body).toMatchObject({ limit: 50, offset: 0 });
    expect((await contract.get('/orders/bulk', key)).body).toMatchObject({ limit: 50, offset: 0 });
    expect((await contract.get('/usage', key)).body.window_days).toBe(30);
  });
});

describe('an error', () => {
  it('has empty details where there is nothing to add', async () => {
    const { body } = await contract.get('/orders/00000000-0000-4000-8000-000000000000', key);
    expect(body.error).toMatchObject({ code: 'not_found', details: {} });
  });
});

describe('the columns of a bulk file', () => {
  const row = {
    product_url: '',
    quantity: '1',
    name: 'Jane Doe',
    address1: '1 Market St',
    address2: 'Apt 4',
    city: 'San Francisco',
    state: 'CA',
    zip: '94105',
    country: 'US',
    phone: '+14155550123',
    max_price: '5000',
    retailer_credentials_id: '',
    po_number: 'PO-7',
    is_gift: 'yes',
    gift_message: 'Enjoy',
  };
  const names: Record<string, string> = {
    product_url: 'url product_url_1 url_1 product-url PRODUCT_URL',
    quantity: 'qty quantity_1 qty_1',
    name: 'recipient full_name',
    address1: 'address_line1 street',
    address2: 'address_line2',
    state: 'province region',
    zip: 'zip_code postal_code',
    phone: 'phone_number',
    max_price: 'max_price_cents',
    retailer_credentials_id: 'account',
  };

  it('have every name in the contract', async () => {
    const body = { email: 'jane@example.com' };
    const { short_id } = (await contract.post('/managed-accounts', key, body)).body;
    const cells = { ...row, product_url: product(), retailer_credentials_id: short_id };
    const renamed = Object.entries(names).flatMap(([field, others]) =>
      others.split(' ').map((other) => ({ [field]: other })),
    );
    const rows = [{}, ...renamed].map((changes: Record<string, string>) =>
      Object.fromEntries(Object.entries(cells).map(([name, cell]) => [changes[name] ?? name, cell])),
    );
    // The columns of one file belong together, so each naming is a file of its own.
    for (const each of rows) {
      const answer = await contract.post('/orders/bulk/validate', key, { rows: [each] });
      expect(answer.body.rows, Object.keys(each).join()).toMatchObject([
        {
          ok: true,
          errors: [],
          product_urls: [product()],
          quantities: [1],
          recipient: 'Jane Doe',
          max_price: 5000,
          retailer_credentials_id: short_id,
          passthrough: {},
        },
      ]);
    }
  });
});

describe('idempotency_key in the body', () => {
  it('is taken by every legacy POST that creates something', async () => {
    const { requestId } = await client.orderAndSettle(managed());
    const failed = await client.orderAndSettle(
      managed({ products: [{ product_id: 'test-out-of-stock', quantity: 1 }] }),
    );
    const path = `/v1/orders/${requestId}`;
    for (const [target, body] of [
      [`${path}/case`, { message: 'Where is it?', reason: 'nondelivery.not_delivered' }],
      [`${path}/return`, { products: [{ product_id: 'test-success', quantity: 1 }], reason_code: 'damaged' }],
      [`/v1/orders/${failed.requestId}/retry`, {}],
    ] as const) {
      const send = () => client.post(target, { ...body, idempotency_key: 'once' });
      const first = await send();
      expect(first.status, `${target} ${first.text}`).toBe(200);
      const before = await rowCounts(system.database.db);
      const again = await send();
      expect([again.status, again.text], target).toEqual([200, first.text]);
      expect(again.headers.get('idempotent-replayed'), target).toBe('true');
      expect(await rowCounts(system.database.db)).toEqual(before);
    }
    const other = await client.orderAndSettle(managed({ products: [{ product_id: 'test-slow', quantity: 1 }] }));
    const merchantOrderId = other.body.merchant_order_ids[0].merchant_order_id;
    const cancel = () =>
      client.post(`/v1/orders/${other.requestId}/cancel`, {
        merchant_order_id: merchantOrderId,
        idempotency_key: 'once',
      });
    const first = await cancel();
    expect([first.status, (await cancel()).text]).toEqual([200, first.text]);
  });
});

describe('product_id with retailer', () => {
  it('is an ID or a product URL, in every call', async () => {
    const { results } = (await contract.get('/products/search?query=cable&retailer=walmart', key)).body;
    const { product_id: id, url } = results[0];
    for (const named of [id, encodeURIComponent(url)]) {
      for (const topic of ['', '/offers']) {
        const path = `/products/${named}${topic}?retailer=walmart`;
        expect((await contract.get(path, key)).body, path).toMatchObject({ status: 'completed', product_id: id });
        expect((await client.get(`/v1${path}`)).body, path).toMatchObject({ status: 'completed', product_id: id });
        const paid = `/agent/products/${topic === '' ? 'details' : 'offers'}?product_id=${named}&retailer=walmart`;
        expect((await agentOf(system).pay(paid)).body, paid).toMatchObject({ status: 'completed', product_id: id });
      }
      const asked = { product_id: decodeURIComponent(named), retailer: 'walmart' };
      const { structuredContent, isError } = await callTool(system, key, 'get_product', asked);
      expect([isError ?? false, structuredContent.product_id ?? structuredContent.product?.product_id]).toEqual([
        false,
        id,
      ]);
      const products = [{ product_id: decodeURIComponent(named), quantity: 1 }];
      const ordered = await client.post('/v1/orders', managed({ retailer: 'walmart', products, max_price: 50_000 }));
      expect(ordered.status, ordered.text).toBe(200);
    }
  });

  it.each(brands)(
    '$retailer: an ID becomes a product URL and back',
    async ({ retailer, product: { url, example } }) => {
      const live = (await system.account('live', 10_000)).key;
      const request = managed({ retailer, products: [{ product_id: example, quantity: 1 }] });
      const made = await legacyClient(system, live).post('/v1/orders', request);
      expect(made.status, made.text).toBe(200);
      const order = (await contract.get(`/orders/${dashed(made.body.request_id)}`, live)).body;
      expect(order.items[0].url).toBe(url.replaceAll('{id}', example));
      expect(system.registry.forUrl('live', order.items[0].url)?.ref).toMatchObject({ retailer, productId: example });
      const byUrl = await contract.post('/orders', live, orderFor(order.items[0].url));
      expect(byUrl.body.retailer, byUrl.text).toBe(retailer);
    },
  );
});
