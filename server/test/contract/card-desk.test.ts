import { afterAll, beforeAll, expect, it } from 'vitest';
import { minuteMs } from '../../src/kit/clock.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { type OperatorClient, operatorEmail, operatorEnv, personOn } from '../harness/operator.ts';
import { type StripeStandIn, startStripe } from '../harness/stripe-stand-in.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const clock = fakeClock();
let stripe: StripeStandIn;
let system: TestSystem;
let ann: OperatorClient;
beforeAll(async () => {
  stripe = await startStripe(clock.now);
  // An hour: long enough to reach the desk, and soon about to expire there.
  stripe.setAuthorizationSeconds(3600);
  const env = { ...operatorEnv, DESK_RETAILERS: '*', STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_API_BASE: stripe.url };
  system = await startSystem({ clock, env });
  ann = await personOn(system, await readContract(system), operatorEmail);
});
afterAll(async () => {
  await system.stop();
  await stripe.stop();
});

/** An order that waits at the desk, paid with this card. */
async function orderWith(card: string) {
  const { key } = await system.account('live', 0);
  const { body: setup } = await system.post('/wallet/cards', key, {});
  stripe.saveCard(setup.id, card);
  expect((await system.get(`/wallet/card-setups/${setup.id}`, key)).body.status).toBe('succeeded');
  const url = 'https://shop.example.com/things/lamp';
  const { body, text } = await system.post(
    '/orders',
    key,
    orderFor(url, { max_price: 5000, payment: { mode: 'card' } }),
  );
  expect(body.payment, text).toMatchObject({ mode: 'card', state: 'authorized' });
  await system.queue.drain();
  const read = async () => (await system.get(`/orders/${body.id}`, key)).body;
  expect((await read()).next_action.kind).toBe('buy');
  clock.advance(45 * minuteMs);
  return { id: body.id as string, read };
}

it('an operator who claims an order whose card authorization expired buys nothing: the order fails and says why', async () => {
  const { id, read } = await orderWith('pm_once');
  expect((await ann.post(`/operator/desk/${id}/take`, {})).status).toBe(200);
  const failed = await read();
  expect([failed.status, failed.job_result.error_type]).toEqual(['order_failed', 'payment_declined']);
  await system.queue.drain();
  expect((await read()).payment.state).toBe('released');
});

it('an authorization that is about to expire is renewed when an operator takes the order', async () => {
  const { id, read } = await orderWith('pm_good');
  const { body: taken } = await ann.post(`/operator/desk/${id}/take`, {});
  const { items } = await read();
  const bought = await ann.post(`/operator/desk/${id}/purchase`, {
    lease: taken.task.lease,
    merchant_order_ids: ['112-1'],
    lines: [{ item_id: items[0].id, unit_price_cents: 2000 }],
    shipping_cents: 500,
    tax_cents: 150,
    total_cents: 2650,
  });
  expect(bought.status, bought.text).toBe(200);
  await system.queue.drain();
  expect((await read()).payment).toMatchObject({ state: 'captured', captured_cents: 2650 });
  expect(stripe.paymentsOf(id).filter(({ status }) => status === 'succeeded')).toHaveLength(1);
  expect([stripe.problems, await ledgerProblems(system.database.db)]).toEqual([[], []]);
});

it("another account's card is as unknown as none", async () => {
  await orderWith('pm_private');
  const { key } = await system.account('live', 0);
  const before = stripe.charges.size;
  const payment = { mode: 'card', payment_method: 'pm_private' };
  const refused = await system.post('/orders', key, orderFor('https://shop.example.com/things/lamp', { payment }));
  expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'payment', 'payment_method']]);
  for (const method of ['PATCH', 'DELETE']) {
    const options = { method, key, ...(method === 'PATCH' ? { body: { is_default: true } } : {}) };
    expect((await system.call('/wallet/cards/pm_private', options)).status).toBe(404);
  }
  expect(stripe.charges.size).toBe(before);
});
