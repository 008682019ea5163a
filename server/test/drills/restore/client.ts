import { setTimeout as pause } from 'node:timers/promises';
import { credentialFor, readChallenges } from '../../../../sdk/src/payer.ts';
import { fieldsOf, listOf } from '../../../src/kit/fields.ts';
import { oneOf, type Random } from '../kills/random.ts';
import { address } from '../kills/shopper.ts';
import { type Shops, webhookSecret } from './shops.ts';

/** A request as sent. A client that lost its responses repeats it exactly. */
interface Sent {
  path: string;
  headers: Record<string, string>;
  body: unknown;
  /** The result, as the client saw it. */
  id?: string;
}

export interface Keys {
  live: string;
  test: string;
}

interface Needs {
  url: string;
  keys: Keys;
  shops: Shops;
  random: Random;
}

const withinMs = 20_000;
/** Enough for the dearest product of any live store; play money is scarce. */
const maxCentsOf = (product: string): number => (product.includes('/shop/products/test-') ? 6_000 : 200_000);

/** Sends requests, and remembers those that are to be repeated. */
function createSender({ url, keys }: Needs) {
  const sent: Sent[] = [];
  const problems: string[] = [];
  async function post({ path, headers, body }: Sent) {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(withinMs),
    });
    return { status: answer.status, body: fieldsOf(await answer.json().catch(() => null)), headers: answer.headers };
  }
  return {
    sent,
    problems,
    post,
    async send(request: Sent): Promise<void> {
      sent.push(request);
      const { status, body } = await post(request);
      if (typeof body.id === 'string') request.id = body.id;
      if (status >= 300) problems.push(`POST ${request.path}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
    },
    newKey: (): string => `drill-${sent.length}`,
    bearer: (world: keyof Keys): Record<string, string> => ({ authorization: `Bearer ${keys[world]}` }),
  };
}

type Sender = ReturnType<typeof createSender>;

/** Orders at every kind of store, alone, in batches and as an agent. Every recipient has a name of its own. */
function createShopper({ send, post, newKey, bearer, problems }: Sender, { url, shops, random }: Needs) {
  let count = 0;
  function nextName(): string {
    count += 1;
    return `Drill${count}`;
  }
  const simulated = (): string =>
    `${url}/shop/products/test-${oneOf(random, ['success', 'success', 'timeout-after-placing', 'flaky', 'slow'])}`;
  const pick = (): { world: keyof Keys; product: string } =>
    random() < 0.25
      ? { world: 'test', product: simulated() }
      : { world: 'live', product: oneOf(random, shops.products) };
  const orderOf = (product: string) => ({
    products: [{ url: product, quantity: 1 }],
    shipping_address: { ...address, last_name: nextName() },
    max_price: maxCentsOf(product),
  });
  const rowOf = (product: string) => ({
    product_url: product,
    quantity: '1',
    name: `Jane ${nextName()}`,
    address1: address.address_line1,
    city: address.city,
    state: address.state,
    zip: address.postal_code,
    phone: address.phone_number,
    max_price: String(maxCentsOf(product)),
  });
  return {
    async order(): Promise<void> {
      const { world, product } = random() < 0.05 ? ({ world: 'live', product: shops.deskProduct } as const) : pick();
      await send({
        path: '/orders',
        headers: { ...bearer(world), 'idempotency-key': newKey() },
        body: orderOf(product),
      });
    },
    /** A file of rows, with an idempotency key or without one. */
    async batch(isKeyed: boolean): Promise<void> {
      const { world, product } = pick();
      const headers = { ...bearer(world), ...(isKeyed ? { 'idempotency-key': newKey() } : {}) };
      await send({ path: '/orders/bulk', headers, body: { rows: [rowOf(product), rowOf(product)] } });
    },
    /** Pays for one order, in play money or by Stripe, and keeps the credential. */
    async agent(method: 'sandbox' | 'stripe'): Promise<void> {
      const body = orderOf(method === 'sandbox' ? simulated() : oneOf(random, shops.products));
      const asked = await post({ path: '/agent/orders', headers: {}, body });
      const offers = readChallenges(asked.headers.get('www-authenticate') ?? '');
      const challenge = offers.find((one) => one.method === method);
      if (!challenge) return void problems.push(`An agent was not asked to pay by ${method}: ${asked.status}`);
      const proof = method === 'sandbox' ? { token: 'sandbox_ok' } : { spt: `spt_${body.shipping_address.last_name}` };
      const authorization = credentialFor(challenge, proof);
      await send({ path: '/agent/orders', headers: { authorization, 'idempotency-key': newKey() }, body });
    },
  };
}

/** Adds funds, and sends things back. */
function createOwner({ send, post, newKey, bearer, problems }: Sender, { url, shops, random }: Needs) {
  const topUps: string[] = [];
  const returned = new Set<string>();

  /** Stripe sends its event again and again until it is heard. */
  async function tell(topUpId: string): Promise<void> {
    const { id, metadata } = shops.stripe.sessionFor(topUpId);
    const object = { object: 'checkout.session', id, metadata };
    const event = shops.stripe.signedEvent('checkout.session.completed', object, webhookSecret);
    const headers = { ...event.headers, 'content-type': 'application/json' };
    for (let tries = 0; tries < 20; tries += 1) {
      const answer = await fetch(`${url}/stripe/events`, { method: 'POST', headers, body: event.body }).catch(
        () => null,
      );
      if (answer?.ok) return;
      await pause(500);
    }
    problems.push(`Stripe's event for ${topUpId} was never taken`);
  }

  return {
    async topUp(): Promise<void> {
      const body = { amount_cents: 1000 + Math.floor(random() * 9000) };
      const { status, body: made } = await post({ path: '/wallet/top-ups', headers: bearer('live'), body });
      if (typeof made.id !== 'string') return void problems.push(`A top-up was answered with ${status}`);
      topUps.push(made.id);
      if (random() < 0.8) shops.stripe.paySession(made.id);
      if (random() < 0.5) await tell(made.id);
    },
    async sendBack(): Promise<void> {
      const answer = await fetch(`${url}/orders?status=order_placed&limit=20`, { headers: bearer('test') });
      const orders = listOf(fieldsOf(await answer.json()).orders).map(fieldsOf);
      const order = orders.find(({ id }) => !returned.has(String(id)));
      const { id: item } = fieldsOf(listOf(order?.items)[0]);
      if (!order || typeof item !== 'string') return;
      returned.add(String(order.id));
      const body = { order_id: order.id, items: [{ order_item_id: item, quantity: 1 }], reason: 'damaged' };
      await send({ path: '/returns', headers: { ...bearer('test'), 'idempotency-key': newKey() }, body });
    },
    async tellAll(): Promise<void> {
      for (const id of topUps) await tell(id);
    },
  };
}

/** Sent again without a key, what the service still knows would be a second wish: clients look first. */
async function isKnownWithoutKey(url: string, { path, headers, id }: Sent): Promise<boolean> {
  if (id === undefined || 'idempotency-key' in headers) return false;
  return (await fetch(`${url}${path}/${id}`, { headers })).ok;
}

/** A customer who does one thing after the other, and all of it once more after the restore. */
export function createClient(needs: Needs) {
  const sender = createSender(needs);
  const { order, batch, agent } = createShopper(sender, needs);
  const { topUp, sendBack, tellAll } = createOwner(sender, needs);
  const habits: [number, () => Promise<void>][] = [
    [0.45, order],
    [0.55, () => batch(true)],
    [0.65, () => batch(false)],
    [0.72, () => agent('sandbox')],
    [0.8, () => agent('stripe')],
    [0.93, topUp],
    [1, sendBack],
  ];
  return {
    problems: sender.problems,
    async act(): Promise<void> {
      const dice = needs.random();
      await habits.find(([until]) => dice < until)?.[1]();
    },
    /** As clients do whose answers were lost, and Stripe whose events were. Says what was answered with an error of ours. */
    async repeat(): Promise<string[]> {
      const refused: string[] = [];
      for (const request of sender.sent) {
        if (await isKnownWithoutKey(needs.url, request)) continue;
        const { status, body } = await sender.post(request);
        if (status >= 500) refused.push(`${request.path} again: ${status} ${JSON.stringify(body).slice(0, 200)}`);
      }
      await tellAll();
      return refused;
    },
  };
}
