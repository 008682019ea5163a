import { sql } from 'kysely';
import { expect } from 'vitest';
import { creditWallet } from '../../src/domains/money/wallet/index.ts';
import { newId } from '../../src/kit/ids.ts';
import { toCents } from '../../src/kit/money.ts';
import { agentOf } from './agent.ts';
import { basic, legacyClient, managed } from './legacy.ts';
import { callTool } from './mcp-call.ts';
import { mailsTo, type SignedInPerson, signIn } from './person.ts';
import { placedOrder, returnFor } from './returns.ts';
import { orderFor, type TestSystem } from './system.ts';

/** Callers who must learn nothing about what the owner has. */
export const roleNames = [
  'another key',
  'a key of the other world',
  'another person',
  'an operator',
  'a viewer',
  'an order key',
  'nobody',
] as const;
export type RoleName = (typeof roleNames)[number];

type Ids = Record<string, string>;

export const operatorEmail = 'operator@example.com';
const ownerEmail = 'owner@example.com';

const opening = { reason: 'other', message: 'Hello' };
const everyScope = ['read', 'order', 'manage', 'policies'];

/** An owner with one of everything in the sandbox, and the callers who try to reach it. */
export async function createIdOwners(system: TestSystem) {
  const owner = await signIn(system, ownerEmail);
  const { account_id: accountId, person_id: personId } = (await owner.call('/me')).body;
  const [own, live] = [await createKeyOf(owner, 'test'), await createKeyOf(owner, 'live')];
  for (const world of ['test', 'live'] as const) await fund(system, accountId, world);
  const operator = await signIn(system, operatorEmail);
  const stranger = await createStranger(system);
  const viewer = await viewerOf(system, owner);
  const paid = await agentOf(system).pay('/agent/orders', orderFor(productOf(system)));
  const orderKey = paid.headers.get('x-api-key') ?? '';
  const byKey = (key: string) => (path: string) =>
    path.startsWith('/v1/') ? basic(key) : { authorization: `Bearer ${key}` };
  const roles: Record<RoleName, (path: string) => Record<string, string>> = {
    'another key': byKey(stranger.key),
    'a key of the other world': byKey(live.api_key),
    'another person': () => stranger.person.headers('test'),
    'an operator': () => operator.headers('test'),
    'a viewer': () => ({ ...viewer.headers('test'), 'x-errand-account': accountId }),
    'an order key': byKey(orderKey),
    nobody: () => ({}),
  };
  const invited = await owner.call('/team/invitations', {
    method: 'POST',
    body: { email: 'late@example.com', role: 'buyer' },
  });
  const saved = await owner.call('/orders/views', { method: 'POST', body: { name: 'Late', query: 'place=late' } });
  const owned: Ids = {
    view_id: saved.body.id,
    ...(await oneOfEach(system, own.api_key, own.id)),
    invitation_id: invited.body.id,
    person_id: personId,
    account_id: accountId,
    key_id: own.id,
    email: ownerEmail,
  };
  const parts = await partsOf(system, own.api_key, owned.order_id ?? '', operator);
  return {
    owner: { person: owner, key: own.api_key, accountId },
    stranger,
    operator,
    roles,
    /** Ids of each kind that belong to the owner. */
    owned,
    /** Ids that no path begins with: of the owner's order and its quote. */
    parts,
    /** What the stranger has, so that a request lacks nothing but the foreign id. */
    others: stranger.ids,
  };
}
export type IdOwners = Awaited<ReturnType<typeof createIdOwners>>;

export const productOf = (system: TestSystem): string => `${system.url}/shop/products/test-success`;

const fund = (system: TestSystem, accountId: string, world: 'test' | 'live') =>
  creditWallet(
    { tx: system.database.db, clock: system.clock },
    { id: newId(), accountId, world, amount: toCents(1_000_000), note: 'test' },
  );

async function createKeyOf(person: SignedInPerson, world: 'test' | 'live') {
  const body = { label: 'its own', world, scopes: everyScope };
  const { body: key, status, text } = await person.call('/keys', { method: 'POST', body });
  expect(status, text).toBe(201);
  return key;
}

/** Another person with an account, a key and an order of their own. */
async function createStranger(system: TestSystem) {
  const person = await signIn(system, 'other@example.com');
  const { account_id: accountId } = (await person.call('/me')).body;
  await fund(system, accountId, 'test');
  const { id, api_key: key } = await createKeyOf(person, 'test');
  const { order, itemId } = await placedOrder(system, key, 3);
  await system.post(`/orders/${order.id}/case`, key, opening);
  const { request_id: legacyId } = (await legacyClient(system, key).post('/v1/orders', managed())).body;
  await system.queue.drain();
  const ids: Ids = {
    id,
    order_id: order.id,
    order_item_id: itemId,
    event_id: (await system.get('/events', key)).body.events[0].id,
    request_id: legacyId,
    name: 'team',
  };
  return { person, key, ids };
}

