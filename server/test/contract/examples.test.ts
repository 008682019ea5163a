import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCsv } from '../../../sdk/src/read-csv.ts';
import { readWholeApi } from '../../../tools/api-documents.ts';
import { newId } from '../../src/kit/ids.ts';
import { agentOf } from '../harness/agent.ts';
import { readContract } from '../harness/conforms.ts';
import { legacyClient } from '../harness/legacy.ts';
import { operatorEnv, personOn } from '../harness/operator.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

// An example of the documents does what it promises: every one of them is sent as it is written.

const root = new URL('../../../', import.meta.url);
// biome-ignore lint/suspicious/noExplicitAny: tests walk the document as it comes.
const document = readWholeApi() as any;
const exampleOf = (path: string) => {
  const example = document.paths[path].post.requestBody.content['application/json'].example;
  expect(example, path).toBeDefined();
  return structuredClone(example);
};

interface Operation {
  security?: object[];
  requestBody?: { content: { 'application/json': { example: unknown } } };
  parameters?: { name: string; example?: unknown; schema: { enum?: unknown[] } }[];
}

let system: TestSystem;
let key: string;
beforeAll(async () => {
  system = await startSystem({ env: { ...operatorEnv, WEBHOOK_ALLOW_PRIVATE: 'true' } });
  key = await system.mint();
});
afterAll(() => system.stop());

async function placed(body: unknown) {
  const made = await system.post('/orders', key, body);
  expect(made.status, made.text).toBe(201);
  await system.queue.drain();
  const { body: order } = await system.get(`/orders/${made.body.id}`, key);
  expect(order).toMatchObject({ status: 'order_placed', job_result: { success: true } });
  return order;
}

