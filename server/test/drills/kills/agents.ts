import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { credentialFor, readChallenges } from '../../../../sdk/src/payer.ts';
import { fieldsOf } from '../../../src/kit/fields.ts';
import type { Db } from '../../../src/platform/database/index.ts';
import { paymentProblems } from '../../harness/checks.ts';
import type { StripeStandIn } from '../../harness/stripe-stand-in.ts';
import { between, oneOf } from './random.ts';
import { address, type Errands, scenarios } from './shopper.ts';

interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** One attempt to make one purchase. */
interface Attempt {
  purchaseKey: string;
  body: string;
  authorization: string;
}

const answerWithinMs = 15_000;
/** What a charge may be waited for before the agent believes that the process that made it was killed. */
const patience = 40;

/** Calls until there is an answer that is no trouble of the service's; counts its calls. */
function createCaller({ url, random, signal }: Pick<Errands, 'url' | 'random' | 'signal'>, problems: string[]) {
  let requests = 0;

  async function call(body: string | null, headers: Record<string, string>): Promise<Answer> {
    for (;;) {
      signal.throwIfAborted();
      requests += 1;
      try {
        const response = await fetch(`${url}/agent/orders`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body,
          signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
        });
        const { status } = response;
        const text = await response.text();
        if (status < 500) return { status, headers: response.headers, text };
        if (status === 500) problems.push(`an order was answered with 500: ${text}`);
      } catch {
        // No server is there, or the answer was cut off: the same credential with the same key finds out.
      }
      await pause(between(random, 30, 150));
    }
  }

  return { call, requests: () => requests };
}

async function cancel({ url, signal }: Pick<Errands, 'url' | 'signal'>, answer: Answer): Promise<void> {
  const id = String(fieldsOf(JSON.parse(answer.text)).id);
  const headers = { authorization: `Bearer ${answer.headers.get('x-api-key')}` };
  await fetch(`${url}/orders/${id}/cancel`, { method: 'POST', headers, signal }).catch(() => null);
}

/**
 * Orders as an impatient but correct agent does: the same credential with the same key whenever no answer came, a new
 * payment only after a 402, or when the first seems to hang. Those are asked about again at the end.
 */
export async function placeAgentOrders(
  { url, orders, clients, seconds, random, signal }: Errands,
  db: Db,
  stripe: StripeStandIn,
) {
  const idsByPurchase = new Map<string, string[]>();
  const problems: string[] = [];
  const hanging: Attempt[] = [];
  const { call, requests } = createCaller({ url, random, signal }, problems);

  async function attempt(purchaseKey: string, body: string): Promise<Attempt> {
    const method = random() < 0.5 ? 'sandbox' : 'stripe';
    const answer = await call(body, { 'accept-payment': `${method}/charge` });
    const challenge = readChallenges(answer.headers.get('www-authenticate') ?? '').find((one) => one.method === method);
    if (!challenge) throw new Error(`No challenge for ${purchaseKey}: ${answer.status} ${answer.text}`);
    const payload =
      method === 'sandbox' ? { token: 'sandbox_ok' } : { spt: `spt_${crypto.randomUUID().replaceAll('-', '')}` };
    return { purchaseKey, body, authorization: credentialFor(challenge, payload) };
  }

  const send = ({ body, authorization, purchaseKey }: Attempt) =>
    call(body, { authorization, 'idempotency-key': purchaseKey });

  function acknowledge(purchaseKey: string, answer: Answer): void {
    const id = String(fieldsOf(JSON.parse(answer.text)).id);
    if (!answer.headers.get('x-api-key')?.startsWith('svc_order_')) problems.push(`order ${id} came without its key`);
    idsByPurchase.set(purchaseKey, [...new Set([...(idsByPurchase.get(purchaseKey) ?? []), id])]);
  }

  /** True once it is bought; false when a new payment is needed. */
  async function buy(one: Attempt): Promise<boolean> {
    for (let tries = 0; tries < patience; tries += 1) {
      const answer = await send(one);
      if (answer.status === 201) {
        acknowledge(one.purchaseKey, answer);
        if (random() < 0.2) acknowledge(one.purchaseKey, await send(one));
        if (random() < 0.15) await cancel({ url, signal }, answer);
        return true;
      }
      if (answer.status === 402) return false;
      if (answer.status !== 409) problems.push(`${one.purchaseKey} was answered with ${answer.status}: ${answer.text}`);
      await pause(between(random, 30, 100));
    }
    hanging.push(one);
    return false;
  }

  let next = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < orders) {
        next += 1;
        const purchaseKey = `purchase-${next}`;
        const products = [{ url: `${url}/shop/products/test-${oneOf(random, scenarios)}`, quantity: 1 }];
        const body = JSON.stringify({ products, shipping_address: address, max_price: 2500 });
        await pause(between(random, 0, (2000 * seconds * clients) / orders));
        while (!(await buy(await attempt(purchaseKey, body))));
      }
    }),
  );
  // No agent is paying any more: what is still claimed need not wait until it may be abandoned.
  await sql`update jobs set run_at = now() where kind = 'agent.abandon'`.execute(db);
  return {
    requests: requests(),
    problems,
    async check(): Promise<string[]> {
      const odd: string[] = [];
      for (const one of hanging) {
        // The order exists after all, or the money was refunded.
        const answer = await send(one);
        if (answer.status === 201) acknowledge(one.purchaseKey, answer);
        else if (answer.status !== 402) odd.push(`${one.purchaseKey} ended with ${answer.status}: ${answer.text}`);
      }
      return [
        ...odd,
        ...(await paymentProblems(db)),
        ...(await promiseProblems(db, idsByPurchase)),
        ...(await providerProblems(db, stripe)),
      ];
    },
  };
}

/** Every order was acknowledged to an agent, and whatever was acknowledged exists. */
async function promiseProblems(db: Db, idsByPurchase: Map<string, string[]>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from orders`.execute(db);
  const made = new Set(rows.map(({ id }) => id));
  const told = [...idsByPurchase.values()].flat();
  return [
    ...told.filter((id) => !made.has(id)).map((id) => `order ${id} was acknowledged and does not exist`),
    ...[...made].filter((id) => !told.includes(id)).map((id) => `order ${id} was made and nobody was told`),
  ];
}

/** The provider's books against ours: charged once, and returned what we say was returned. */
async function providerProblems(db: Db, stripe: StripeStandIn): Promise<string[]> {
  const { rows } = await sql<{ id: string; reference: string | null; amount: number; returned: number }>`
    select p.id, p.reference, p.amount_cents as amount, coalesce(sum(r.amount_cents), 0)::bigint as returned
    from agent_payments p left join agent_refunds r on r.payment_id = p.id and r.status = 'completed'
    where p.method = 'stripe' group by p.id`.execute(db);
  const problems = [...stripe.problems];
  const charges = stripe.succeeded();
  for (const row of rows) {
    const own = charges.filter((charge) => charge.paymentId === row.id);
    const returned = own.flatMap((charge) => charge.refunds).reduce((sum, refund) => sum + refund.amount, 0);
    if (own.length !== (row.reference === null ? 0 : 1))
      problems.push(`payment ${row.id} was charged ${own.length} times`);
    if (own.some((charge) => charge.amount !== row.amount))
      problems.push(`payment ${row.id} was charged another amount`);
    if (returned !== row.returned) problems.push(`payment ${row.id}: ${returned} returned there, ${row.returned} here`);
  }
  const known = new Set(rows.map(({ id }) => id));
  for (const charge of charges) {
    if (!known.has(charge.paymentId)) problems.push(`charge ${charge.id} is nobody's`);
  }
  return problems;
}
