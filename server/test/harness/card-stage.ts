import { sql } from 'kysely';
import { afterEach, expect } from 'vitest';
import { minuteMs, systemClock } from '../../src/kit/clock.ts';
import { ledgerProblems } from './checks.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { type StripeStandIn, startStripe } from './stripe-stand-in.ts';
import { orderFor, startSystem, type TestSystem } from './system.ts';

const secret = 'whsec_cards';
const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});
export const slow = { timeout: 120_000 };
const product = 'https://www.walmart.com/ip/986325010';

type Clock = FakeClock & { sleep: typeof systemClock.sleep };
export interface Stage {
  clock: Clock;
  stripe: StripeStandIn;
  system: TestSystem;
  key: string;
  accountId: string;
}

export async function start(stripe: StripeStandIn, clock: Clock, more: Parameters<typeof startSystem>[0] = {}) {
  const env = {
    STRIPE_SECRET_KEY: 'sk_live_x',
    STRIPE_API_BASE: stripe.url,
    STRIPE_WEBHOOK_SECRET: secret,
    PUBLIC_URL: 'https://errand.example',
  };
  const system = await startSystem({ withLive: true, clock, env, ...more });
  undo.push(() => system.stop());
  return system;
}

/** A live account with this card saved at Stripe. */
export async function stageWith(card: string): Promise<Stage> {
  const clock = { ...fakeClock(new Date()), sleep: systemClock.sleep };
  const stripe = await startStripe(clock.now);
  undo.push(() => stripe.stop());
  const system = await start(stripe, clock);
  const { key, accountId } = await system.account('live', 0);
  await saveCard({ system, stripe, key }, card);
  return { clock, stripe, system, key, accountId };
}

async function saveCard({ system, stripe, key }: Pick<Stage, 'system' | 'stripe' | 'key'>, card: string) {
  const { body } = await system.post('/wallet/cards', key, {});
  const session = stripe.saveCard(body.id, card);
  const object = { object: 'checkout.session', id: session.id, metadata: session.metadata };
  // Stripe sometimes delivers events twice.
  for (const _time of [1, 2]) await tell(system, stripe, 'checkout.session.completed', object);
  expect((await system.get('/wallet/cards', key)).body.cards).toContainEqual(
    expect.objectContaining({ id: card, last4: '4242', simulated: false }),
  );
}

export async function tell(system: TestSystem, stripe: StripeStandIn, type: string, object: object, at = new Date()) {
  const { body, headers } = stripe.signedEvent(type, object, secret, at);
  const sent = { ...headers, 'content-type': 'application/json' };
  return system.call('/stripe/events', { method: 'POST', body, headers: sent });
}

export const body = (more: Record<string, unknown> = {}) =>
  orderFor(product, { max_price: 20_000, payment: { mode: 'card' }, ...more });
export const send = (
  { system, key }: Pick<Stage, 'system' | 'key'>,
  idempotencyKey: string,
  more: Record<string, unknown> = {},
) => system.call('/orders', { method: 'POST', key, body: body(more), headers: { 'idempotency-key': idempotencyKey } });
export const look = async ({ system, key }: Pick<Stage, 'system' | 'key'>, id: string) =>
  (await system.get(`/orders/${id}`, key)).body;

export async function settle({ clock, system }: Pick<Stage, 'clock' | 'system'>, ms = 3 * minuteMs): Promise<void> {
  await system.queue.drain();
  clock.advance(ms);
  await system.queue.drain();
}

/** Nothing is bought until the test allows it. */
export const holdBack = ({ system }: Stage) =>
  sql`
    insert into retailer_switches (world, retailer, is_enabled, reason, switched_by, switched_at)
    values ('live', 'walmart', false, 'test', 'test', now())`.execute(system.database.db);

export const liveCharges = (stripe: StripeStandIn, id: string) =>
  stripe.paymentsOf(id).filter(({ status }) => status === 'requires_capture' || status === 'succeeded');

export async function expectSound({ system, stripe }: Pick<Stage, 'system' | 'stripe'>): Promise<void> {
  expect(await ledgerProblems(system.database.db)).toEqual([]);
  expect(stripe.problems).toEqual([]);
}
