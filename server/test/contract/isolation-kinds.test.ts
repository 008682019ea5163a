import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leastRoleFor } from '../../src/domains/access/accounts/index.ts';
import { creditWallet } from '../../src/domains/money/wallet/index.ts';
import { assertDefined } from '../../src/kit/assert-defined.ts';
import { newId } from '../../src/kit/ids.ts';
import { toCents } from '../../src/kit/money.ts';
import { rowCounts } from '../harness/checks.ts';
import { type Contract, examplesOf, type Operation, readContract } from '../harness/conforms.ts';
import { idFieldsOf, kindOfField } from '../harness/id-fields.ts';
import { basic, legacyClient, managed } from '../harness/legacy.ts';
import { callTool } from '../harness/mcp-call.ts';
import { mailsTo, type SignedInPerson, signIn } from '../harness/person.ts';
import { placedOrder, returnFor } from '../harness/returns.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let ownerKey: string;
/** Another account's key of the same world. */
let otherKey: string;
/** What each role sends with a request. None of them may learn of what the owner has. */
let roles: Record<RoleName, (operation: Operation) => Record<string, string>>;
/** An id of each kind that belongs to somebody, by the path or the name of the parameter that takes it. */
let owned: Record<string, string>;

/** Ids that no path begins with: of the owner's order, its quote and its account. */
let below: Record<string, string>;
/** What the other key's account has, so that a request lacks nothing but the foreign id. */
let others: Record<string, string>;

const roleNames = [
  'another key',
  'a key of the other world',
  'another person',
  'an operator',
  'a viewer',
  'nobody',
] as const;
type RoleName = (typeof roleNames)[number];

beforeAll(async () => {
  system = await startSystem({ env: { WEBHOOK_ALLOW_PRIVATE: 'true', OPERATOR_EMAILS: 'operator@example.com' } });
  contract = await readContract(system, { isPublished: true });
  const owner = await signIn(system, 'owner@example.com');
  const { account_id: accountId, person_id: personId } = (await owner.call('/me')).body;
  const keyIn = async (world: 'test' | 'live') =>
    (await owner.call('/keys', { method: 'POST', body: { label: 'its own', world } })).body;
  const [own, live] = [await keyIn('test'), await keyIn('live')];
  await creditWallet(
    { tx: system.database.db, clock: system.clock },
    { id: newId(), accountId, world: 'test', amount: toCents(1_000_000), note: 'test' },
  );
  otherKey = (await system.account('test')).key;
  ownerKey = own.api_key;
  const byKey =
    (key: string) =>
    ({ path }: Operation) =>
      path.startsWith('/v1/') ? basic(key) : { authorization: `Bearer ${key}` };
  const [other, operator] = [await signIn(system, 'other@example.com'), await signIn(system, 'operator@example.com')];
  const viewer = await viewerOf(owner);
  roles = {
    'another key': byKey(otherKey),
    'a key of the other world': byKey(live.api_key),
    'another person': () => other.headers('test'),
    'an operator': () => operator.headers('test'),
    'a viewer': () => ({ ...viewer.headers('test'), 'x-errand-account': accountId }),
    nobody: () => ({}),
  };
  const invited = await owner.call('/team/invitations', {
    method: 'POST',
    body: { email: 'late@example.com', role: 'buyer' },
  });
  const saved = await owner.call('/orders/views', { method: 'POST', body: { name: 'Late', query: 'place=late' } });
  owned = {
    view_id: saved.body.id,
    ...(await oneOfEach(ownerKey, own.id)),
    invitation_id: invited.body.id,
    person_id: personId,
  };
  below = { ...(await partsOf(ownerKey, operator)), account_id: accountId };
  const { order } = await placedOrder(system, otherKey, 3);
  await system.post(`/orders/${order.id}/case`, otherKey, opening);
  others = { order_id: order.id, event_id: (await system.get('/events', otherKey)).body.events[0].id };
}, 120_000);
afterAll(() => system.stop());

/** A person of the owner's account who may look at it, and nothing more. */
async function viewerOf(owner: SignedInPerson): Promise<SignedInPerson> {
  const email = 'viewer@example.com';
  const viewer = await signIn(system, email);
  await owner.call('/team/invitations', { method: 'POST', body: { email, role: 'viewer' } });
  const token = (await mailsTo(system, email)).map(({ text }) => /\/invite\/(\w+)/.exec(text)?.[1]).find(Boolean);
  const accepted = await viewer.call(`/invitations/${token}`, { method: 'POST', body: { accepted: true } });
  expect(accepted.status, accepted.text).toBe(200);
  return viewer;
}

const opening = { reason: 'other', message: 'Hello' };

