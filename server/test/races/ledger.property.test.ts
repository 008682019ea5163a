import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerProblems, purchaseProblems } from '../harness/checks.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem({ env: { ORDER_FEE_CENTS: '100' } });
});
afterAll(() => system.stop());

const stories = [
  'success',
  'flaky',
  'price-exceeded',
  'out-of-stock',
  'account-locked',
  'timeout-after-placing',
  'timeout-before-placing',
  'retailer-cancels',
  'split-shipment',
];

const which = fc.nat({ max: 20 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('accept' as const),
      story: fc.constantFrom(...stories),
      price: fc.integer({ min: 1, max: 9000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('work' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('call off' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('deliver' as const), which }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function take(key: string, ids: string[], next: Step): Promise<void> {
  const chosen = 'which' in next ? ids[next.which % Math.max(ids.length, 1)] : undefined;
  switch (next.do) {
    case 'accept': {
      const url = `${system.url}/shop/products/test-${next.story}`;
      const answer = await system.post('/orders', key, orderFor(url, { max_price: next.price }));
      expect([201, 402]).toContain(answer.status);
      if (answer.status === 201) ids.push(answer.body.id);
      return;
    }
    case 'cancel':
      if (chosen) expect([204, 409]).toContain((await system.post(`/orders/${chosen}/cancel`, key)).status);
      return;
    case 'work':
      await system.queue.drain();
      return;
    case 'call off':
    case 'deliver': {
      const to = next.do === 'deliver' ? 'delivered' : 'cancelled_by_retailer';
      const path = `/sandbox/orders/${chosen}/advance`;
      if (chosen) expect([200, 400, 409]).toContain((await system.post(path, key, { to })).status);
    }
  }
}

describe('the ledger, under any sequence of accepting, placing, failing, canceling and calling off', () => {
  it('balances after every step, and matches the stores’ records at the end', { timeout: 180_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 14 }),
        fc.integer({ min: 0, max: 30_000 }),
        async (steps, cents) => {
          const { key } = await system.account('test', cents);
          const ids: string[] = [];
          for (const next of steps) {
            await take(key, ids, next);
            expect(await ledgerProblems(system.database.db)).toEqual([]);
          }
          await system.queue.drain();
          expect(await ledgerProblems(system.database.db)).toEqual([]);
          expect(await purchaseProblems(system.database.db)).toEqual([]);
        },
      ),
      { numRuns: 40, endOnFailure: true },
    );
  });
});
