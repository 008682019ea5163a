import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser, takePicture } from '../harness/browser.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { readContract } from '../harness/conforms.ts';
import { complaintsOf, signedInBrowser } from '../harness/dashboard.ts';
import { type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { guestSettings, startStandIn } from '../stand-ins/ucp/store.ts';

let shop: Awaited<ReturnType<typeof startStandIn>>;
let rival: Awaited<ReturnType<typeof startStandIn>>;
let system: TestSystem;
let key: string;
let owner: OperatorClient;
let stranger: OperatorClient;
beforeAll(async () => {
  [shop, rival] = [await startStandIn(), await startStandIn()];
  // Their profiles are kept for some minutes, so they say from the beginning that accounts can be linked.
  for (const store of [shop, rival]) store.behave({ oauth: 'sound' });
  system = await startSystem({ env: { ...operatorEnv, STORES_ALLOW_PRIVATE: 'true' } });
  const { keys } = (await system.get('/ucp/profiles/2026-08-25')).body;
  shop.state.clientKeys = keys;
  rival.state.clientKeys = keys;
  const contract = await readContract(system);
  const operator = await personOn(system, contract);
  for (const [name, { origin }] of [
    ['mugs', shop],
    ['rival', rival],
  ] as const) {
    const added = await operator.post('/operator/stores', {
      name,
      kind: 'ucp',
      url: origin,
      ...guestSettings,
      // No job polls during this test: all updates come from the store.
      track_every: '24h',
    });
    expect(added.status, added.text).toBe(201);
  }
  const account = await system.account('live', 100_000);
  ({ key } = account);
  owner = await personOn(system, contract, `${account.accountId}@example.com`);
  stranger = await personOn(system, contract, 'stranger@example.com');
});
afterAll(async () => {
  await system.stop();
  await Promise.all([shop.close(), rival.close()]);
});

const webhookUrl = () => `${system.url}/ucp/webhooks/orders`;
const parcelsOf = async (id: string) => (await system.get(`/orders/${id}`, key)).body.tracking_numbers;

async function bought(): Promise<{ id: string; number: string }> {
  const made = await system.post('/orders', key, orderFor(`${shop.origin}/products/enamel-mug`, { max_price: 5000 }));
  expect(made.status, made.text).toBe(201);
  await system.queue.drain();
  const { body } = await system.get(`/orders/${made.body.id}`, key);
  expect(body.status, JSON.stringify(body.job_result)).toBe('order_placed');
  return { id: made.body.id, number: body.merchant_order_ids[0] };
}

describe('a live UCP store', () => {
  it('learns where to send events from the profile that every request names', async () => {
    const { body } = await system.get('/ucp/profiles/2026-08-25');
    expect(body.ucp.capabilities['dev.ucp.shopping.order'][0].config.webhook_url).toBe(webhookUrl());
  });

  it('shows its return policy before anything is bought, to our clients and to agents that buy through us', async () => {
    const { max_price: _price, ...asked } = orderFor(`${shop.origin}/products/enamel-mug`);
    const { body } = await system.post('/orders/quote', key, asked);
    expect(body.warnings, JSON.stringify(body)).toEqual([expect.stringContaining(`${shop.origin}/returns`)]);
    const { body: checkout } = await system.post('/ucp/checkout-sessions', key, {
      line_items: [{ item: { id: `${shop.origin}/products/enamel-mug` }, quantity: 1 }],
      fulfillment: {
        methods: [
          {
            destinations: [
              {
                first_name: 'Jane',
                last_name: 'Doe',
                street_address: '1 Market St',
                address_locality: 'San Francisco',
                address_region: 'CA',
                postal_code: '94105',
                address_country: 'US',
              },
            ],
          },
        ],
      },
    });
    expect(checkout.links, JSON.stringify(checkout)).toContainEqual({
      type: 'refund_policy',
      url: `${shop.origin}/returns`,
    });
  });

  it('sells, and its package updates are applied immediately', async () => {
    const { id, number } = await bought();
    expect(await parcelsOf(id)).toEqual([]);
    shop.advance(number);
    expect(await shop.tell(number, webhookUrl())).toBe(202);
    await system.queue.drain();
    expect(await parcelsOf(id)).toMatchObject([{ tracking_number: '1Z999', carrier: 'UPS', status: 'in_transit' }]);
    shop.advance(number);
    expect(await shop.tell(number, webhookUrl())).toBe(202);
    await system.queue.drain();
    expect(await parcelsOf(id)).toMatchObject([{ status: 'delivered' }]);
    // The same message a second time is a replay.
    expect(await shop.tell(number, webhookUrl(), { copies: 2 })).toBe(401);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('is ignored if it is unsigned, signed with another key, or about another store’s order', async () => {
    const { id, number } = await bought();
    shop.advance(number);
    expect(await shop.tell(number, webhookUrl(), { isSigned: false })).toBe(401);
    expect(await shop.tell(number, webhookUrl(), { as: shop.wrongKey })).toBe(401);
    expect(await rival.tell(number, webhookUrl(), { as: shop.key })).toBe(401);
    // The rival signs well, for an order that it did not sell.
    rival.state.orders.set(number, shop.state.orders.get(number)!);
    expect(await rival.tell(number, webhookUrl())).toBe(404);
    const asked = shop.seen('get_order').length;
    await system.queue.drain();
    expect(shop.seen('get_order')).toHaveLength(asked);
    expect(await parcelsOf(id)).toEqual([]);
    expect(await shop.tell('ord_unknown', webhookUrl())).toBe(404);
  });
});

describe('a customer’s account at that store', () => {
  const secrets = async () => {
    const { rows } = await sql<{ row: string }>`
      select m::text as row from managed_accounts m union all select l::text from link_requests l
      union all select r::text from retired_links r union all select j::text from jobs j`.execute(system.database.db);
    return rows.map(({ row }) => row).join();
  };
  const newAccount = async (): Promise<string> => {
    const made = await owner.post('/managed-accounts', { email: 'jane@example.com', retailer: 'mugs' });
    expect(made.status, made.text).toBe(201);
    return made.body.short_id;
  };
  const stand = async (id: string) => (await owner.get(`/managed-accounts/${id}/link`)).body;
  const begin = async (id: string) => {
    const begun = await owner.call(`/managed-accounts/${id}/link`, { method: 'POST' });
    expect(begun.status, begun.text).toBe(200);
    return Object.fromEntries(shop.agree(begun.body.url)) as { code: string; state: string; iss: string };
  };
  const refused = { status: 409, body: { error: { code: 'link_refused' } } };

  it('is linked by the person who started it, once, and only with the store’s response', async () => {
    shop.behave({ oauth: 'sound', isGated: true });
    const id = await newAccount();
    expect(await stand(id)).toMatchObject({ status: 'not_linked', scopes: [], linked_at: null });
    // An app gets the page where a person starts. It can't link on a person's behalf.
    const page = `${system.url}/app/accounts/${id}?world=live`;
    const told = await system.call(`/managed-accounts/${id}/link`, { method: 'POST', key });
    expect(told.body).toEqual({ url: page, expires_at: null });
    const answer = await begin(id);
    // Another person's, a key's, and the other world's.
    expect(await stranger.post('/managed-accounts/links', answer)).toMatchObject(refused);
    expect((await system.post('/managed-accounts/links', key, answer)).status).toBe(401);
    const elsewhere = { method: 'POST', body: answer, world: 'test' as const };
    expect(await owner.call('/managed-accounts/links', elsewhere)).toMatchObject(refused);
    expect(shop.state.oauth.asked).toEqual([]);
    // Mixed up with another server: thrown away, and the state with it.
    expect(await owner.post('/managed-accounts/links', { ...answer, iss: rival.origin })).toMatchObject(refused);
    expect(await owner.post('/managed-accounts/links', answer)).toMatchObject(refused);
    expect(shop.state.oauth.asked).toEqual([]);
    expect(await stand(id)).toMatchObject({ status: 'not_linked' });
    const second = await begin(id);
    const all = await Promise.all([1, 2, 3].map(() => owner.post('/managed-accounts/links', second)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await stand(id)).toMatchObject({ status: 'linked', issuer: shop.origin, page_url: page });
    const [token] = [...shop.state.oauth.access.keys()];
    expect(await secrets()).not.toContain(token);
    expect((await stranger.get(`/managed-accounts/${id}/link`)).status).toBe(404);
    expect((await stranger.call(`/managed-accounts/${id}/link`, { method: 'POST' })).status).toBe(404);
    expect((await stranger.call(`/managed-accounts/${id}/link`, { method: 'DELETE' })).status).toBe(404);
  });

  it.runIf(hasBrowser)('is linked and unlinked in the dashboard, in Chromium', { timeout: 120_000 }, async () => {
    shop.behave({ oauth: 'sound' });
    const id = await newAccount();
    const browser = await openBrowser();
    try {
      const person = await signIn(system, owner.email);
      const page = await (await signedInBrowser(browser, system, person)).newPage();
      const complaints = complaintsOf(page);
      await page.goto(`/app/accounts/${id}?world=live`);
      await takePicture(page, 'account-not-linked');
      await page.getByRole('button', { name: 'Link account' }).click();
      // To the store, which sends its customer back at once.
      await page.getByText('Permissions').waitFor();
      expect(new URL(page.url()).pathname).toBe(`/app/accounts/${id}`);
      expect(await stand(id)).toMatchObject({ status: 'linked' });
      await takePicture(page, 'account-linked');
      await page.getByRole('button', { name: 'Unlink', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
      await page.getByRole('button', { name: 'Link account' }).waitFor();
      // The page says so if no request is waiting for the response, and removes the code from the URL.
      await page.goto('/app/accounts/linked?state=live.made-up&code=stolen&iss=https%3A%2F%2Fevil.example');
      await page.getByText('Start over to get a new link').first().waitFor();
      expect(page.url()).not.toContain('stolen');
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  it('declines at the store, and is not linked', async () => {
    const id = await newAccount();
    const { state } = await begin(id);
    const said = await owner.post('/managed-accounts/links', { state, error: 'access_denied' });
    expect(said).toMatchObject({ status: 409, body: { error: { message: 'The store responded: access_denied.' } } });
    expect(await stand(id)).toMatchObject({ status: 'not_linked' });
  });

  it('that was given to another store meanwhile is not linked with the tokens of the first', async () => {
    rival.behave({ oauth: 'sound' });
    const id = await newAccount();
    const answer = await begin(id);
    await owner.put(`/managed-accounts/${id}`, { retailer: 'rival' });
    expect(await owner.post('/managed-accounts/links', answer)).toMatchObject(refused);
    expect(await stand(id)).toMatchObject({ status: 'not_linked' });
  });

  it('is requested by an order that names it, buys as that account, and is revoked at the store when it is deleted', async () => {
    shop.behave({ oauth: 'sound', isGated: true });
    const id = await newAccount();
    const order = orderFor(`${shop.origin}/products/enamel-mug`, { max_price: 5000, retailer_credentials_id: id });
    const made = await system.post('/orders', key, order);
    expect(made.status, made.text).toBe(201);
    await system.queue.drain();
    const { next_action: action, status } = (await system.get(`/orders/${made.body.id}`, key)).body;
    expect(status).toBe('pending');
    expect(action).toMatchObject({
      kind: 'open_url',
      url: `${system.url}/app/accounts/${id}?world=live`,
      asked_of: 'customer',
    });
    expect(shop.seen('create_checkout')).toEqual([]);
    const linked = await owner.post('/managed-accounts/links', await begin(id));
    expect(linked.status, linked.text).toBe(200);
    const token = [...shop.state.oauth.access.keys()].at(-1);
    const path = `/orders/${made.body.id}/actions/${action.id}`;
    expect((await system.post(path, key, { answer: { done: true } })).status).toBe(200);
    await system.queue.drain();
    const { body } = await system.get(`/orders/${made.body.id}`, key);
    expect(body.status, JSON.stringify(body.job_result)).toBe('order_placed');
    expect(shop.seen('complete_checkout').map(({ headers }) => headers.authorization)).toEqual([`Bearer ${token}`]);
    expect((await owner.call(`/managed-accounts/${id}`, { method: 'DELETE' })).status).toBe(204);
    await system.queue.drain();
    const revoked = shop.state.oauth.asked.filter(({ path: at }) => at === '/oauth/revoke');
    expect(revoked.map(({ fields }) => fields.token)).toContain(token);
    expect(shop.state.oauth.access.has(token!)).toBe(false);
    const { rows } = await sql`select from retired_links`.execute(system.database.db);
    expect(rows).toEqual([]);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('is used to look whether a person confirmed the payment, and places the order without an answer', async () => {
    shop.behave({ oauth: 'sound', isGated: true, escalates: 'at complete' });
    const id = await newAccount();
    expect((await owner.post('/managed-accounts/links', await begin(id))).status).toBe(200);
    const order = orderFor(`${shop.origin}/products/enamel-mug`, { max_price: 5000, retailer_credentials_id: id });
    const made = await system.post('/orders', key, order);
    await system.queue.drain();
    const read = async () => (await system.get(`/orders/${made.body.id}`, key)).body;
    const { next_action: action } = await read();
    expect(action).toMatchObject({ kind: 'open_url', url: expect.stringContaining('/continue/') });
    shop.payAt(action.url);
    const look = async () => {
      await sql`update jobs set run_at = '-infinity' where kind = 'orders.place'`.execute(system.database.db);
      await system.queue.drain();
      return (await read()).status;
    };
    await expect.poll(look, { timeout: 15_000 }).toBe('order_placed');
    expect(shop.soldUnder(made.body.id)).toBe(1);
    expect(shop.seen('complete_checkout')).toHaveLength(1);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('is unlinked by its owner, and the revocation is retried until the store accepts it', async () => {
    shop.behave({ oauth: 'sound' });
    const id = await newAccount();
    await owner.post('/managed-accounts/links', await begin(id));
    const token = [...shop.state.oauth.access.keys()].at(-1)!;
    shop.behave({ oauth: 'sound', broken: true });
    expect((await owner.call(`/managed-accounts/${id}/link`, { method: 'DELETE' })).status).toBe(204);
    await system.queue.drain();
    expect(shop.state.oauth.access.has(token)).toBe(true);
    shop.behave({ oauth: 'sound' });
    await sql`update jobs set run_at = '-infinity' where kind = 'managed-accounts.revoke-link'`.execute(
      system.database.db,
    );
    await system.queue.drain();
    expect(shop.state.oauth.access.has(token)).toBe(false);
    expect(await stand(id)).toMatchObject({ status: 'not_linked', linked_at: null });
    const { events } = (await owner.get(`/managed-accounts/${id}/events`)).body;
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['account.unlinked', 'account.linked']);
  });
});
