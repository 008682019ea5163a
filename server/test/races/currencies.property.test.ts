import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { creditWallet } from '../../src/domains/money/wallet/index.ts';
import { newId } from '../../src/kit/ids.ts';
import { toCents } from '../../src/kit/money.ts';
import { ledgerProblems, purchaseProblems } from '../harness/checks.ts';
import { readContract } from '../harness/conforms.ts';
import { type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { returnFor } from '../harness/returns.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let operator: OperatorClient;
beforeAll(async () => {
  system = await startSystem({ env: { ...operatorEnv, ORDER_FEE_CENTS: '100', FX_MARKUP_BPS: '37' } });
  operator = await personOn(system, await readContract(system));
});
afterAll(() => system.stop());

const stories = ['success', 'euro', 'zero-decimal', 'three-decimals', 'rate-moved', 'rate-stale', 'tax-included'];
const currencies = ['EUR', 'JPY', 'KWD'];

const which = fc.nat({ max: 20 });
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('accept' as const),
      story: fc.constantFrom(...stories),
      quantity: fc.integer({ min: 1, max: 3 }),
      price: fc.integer({ min: 1, max: 9000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('batch' as const),
      rows: fc.array(
        fc.record({
          story: fc.constantFrom(...stories),
          price: fc.integer({ min: 1, max: 9000 }),
          isNative: fc.boolean(),
        }),
        { minLength: 1, maxLength: 5 },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('work' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('call off' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('send back' as const), which, cents: fc.integer({ min: 1, max: 3000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('refund' as const), which, cents: fc.integer({ min: 1, max: 3000 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const currencyOf: Record<string, string> = { success: 'USD', 'zero-decimal': 'JPY', 'three-decimals': 'KWD' };
const batchRow = (story: string, price: number, isNative: boolean) => ({
  product_url: `${system.url}/shop/products/test-${story}`,
  name: 'Jane Doe',
  address1: '1 Market St',
  city: 'San Francisco',
  state: 'CA',
  zip: '94105',
  max_price: String(price),
  max_price_currency: isNative ? (currencyOf[story] ?? 'EUR') : '',
});

async function sendBack(key: string, id: string, amount: number): Promise<void> {
  const { body: order } = await system.get(`/orders/${id}`, key);
  if (order.status !== 'order_placed') return;
  await system.post(`/sandbox/orders/${id}/advance`, key, { to: 'delivered' });
  const { status, body } = await system.post('/returns', key, returnFor(id, order.items[0].id));
  // All of it may be on its way back already.
  if (status !== 201) return;
  const credited = { status: 'credited', amount_cents: amount };
  expect([200, 400, 409, 422]).toContain(
    (await system.post(`/sandbox/returns/${body.id}/resolve`, key, credited)).status,
  );
}

async function take(key: string, ids: string[], next: Step): Promise<void> {
  const chosen = 'which' in next ? ids[next.which % Math.max(ids.length, 1)] : undefined;
  switch (next.do) {
    case 'accept': {
      const url = `${system.url}/shop/products/test-${next.story}`;
      const products = [{ url, quantity: next.quantity }];
      const answer = await system.post('/orders', key, orderFor(url, { products, max_price: next.price }));
      expect([201, 402], answer.text).toContain(answer.status);
      if (answer.status === 201) ids.push(answer.body.id);
      return;
    }
    case 'batch': {
      const rows = next.rows.map(({ story, price, isNative }) => batchRow(story, price, isNative));
      const answer = await system.post('/orders/bulk', key, { rows });
      expect([201, 409], answer.text).toContain(answer.status);
      return;
    }
    case 'work': {
      await system.queue.drain();
      // The orders of batches exist now.
      const { orders } = (await system.get('/orders', key)).body;
      ids.splice(0, ids.length, ...orders.map(({ id }: { id: string }) => id));
      return;
    }
    case 'cancel':
      if (chosen) expect([204, 409]).toContain((await system.post(`/orders/${chosen}/cancel`, key)).status);
      return;
    case 'call off': {
      const path = `/sandbox/orders/${chosen}/advance`;
      const to = 'cancelled_by_retailer';
      if (chosen) expect([200, 400, 409]).toContain((await system.post(path, key, { to })).status);
      return;
    }
    case 'send back':
      if (chosen) await sendBack(key, chosen, next.cents);
      return;
    case 'refund': {
      const refund = { id: newId(), amount_cents: next.cents, note: 'Sorry' };
      if (chosen)
        expect([201, 400]).toContain((await operator.post(`/operator/orders/${chosen}/refund`, refund)).status);
    }
  }
}

/** Accounts that customers or the service own and that are below zero, by currency; and currencies whose sum is not zero. */
async function unsoundAccounts(): Promise<unknown[]> {
  const { rows } = await sql`
    with moved as (
      select account_id, currency, credit as name, amount from currency_transfers
      union all select account_id, currency, debit, -amount from currency_transfers
      union all select account_id, 'USD', credit, amount_cents from ledger_transfers
      union all select account_id, 'USD', debit, -amount_cents from ledger_transfers
    )
    select account_id, currency, name, sum(amount)::bigint as amount from moved
    where name in ('wallet.available', 'wallet.held', 'wallet.reserved', 'retailer', 'fees') group by 1, 2, 3 having sum(amount) < 0
    union all
    select null, currency, 'sum', sum(amount)::bigint from moved group by currency having sum(amount) <> 0`.execute(
    system.database.db,
  );
  return rows;
}

/** Where US dollars were exchanged and everything came back, nothing is left in between. */
async function unbalancedExchanges(): Promise<unknown[]> {
  const { rows } = await sql`
    select id, exchange from orders
    where exchange is not null and status = 'order_placed' and (
      (select coalesce(sum(value::bigint), 0) from jsonb_each_text(exchange -> 'refunds')) > (exchange ->> 'charged')::bigint
      or partly_refunded_cents > least(charged_cents, max_price_cents))`.execute(system.database.db);
  return rows;
}

describe('the ledgers of US dollars, euros, yen and dinars, under any sequence of purchases and refunds', () => {
  it('each sum to zero, no account is below zero, and no more comes back than was paid', {
    timeout: 240_000,
  }, async () => {
    const funds = fc.record({ USD: fc.nat(30_000), EUR: fc.nat(12_000), JPY: fc.nat(12_000), KWD: fc.nat(12_000) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), funds, async (steps, amounts) => {
        const { key, accountId } = await system.account('test', amounts.USD);
        const needs = { tx: system.database.db, clock: { now: () => new Date() } as never };
        for (const currency of currencies) {
          const amount = toCents(amounts[currency as keyof typeof amounts]);
          const credit = { id: newId(), accountId, world: 'test' as const, note: 'test', amount, currency };
          if (amount > 0) await creditWallet(needs, credit);
        }
        const ids: string[] = [];
        // Two at a time: they race for the same wallets.
        for (let at = 0; at < steps.length; at += 2) {
          await Promise.all(steps.slice(at, at + 2).map((next) => take(key, ids, next)));
        }
        await system.queue.drain();
        expect(await ledgerProblems(system.database.db)).toEqual([]);
        expect(await purchaseProblems(system.database.db)).toEqual([]);
        expect(await unsoundAccounts()).toEqual([]);
        expect(await unbalancedExchanges()).toEqual([]);
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });
});
