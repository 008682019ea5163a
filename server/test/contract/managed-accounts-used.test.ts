import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock } from '../harness/fake-clock.ts';
import { anyProduct, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
const clock = fakeClock();
beforeAll(async () => {
  system = await startSystem({ clock, withLive: true, env: { MAIL_DOMAIN: 'mail.example.com' } });
});
afterAll(() => system.stop());

const create = async (key: string, more: Record<string, unknown> = {}) => {
  const answer = await system.post('/managed-accounts', key, { email: 'buyer@example.com', password: 'pw', ...more });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};

describe('an order that names an account', () => {
  const place = (key: string, id: string, url = 'https://www.walmart.com/ip/100000001') =>
    system.post('/orders', key, orderFor(url, { retailer_credentials_id: id, max_price: 500_000 }));
  const walmart = () => anyProduct(system, 'walmart');

  it('takes one of the retailer or default credentials', async () => {
    const key = await system.mint();
    const url = await walmart();
    for (const more of [{ retailer: 'walmart' }, {}]) {
      const { short_id: id } = await create(key, more);
      const answer = await place(key, id, url);
      expect(answer.status, answer.text).toBe(201);
      expect(answer.body).toMatchObject({ retailer_credentials_id: id, waiting_for: null });
      await system.queue.drain();
      expect((await system.get(`/orders/${answer.body.id}`, key)).body.status).toBe('order_placed');
      const [purchase] = await system.simulator.purchases(answer.body.id);
      expect(purchase!.account).toBe('buyer@example.com');
      const account = (await system.get(`/managed-accounts/${id}`, key)).body;
      expect(account).toMatchObject({ locked_by_job_id: null, last_used_at: clock.now().toISOString() });
    }
  });

  it("refuses another retailer's, an unknown one, a stranger's and the other mode's", async () => {
    const key = await system.mint();
    const url = await walmart();
    const target = await create(key, { retailer: 'target' });
    const wrong = await place(key, target.short_id, url);
    expect(wrong.status).toBe(422);
    expect(wrong.body.detail[0].loc).toEqual(['body', 'retailer_credentials_id']);
    const stranger = await create(await system.mint());
    const live = await create((await system.account('live')).key);
    for (const id of ['svc_acct_aaaaaaaaaa', stranger.short_id, live.short_id]) {
      expect((await place(key, id, url)).status).toBe(404);
    }
    expect((await place(key, 'svc_acct_', url)).status).toBe(422);
    expect((await system.get('/orders', key)).body.total).toBe(0);
    expect((await system.get('/wallet', key)).body.held_cents).toBe(0);
  });
});

describe('too many logins', () => {
  it('are refused for one account, and for one mailbox under any number of accounts', async () => {
    const key = await system.mint();
    const make = async () =>
      (await system.post('/managed-accounts', key, { email: 'Guess@example.com', password: 'pw', retailer: 'walmart' }))
        .body.short_id as string;
    const [first, second, third] = [await make(), await make(), await make()];
    const verify = (id: string) => system.post(`/managed-accounts/${id}/verify`, key);
    for (let guess = 0; guess < 10; guess += 1) expect((await verify(first)).status).toBe(200);
    const refused = await verify(first);
    expect(refused.status).toBe(429);
    expect(refused.body.error.code).toBe('rate_limit_exceeded');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    for (let guess = 0; guess < 10; guess += 1) expect((await verify(second)).status).toBe(200);
    expect((await verify(third)).status).toBe(429);
    const { body } = await system.get(`/managed-accounts/${third}/events`, key);
    expect(body.events).toEqual([]);
    const other = await system.post('/managed-accounts', key, {
      email: 'b@example.com',
      password: 'pw',
      retailer: 'walmart',
    });
    expect((await verify(other.body.short_id)).status).toBe(200);
  });
});