describe('the examples of the reference', () => {
  it('POST /orders, and later requests about that order', async () => {
    const order = await placed(exampleOf('/orders'));
    const asked = { ...exampleOf('/returns'), order_id: order.id };
    asked.items[0].order_item_id = order.items[0].id;
    const returned = await system.post('/returns', key, asked);
    expect(returned.status, returned.text).toBe(201);
    const opened = await system.post(`/orders/${order.id}/case`, key, exampleOf('/orders/{order_id}/case'));
    expect(opened.status, opened.text).toBeLessThan(300);
    const reply = exampleOf('/sandbox/orders/{order_id}/case/reply');
    expect((await system.post(`/sandbox/orders/${order.id}/case/reply`, key, reply)).status).toBeLessThan(300);
    const advance = exampleOf('/sandbox/orders/{order_id}/advance');
    expect((await system.post(`/sandbox/orders/${order.id}/advance`, key, advance)).status).toBeLessThan(300);
    const end = exampleOf('/sandbox/returns/{return_request_id}/resolve');
    const resolved = await system.post(`/sandbox/returns/${returned.body.id}/resolve`, key, end);
    expect(resolved.body, resolved.text).toMatchObject({ status: 'credited' });
  });

  it('POST /v1/orders, its return and its case', async () => {
    const client = legacyClient(system, key);
    const { requestId, body } = await client.orderAndSettle(exampleOf('/v1/orders'));
    expect(body._type, JSON.stringify(body)).toBe('order_response');
    for (const what of ['return', 'case']) {
      const answer = await client.post(`/v1/orders/${requestId}/${what}`, exampleOf(`/v1/orders/{request_id}/${what}`));
      expect(answer.status, answer.text).toBe(200);
    }
  });

  it('POST /agent/orders', async () => {
    const made = await agentOf(system).pay('/agent/orders', exampleOf('/agent/orders'));
    expect(made.status, made.text).toBe(201);
    await system.queue.drain();
    const own = made.headers.get('x-api-key')!;
    expect((await system.get(`/orders/${made.body.id}`, own)).body.status).toBe('order_placed');
  });

  it('POST /orders/bulk, and its dry run', async () => {
    const checked = await system.post('/orders/bulk/validate', key, exampleOf('/orders/bulk/validate'));
    expect(checked.body, checked.text).toMatchObject({ invalid_rows: 0, sufficient_funds: true });
    await placesBatch(exampleOf('/orders/bulk'));
  });

  it('what needs no order: accounts, and keys of the sandbox', async () => {
    const account = await system.post('/managed-accounts', key, exampleOf('/managed-accounts'));
    expect(account.status, account.text).toBe(201);
    const path = `/managed-accounts/${account.body.short_id}`;
    const verified = await system.post(`${path}/verify`, key, exampleOf('/managed-accounts/{short_id}/verify'));
    expect(verified.status, verified.text).toBeLessThan(300);
    expect((await system.post('/sandbox/keys', undefined, exampleOf('/sandbox/keys'))).status).toBe(201);
  });

  it('every example for a person or an operator is accepted, and does what it says if it has no prerequisites', async () => {
    const person = await personOn(system, await readContract(system));
    const statusByName: Record<string, number> = {};
    const refused: string[] = [];
    for (const [path, methods] of Object.entries<Record<string, Operation>>(document.paths)) {
      for (const [method, { security, requestBody, parameters = [] }] of Object.entries(methods)) {
        if (!requestBody || !security?.some((one) => 'session' in one)) continue;
        const body = requestBody.content['application/json'].example;
        const values = new Map(
          parameters.map(({ name, example, schema }) => [name, example ?? schema.enum?.[0] ?? newId()]),
        );
        const filled = path.replace(/\{(\w+)\}/g, (_all, name) =>
          encodeURIComponent(String(values.get(name) ?? newId())),
        );
        const answer = await person.call(filled, { method: method.toUpperCase(), body, world: 'test' });
        statusByName[`${method} ${path}`] = answer.status;
        if ([405, 413, 415, 422, 500].includes(answer.status)) refused.push(`${method} ${filled}: ${answer.text}`);
      }
    }
    expect(refused).toEqual([]);
    expect(Object.keys(statusByName).length).toBeGreaterThan(40);
    const made = ['put /account/policy', 'post /keys', 'patch /me', 'post /operator/incidents', 'post /policy/preview'];
    for (const name of [...made, 'post /team/invitations']) {
      expect(statusByName[name], name).toBeLessThan(300);
    }
  });

  it('every example for a key, or without one, is accepted as printed, with this account’s IDs', async () => {
    const known = await idsOf(key);
    const hook = { url: `${system.url}/hooks` };
    const withIds = (part: unknown): unknown => {
      if (Array.isArray(part)) return part.map(withIds);
      if (typeof part !== 'object' || part === null) return part;
      return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, known[name] ?? withIds(each)]));
    };
    const statusByName: Record<string, string> = {};
    for (const [path, methods] of Object.entries<Record<string, Operation>>(document.paths)) {
      for (const [method, { security = [], requestBody }] of Object.entries(methods)) {
        const example = requestBody?.content['application/json']?.example;
        const schemes = security.flatMap((one) => Object.keys(one));
        if (example === undefined || !(schemes.length === 0 || schemes.includes('bearer'))) continue;
        const filled = path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(known[name] ?? newId()));
        const options = {
          method: method.toUpperCase(),
          body:
            path.startsWith('/webhooks/endpoint') && 'url' in Object(example)
              ? { ...Object(example), ...hook }
              : withIds(example),
          ...(schemes.length > 0 ? { key } : {}),
        };
        const answer = await system.call(filled, options);
        const refusal = `${answer.status} ${answer.body?.error?.code ?? answer.text}`;
        statusByName[`${method} ${path}`] = answer.status < 300 ? 'accepted' : refusal;
      }
    }
    const isAccepted = ([, status]: [string, string]) => status === 'accepted';
    // The rest needs a person, a scope, an open action, or a signature of Stripe, and says so.
    expect(Object.fromEntries(Object.entries(statusByName).filter((one) => !isAccepted(one)))).toEqual({
      'put /account/policy': '403 forbidden',
      'put /keys/{id}/policy': '403 forbidden',
      'post /device/token': '400 expired_token',
      'post /orders/{order_id}/actions/{action_id}': '404 not_found',
      'post /stripe/events': '400 bad_request',
    });
    expect(Object.values(statusByName).length).toBeGreaterThan(25);
  });

  it('the examples of parameters find what the example of the answer shows', async () => {
    const { get } = document.paths['/products/search'];
    const example = (name: string) => get.parameters.find((one: { name: string }) => one.name === name).example;
    const query = new URLSearchParams({ query: example('query'), retailer: example('retailer') });
    const found = await system.get(`/products/search?${query}`, key);
    const [shown] = get.responses['200'].content['application/json'].example.results;
    const ids = found.body.results.map((hit: { product_id: string }) => hit.product_id);
    expect(ids).toContain(shown.product_id);
    const details = await system.get(`/products/${shown.product_id}?retailer=${shown.retailer}`, key);
    expect(details.body).toMatchObject({ status: 'completed', price: shown.price });
  });
});