/** One of everything that belongs to an order. */
async function partsOf(key: string, operator: SignedInPerson): Promise<Record<string, string>> {
  const orderId = owned.order_id;
  const send = async (path: string, body: object) => {
    const answer = await system.post(path, key, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  const file = { name: 'invoice.pdf', content_type: 'application/pdf', data: 'JVBERi0xLjQK' };
  await send(`/orders/${orderId}/case`, opening);
  const filed = await operator.call(`/operator/orders/${orderId}/documents`, { method: 'POST', body: file });
  const asking = await send('/orders', orderFor(`${system.url}/shop/products/test-choose-variant`));
  await system.queue.drain();
  const { items } = (await system.get(`/orders/${orderId}`, key)).body;
  const quoted = await send('/orders/quote', orderFor(`${system.url}/shop/products/test-success`));
  return {
    attachment_id: (await send(`/orders/${orderId}/case/attachments`, file)).id,
    document_id: filed.body.id,
    asking_order_id: asking.id,
    action_id: (await system.get(`/orders/${asking.id}`, key)).body.next_action.id,
    order_item_id: items[0].id,
    quote_id: quoted.quote_id,
  };
}

async function oneOfEach(key: string, keyId: string): Promise<Record<string, string>> {
  const made = async (path: string, body: unknown) => {
    const answer = await system.post(path, key, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer;
  };
  const endpoint = (await made('/webhooks/endpoints', { url: `${system.url}/health`, events: null })).body.id;
  const delivery = (await made(`/webhooks/endpoints/${endpoint}/test`, {})).body.id;
  const { order, itemId } = await placedOrder(system, key, 3);
  const row = { product_url: `${system.url}/shop/products/test-success`, name: 'A B', address1: '1 Market St' };
  const rows = [{ ...row, city: 'San Francisco', state: 'CA', zip: '94105', max_price: '5000' }];
  const old = legacyClient(system, key);
  const [bought, called] = [await old.post('/v1/orders', managed()), await old.post('/v1/orders', managed())];
  await system.queue.drain();
  const products = [{ product_id: 'test-success', quantity: 1 }];
  const reason = { products, reason_code: 'damaged' };
  const oldReturn = await old.post(`/v1/orders/${bought.body.request_id}/return`, reason);
  const cancellation = await old.post(`/v1/orders/${called.body.request_id}/cancel`);
  const events = await system.get('/events', key);
  const asked = await callTool(system, key, 'place_order', orderFor(`${system.url}/shop/products/test-success`));
  const ids = {
    approval_id: String(asked.requestState).split('.')[0] ?? '',
    order_id: order.id,
    return_request_id: (await made('/returns', returnFor(order.id, itemId))).body.id,
    batch_id: (await made('/orders/bulk', { rows })).body.id,
    short_id: (await made('/managed-accounts', { email: 'a@example.com' })).body.short_id,
    top_up_id: (await made('/wallet/top-ups', { amount_cents: 500 })).body.id,
    setup_id: (await made('/wallet/cards', {})).body.id,
    card_id: await savedCard(keyId),
    clock_id: (await made('/sandbox/clocks', {})).body.id,
    endpoint_id: endpoint,
    delivery_id: delivery,
    event_id: events.body.events[0].id,
    id: keyId,
    '/requests/{request_id}': events.headers.get('x-request-id') ?? '',
    '/v1/orders/{request_id}': bought.body.request_id,
    '/v1/returns/{request_id}': oldReturn.body.request_id,
    '/v1/cancellations/{request_id}': cancellation.body.request_id,
  };
  for (const [kind, id] of Object.entries(ids)) expect(id, kind).toMatch(/^[\w-]{10,}$/);
  return ids;
}

/** Test cards have the same ids in every sandbox; this one is of nobody else. */
async function savedCard(key: string): Promise<string> {
  const id = `pm_${newId()}`;
  await sql`
    insert into saved_cards (account_id, world, id, brand, last4, exp_month, exp_year, created_at)
    select account_id, world, ${id}, 'visa', '4242', 12, 2034, now() from api_keys where id = ${key}`.execute(
    system.database.db,
  );
  return id;
}

const hasNoPage = new Set(['card_id', 'id', 'view_id', 'approval_id', 'invitation_id', 'person_id']);

/** Ids that nobody is shown would prove nothing. A card has no page of its own, a key is not shown to keys, and a request is written a moment later. */
async function areShownToTheirOwner(operations: readonly Operation[]): Promise<void> {
  const credential = ({ path }: Operation) =>
    path.startsWith('/v1/') ? basic(ownerKey) : { authorization: `Bearer ${ownerKey}` };
  for (const [kind, id] of Object.entries(owned)) {
    const gets = operations.filter((operation) => operation.method === 'GET' && kindOf(operation) === kind);
    const isShown = async () =>
      (await Promise.all(gets.map((operation) => seen(operation, id, credential(operation))))).some(
        ({ status }) => status === 200,
      );
    if (!hasNoPage.has(kind)) await expect.poll(isShown, { timeout: 30_000, message: kind }).toBe(true);
  }
}

const schemesOf = ({ document }: Operation): string[] =>
  (document.security ?? []).flatMap((scheme: object) => Object.keys(scheme));
const isKeyed = (operation: Operation): boolean =>
  schemesOf(operation).some((name) => name === 'bearer' || name === 'basic');
const isOperators = ({ path }: Operation): boolean => path.startsWith('/operator/');

/** No account owns these: a product, a month, and a name that every account gives to groups of its own. */
const ofNobody = new Set(['product_id', 'month', 'name']);

/** Who has such an id, or token, may use it: it was handed to them. */
const openToHolders = new Set([
  'GET /device/codes/{user_code}',
  'GET /invitations/{token}',
  'POST /invitations/{token}',
  'GET /labels/{label_id}.pdf',
  'GET /oauth/requests/{request_id}',
  'POST /oauth/requests/{request_id}',
  'GET /payments/{payment_id}',
  'POST /payments/{payment_id}/checkout-session',
  'GET /sandbox/claim/{token}',
  'GET /track/{order_id}',
]);

const parameterOf = ({ path }: Operation): string => /\{(\w+)\}/.exec(path)?.[1] ?? '';

const kindOf = (operation: Operation): string => {
  const path = Object.keys(owned).find((kind) => operation.path.startsWith(kind));
  return path ?? parameterOf(operation);
};

const isOpenToHolders = ({ method, path }: Operation): boolean => openToHolders.has(`${method} ${path}`);

/** An id of the same form that nobody has. */
function unknownLike(id: string): string {
  if (id.startsWith('svc_acct_')) return 'svc_acct_aaaaaaaaaa';
  if (id.startsWith('pm_')) return `pm_${newId()}`;
  return id.includes('-') ? newId() : newId().replaceAll('-', '');
}

/** All that a client can see of an answer but the request id and the date. */
async function seen({ method, path, document }: Operation, id: string, headers: Record<string, string>) {
  const media = document.requestBody?.content['application/json'];
  const body = media && examplesOf(media)[0];
  const target = path.replace(/\{\w+\}/, id).replace(/\{\w+\}/, 'd2a7e5f4-5c8e-4a3c-9d6b-1f0e9b8a7c6d');
  const answer = await contract.call(target, { method, headers, ...(body ? { body } : {}) });
  const shown = [...answer.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
  return { status: answer.status, text: answer.text.replaceAll(id, '(the id)'), headers: shown };
}

/** The statuses that a role may be answered with; null where it may do what it asks for. */
function allowedFor(operation: Operation, role: RoleName): number[] | null {
  const isPerson = role === 'another person' || role === 'an operator' || role === 'a viewer';
  if (isOperators(operation)) return role === 'an operator' ? null : [isPerson ? 403 : 401];
  // The earlier API knows keys alone.
  if (isPerson && operation.path.startsWith('/v1/')) return [401];
  if (role === 'nobody' || (!isPerson && !isKeyed(operation))) return [401];
  if (role !== 'a viewer') return [404, 403];
  const route = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
  return leastRoleFor(operation.method, route) === 'viewer' ? null : [403];
}

it('an id of any kind is to every role as one that nobody has, at every operation that takes one', {
  timeout: 120_000,
}, async () => {
  const operations = contract.operations.filter(
    (operation) =>
      parameterOf(operation) !== '' &&
      (isOperators(operation) || !ofNobody.has(parameterOf(operation))) &&
      !isOpenToHolders(operation),
  );
  // An operation that is new has to say whose ids it takes: in `owned`, `ofNobody` or `openToHolders`.
  const unknownKinds = operations.filter(
    (operation) => !isOperators(operation) && owned[kindOf(operation)] === undefined,
  );
  expect(unknownKinds.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  expect(operations.length).toBeGreaterThanOrEqual(100);
  await areShownToTheirOwner(operations);
  const before = await rowCounts(system.database.db);
  let cells = 0;
  for (const operation of operations) {
    const id = owned[kindOf(operation)] ?? newId();
    for (const role of roleNames) {
      const allowed = allowedFor(operation, role);
      if (allowed === null) continue;
      const what = `${operation.method} ${operation.path} of ${role}`;
      const headers = roles[role](operation);
      const unknown = await seen(operation, unknownLike(id), headers);
      expect(allowed, `${what} ${unknown.status} ${unknown.text}`).toContain(unknown.status);
      expect(await seen(operation, id, headers), what).toEqual(unknown);
      cells += 1;
    }
  }
  expect(cells).toBeGreaterThan(500);
  expect(await rowCounts(system.database.db)).toEqual(before);
});

/** A quote has its own id and time, and does not depend on what would pay for the order. */
const masked = (text: string): string =>
  text
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '(id)')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(time)');
const countsWithoutQuotes = async () => ({ ...(await rowCounts(system.database.db)), quotes: 0, sim_carts: 0 });

/** Bodies that are complete but for the id in one field. */
function bodyWith(path: string, field: string, id: string): object {
  const order = () => {
    const named = field === 'payment_method' ? { payment: { mode: 'card', payment_method: id } } : { [field]: id };
    return orderFor(`${system.url}/shop/products/test-success`, named);
  };
  const row = { product_url: `${system.url}/shop/products/test-success`, name: 'A B', address1: '1 Market St' };
  const rows = [{ ...row, city: 'San Francisco', state: 'CA', zip: '94105', max_price: '5000' }];
  const bodies: Record<string, () => object> = {
    '/orders': order,
    '/orders/quote': order,
    '/policy/simulate': order,
    '/orders/bulk': () => ({ rows, [field]: id }),
    '/orders/bulk/validate': () => ({ rows, [field]: id }),
    '/orders/cancel': () => ({ [field]: field === 'order_ids' ? [id] : id }),
    '/managed-accounts': () => ({ email: 'b@example.com', [field]: id }),
    '/key-groups/{name}': () => ({ key_ids: [id] }),
    '/policy/preview': () => ({ policy: { max_order_cents: 100 }, key_id: id }),
    '/returns': () =>
      field === 'order_id'
        ? returnFor(id, newId())
        : returnFor(others.order_id ?? '', field === 'order_item_id' ? id : ''),
  };
  return bodies[path]?.() ?? { [field]: id };
}

it('an id of any kind in a query or a body tells others nothing', { timeout: 60_000 }, async () => {
  const isAsked = (operation: Operation) =>
    !isOperators(operation) && !/^\/(v1|agent|oauth|device)\//.test(operation.path) && !isOpenToHolders(operation);
  const before = await countsWithoutQuotes();
  let cells = 0;
  for (const operation of contract.operations.filter(isAsked)) {
    const { query, body } = idFieldsOf(contract, operation);
    const headers = roles[isKeyed(operation) ? 'another key' : 'another person'](operation);
    const ask = async (target: string, more: object) => {
      const path = target.replace(/\{(\w+)\}/, (_, name) => others[name] ?? 'team');
      const { status, text } = await contract.call(path, { method: operation.method, headers, ...more });
      return { status, text: masked(text) };
    };
    for (const field of [...query, ...body]) {
      const kind = kindOfField[field] ?? field;
      const id = owned[kind] ?? assertDefined(below[kind]);
      const asked = (each: string) =>
        query.includes(field)
          ? ask(`${operation.path}?${field}=${each}`, {})
          : ask(operation.path, { body: bodyWith(operation.path, field, each) });
      const unknown = await asked(unknownLike(id));
      const what = `${operation.method} ${operation.path} with ${field}`;
      expect(await asked(id), what).toEqual(unknown);
      cells += 1;
    }
  }
  expect(cells).toBeGreaterThan(35);
  expect(await countsWithoutQuotes()).toEqual(before);
});

it('the ids below an order tell nothing to those who name them with an order of their own', async () => {
  const nested = contract.operations.filter(
    (operation) => !isOperators(operation) && operation.path.split('{').length > 2,
  );
  expect(nested).toHaveLength(3);
  const before = await rowCounts(system.database.db);
  for (const { method, path } of nested) {
    const kind = /\{(\w+)\}$/.exec(path)?.[1] ?? '';
    const ask = async (key: string, orderId: string, id: string) => {
      const target = path.replace('{order_id}', orderId).replace(`{${kind}}`, id);
      const body = method === 'POST' ? { body: { answer: {} } } : {};
      const { status, text } = await contract.call(target, { method, key, ...body });
      return { status, text };
    };
    const id = assertDefined(below[kind]);
    const order = assertDefined(kind === 'action_id' ? below.asking_order_id : owned.order_id);
    expect((await ask(ownerKey, order, id)).status, path).not.toBe(404);
    const unknown = await ask(otherKey, others.order_id ?? '', newId());
    expect(unknown.status, path).toBe(404);
    expect(await ask(otherKey, others.order_id ?? '', id), path).toEqual(unknown);
  }
  expect(await rowCounts(system.database.db)).toEqual(before);
});
