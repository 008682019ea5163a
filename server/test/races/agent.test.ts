import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentOf, credentialFor, sandboxOk } from '../harness/agent.ts';
import { ledgerProblems, paymentProblems, purchaseProblems } from '../harness/checks.ts';
import { spellingsOf } from '../harness/credential-spellings.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let agent: ReturnType<typeof agentOf>;
beforeAll(async () => {
  system = await startSystem({ isPatient: true });
  agent = agentOf(system);
});
afterAll(() => system.stop());

const times = 50;
/** One in this many spellings, another part of them in each run. */
const share = process.env.TEST_WHOLE === '1' ? 1 : 4;

async function count(): Promise<{ payments: number; orders: number; taken: number }> {
  const { rows } = await sql<{ payments: number; orders: number; taken: number }>`
    select (select count(*) from agent_payments) as payments, (select count(*) from orders) as orders,
      (select coalesce(sum(amount_cents), 0)::bigint from ledger_transfers where debit = 'agent.sandbox') as taken`.execute(
    system.database.db,
  );
  return rows[0]!;
}

/** Sends one credential fifty times at once, and says how it was answered and what was taken. */
async function storm(path: string, body: unknown, headers: Record<string, string> = {}) {
  const credential = credentialFor(await agent.challengeFor(path, body), sandboxOk);
  const before = await count();
  const answers = await Promise.all(Array.from({ length: times }, () => agent.send(path, body, credential, headers)));
  const after = await count();
  return {
    answers,
    good: answers.filter(({ status }) => status < 300),
    refused: answers.filter(({ body: problem }) => problem.type?.endsWith('/invalid-challenge')),
    payments: after.payments - before.payments,
    orders: after.orders - before.orders,
    taken: after.taken - before.taken,
  };
}

describe('one credential in hundreds of spellings', () => {
  it.each(['/agent/search?q=usb', '/agent/orders'])('pays once for %s', { timeout: 120_000 }, async (path) => {
    const body = path === '/agent/orders' ? orderFor(`${system.url}/shop/products/test-success`) : undefined;
    const all = spellingsOf(await agent.challengeFor(path, body), sandboxOk);
    expect(new Set(all).size).toBeGreaterThan(500);
    const turn = Math.floor(Math.random() * share);
    const spellings = all.filter((_spelling, index) => index === 0 || index % share === turn);
    const before = await count();
    const statuses: number[] = [];
    for (let start = 0; start < spellings.length; start += times) {
      const some = spellings.slice(start, start + times);
      const answers = await Promise.all(some.map((spelling) => agent.send(path, body, spelling)));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status < 300)).toHaveLength(1);
    expect(statuses.filter((status) => status >= 300 && status !== 402 && status !== 400)).toEqual([]);
    const after = await count();
    expect([after.payments - before.payments, after.orders - before.orders]).toEqual([1, body ? 1 : 0]);
  });

  it('has a stored state: no other passes, used or not', async () => {
    const path = '/agent/search?q=usb';
    const challenge = await agent.challengeFor(path);
    const before = await count();
    for (const id of [`${challenge.id}=`, `${challenge.id} `, `${challenge.id}!`, challenge.id + '='.repeat(5000)]) {
      const answer = await agent.send(path, undefined, credentialFor({ ...challenge, id }, sandboxOk));
      expect([answer.status, answer.body.type]).toEqual([402, 'https://paymentauth.org/problems/invalid-challenge']);
    }
    const echoed = await agent.send(path, undefined, credentialFor({ ...challenge, opaque: '' }, sandboxOk));
    expect([echoed.status, echoed.body.type]).toEqual([402, 'https://paymentauth.org/problems/invalid-challenge']);
    expect(await count()).toEqual(before);
  });
});

describe('fifty uses of one credential at once', () => {
  it('of a data call: one answer, one cent', async () => {
    const { good, refused, payments, taken } = await storm('/agent/search?q=usb', undefined);
    expect([good.length, refused.length, payments, taken]).toEqual([1, times - 1, 1, 1]);
  });

  it('of an order: one order, paid once', async () => {
    const order = orderFor(`${system.url}/shop/products/test-success`);
    const { good, refused, payments, orders, taken } = await storm('/agent/orders', order);
    expect([good.length, refused.length, payments, orders, taken]).toEqual([1, times - 1, 1, 1, 5100]);
  });

  it.each(['/agent/search?q=usb', '/agent/orders'])(
    'of %s with one idempotency key: one answer, fifty times',
    async (path) => {
      const order = path === '/agent/orders' ? orderFor(`${system.url}/shop/products/test-success`) : undefined;
      const { answers, payments } = await storm(path, order, { 'idempotency-key': `storm ${path}` });
      expect(payments).toBe(1);
      const [first] = answers;
      expect(first!.status).toBeLessThan(300);
      for (const { text, headers } of answers) {
        expect(text).toBe(first!.text);
        for (const name of ['x-api-key', 'payment-receipt']) expect(headers.get(name)).toBe(first!.headers.get(name));
      }
      expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    },
  );

  it('leaves a balanced ledger', async () => {
    await system.queue.drain();
    const { db } = system.database;
    expect([...(await purchaseProblems(db)), ...(await paymentProblems(db)), ...(await ledgerProblems(db))]).toEqual(
      [],
    );
  });
});