/** A person of the owner's account who may look at it, and nothing more. */
async function viewerOf(system: TestSystem, owner: SignedInPerson): Promise<SignedInPerson> {
  const email = 'viewer@example.com';
  const viewer = await signIn(system, email);
  await owner.call('/team/invitations', { method: 'POST', body: { email, role: 'viewer' } });
  const token = (await mailsTo(system, email)).map(({ text }) => /\/invite\/(\w+)/.exec(text)?.[1]).find(Boolean);
  const accepted = await viewer.call(`/invitations/${token}`, { method: 'POST', body: { accepted: true } });
  expect(accepted.status, accepted.text).toBe(200);
  return viewer;
}

/** One of everything that belongs to an order. */
async function partsOf(system: TestSystem, key: string, orderId: string, operator: SignedInPerson): Promise<Ids> {
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
  const { items, merchant_order_ids: merchantIds } = (await system.get(`/orders/${orderId}`, key)).body;
  const quoted = await send('/orders/quote', orderFor(productOf(system)));
  return {
    attachment_id: (await send(`/orders/${orderId}/case/attachments`, file)).id,
    document_id: filed.body.id,
    asking_order_id: asking.id,
    action_id: (await system.get(`/orders/${asking.id}`, key)).body.next_action.id,
    order_item_id: items[0].id,
    merchant_order_id: merchantIds[0],
    quote_id: quoted.quote_id,
  };
}

async function oneOfEach(system: TestSystem, key: string, keyId: string): Promise<Ids> {
  const made = async (path: string, body: unknown) => {
    const answer = await system.post(path, key, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer;
  };
  const endpoint = (await made('/webhooks/endpoints', { url: `${system.url}/health`, events: null })).body.id;
  const delivery = (await made(`/webhooks/endpoints/${endpoint}/test`, {})).body.id;
  const { order, itemId } = await placedOrder(system, key, 3);
  const old = legacyClient(system, key);
  const [bought, called] = [await old.post('/v1/orders', managed()), await old.post('/v1/orders', managed())];
  await system.queue.drain();
  const reason = { products: [{ product_id: 'test-success', quantity: 1 }], reason_code: 'damaged' };
  const oldReturn = await old.post(`/v1/orders/${bought.body.request_id}/return`, reason);
  const cancellation = await old.post(`/v1/orders/${called.body.request_id}/cancel`);
  const events = await system.get('/events', key);
  const asked = await callTool(system, key, 'place_order', orderFor(productOf(system)));
  const ids = {
    approval_id: String(asked.requestState).split('.')[0] ?? '',
    order_id: order.id,
    return_request_id: (await made('/returns', returnFor(order.id, itemId))).body.id,
    batch_id: (await made('/orders/bulk', { rows: bulkRows(system) })).body.id,
    short_id: (await made('/managed-accounts', { email: 'a@example.com' })).body.short_id,
    top_up_id: (await made('/wallet/top-ups', { amount_cents: 500 })).body.id,
    setup_id: (await made('/wallet/cards', {})).body.id,
    card_id: await saveCard(system, keyId),
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

export function bulkRows(system: TestSystem, more: Record<string, string> = {}) {
  const row = { product_url: productOf(system), name: 'A B', address1: '1 Market St' };
  return [{ ...row, city: 'San Francisco', state: 'CA', zip: '94105', max_price: '5000', ...more }];
}

/** Test cards have the same IDs in every sandbox. This one belongs to nobody else. */
async function saveCard(system: TestSystem, keyId: string): Promise<string> {
  const id = `pm_${newId()}`;
  await sql`
    insert into saved_cards (account_id, world, id, brand, last4, exp_month, exp_year, created_at)
    select account_id, world, ${id}, 'visa', '4242', 12, 2034, now() from api_keys where id = ${keyId}`.execute(
    system.database.db,
  );
  return id;
}

/** An id of the same form that nobody has. */
export function unknownLike(id: string): string {
  if (id.startsWith('svc_acct_')) return 'svc_acct_aaaaaaaaaa';
  if (id.startsWith('pm_')) return `pm_${newId()}`;
  if (id.includes('@')) return 'nobody@example.com';
  if (/^[\da-f-]{32,36}$/.test(id)) return id.includes('-') ? newId() : newId().replaceAll('-', '');
  return id.replaceAll(/[A-Za-z]/g, 'x').replaceAll(/\d/g, '9');
}