/** The ids of one of everything that the examples refer to; the host of their URLs has no address here. */
async function idsOf(own: string): Promise<Record<string, string>> {
  const made = async (path: string, body?: unknown) => {
    const answer = await system.post(path, own, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  const url = `${system.url}/hooks`;
  const endpoint = await made('/webhooks/endpoints', { ...exampleOf('/webhooks/endpoints'), events: null, url });
  const order = await placed({
    ...exampleOf('/orders'),
    products: [{ ...exampleOf('/orders').products[0], quantity: 2 }],
  });
  const returned = { ...exampleOf('/returns'), order_id: order.id };
  returned.items = [{ order_item_id: order.items[0].id, quantity: 1 }];
  const { id: returnId } = await made('/returns', returned);
  const account = await made('/managed-accounts', exampleOf('/managed-accounts'));
  const clock = await made('/sandbox/clocks', {});
  const { events } = (await system.get('/events', own)).body;
  return {
    order_id: order.id,
    order_item_id: order.items[0].id,
    return_request_id: returnId,
    short_id: account.short_id,
    endpoint_id: endpoint.id,
    card_id: 'pm_card_visa',
    event_id: events[0].id,
    clock_id: clock.id,
  };
}

async function placesBatch(body: unknown) {
  const made = await system.post('/orders/bulk', key, body);
  expect(made.status, made.text).toBe(201);
  await system.queue.drain();
  const { body: batch } = await system.get(`/orders/bulk/${made.body.id}`, key);
  expect(batch, JSON.stringify(batch)).toMatchObject({ status: 'completed', placed_count: made.body.row_count });
}

describe('the examples elsewhere', () => {
  it('the template of bulk orders, which the command line writes too', async () => {
    const { text } = await system.get('/orders/bulk/template.csv', key);
    await placesBatch({ filename: 'template.csv', rows: readCsv(Buffer.from(text)).rows });
  });

  it('the order that comes with a new sandbox key', async () => {
    const { body } = await system.post('/sandbox/keys', undefined);
    await placed(body.example_order);
  });

  it('the curl calls of the README, the quickstart and the pages about the interface', async () => {
    const pages = await readdir(new URL('docs/interface/', root));
    const texts = await Promise.all(
      ['README.md', ...pages.map((page) => `docs/interface/${page}`)].map((path) =>
        readFile(new URL(path, root), 'utf8'),
      ),
    );
    const { text: quickstart } = await system.get('/sandbox/quickstart');
    const bodies = [...texts, quickstart].flatMap(orderBodiesIn);
    expect(bodies.length).toBeGreaterThanOrEqual(2);
    for (const body of bodies) await placed(JSON.parse(body));
  });
});

/** The bodies of calls that place an order, as a shell would send them. */
function orderBodiesIn(text: string): string[] {
  const plain = text.replaceAll(`'$BASE'`, system.url);
  const calls = plain.matchAll(/curl [^\n]*-X POST \S+\/orders [\s\S]*?-d '([\s\S]*?)'/g);
  return [...calls].map((call) => call[1]!);
}
