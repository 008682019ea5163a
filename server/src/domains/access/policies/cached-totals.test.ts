import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../test/harness/fake-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/postgres.ts';
import { secondMs } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { insertAccount } from '../accounts/index.ts';
import { createTotalsCache, type TotalsCache } from './cached-totals.ts';
import { type Asked, lockAndDecide } from './decide.ts';
import type { PolicyRules } from './model.ts';
import type { Spender } from './sql.ts';
import { replacePolicy } from './write-policy.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

let clock: ReturnType<typeof fakeClock>;
let cache: TotalsCache;
let spender: Spender;
beforeEach(async () => {
  clock = fakeClock();
  cache = createTotalsCache();
  spender = { accountId: newId(), world: 'test', keyId: null };
  await insertAccount(test.database.db, spender.accountId, `${spender.accountId}@example.com`, clock.now());
});

const limit = (rules: PolicyRules) =>
  inTransaction(test.database.db, (tx) => {
    const needs = { tx, now: clock.now(), nameOfRetailer: (_world: string, name: string) => name };
    const { accountId, world } = spender;
    return replacePolicy(needs, { accountId, world, scope: 'account', subject: '' }, rules, { name: 'x', keyId: null });
  });

const address = {
  first_name: 'Jane',
  last_name: 'Doe',
  address_line1: '1 Market St',
  address_line2: null,
  city: 'San Francisco',
  state: 'CA',
  postal_code: '94105',
  country: 'US',
};

const asking = (cents: number): Asked => ({
  orderId: newId(),
  keyId: null,
  retailer: 'walmart',
  country: 'US',
  cents,
  quantity: 1,
  titles: null,
  reason: null,
  place: { retailer: 'walmart', address },
});

/** Decides on purchases in one transaction, and says what was decided and what it took for spent before each. */
const decide = (amounts: number[], known = cache) =>
  inTransaction(test.database.db, async (tx) => {
    const decider = await lockAndDecide(tx, [spender], clock.now(), known);
    const cases = [];
    for (const cents of amounts) {
      const asked = asking(cents);
      cases.push({ spender, asked, verdict: await decider.decide(spender, asked) });
    }
    await decider.record(() => Buffer.from(newId()), cases);
    return cases.map(({ verdict: { decision, findings } }) => [decision, findings[0]?.used ?? null]);
  });

/** Money that is spent without a decision, so that only counting sees it. */
const spendUnseen = (cents: number) =>
  sql`insert into reserved_spend (order_id, account_id, world, key_id, cents, created_at)
    values (${newId()}, ${spender.accountId}, 'test', null, ${cents}, ${clock.now()})`.execute(test.database.db);

const refundUnseen = () =>
  sql`delete from reserved_spend where account_id = ${spender.accountId}`.execute(test.database.db);

const daily = { windows: [{ per: 'day' as const, amount_cents: 100_000 }] };

describe('cached totals', () => {
  it('are used again for less than 60 seconds, with what was decided since', async () => {
    await limit(daily);
    expect(await decide([10])).toEqual([['allow', 0]]);
    await spendUnseen(500);
    clock.advance(60 * secondMs - 1);
    expect(await decide([20, 30])).toEqual([
      ['allow', 10],
      ['allow', 30],
    ]);
    clock.advance(1);
    expect(await decide([1])).toEqual([['allow', 500]]);
  });

  it('do not grow younger with every decision', async () => {
    await limit(daily);
    await decide([10]);
    await spendUnseen(500);
    clock.advance(40 * secondMs);
    expect(await decide([10])).toEqual([['allow', 10]]);
    clock.advance(40 * secondMs);
    expect(await decide([10])).toEqual([['allow', 500]]);
  });

  it('end with the period of a window', async () => {
    await limit({ windows: [{ per: 'hour', amount_cents: 100_000 }] });
    const hourMs = 3600 * secondMs;
    clock.advance(hourMs - (clock.now().getTime() % hourMs) - 10 * secondMs);
    await decide([10]);
    expect(await decide([10])).toEqual([['allow', 10]]);
    clock.advance(10 * secondMs);
    expect(await decide([10])).toEqual([['allow', 0]]);
  });

  it('are counted again once another process has decided, or a policy was changed', async () => {
    await limit(daily);
    await decide([10]);
    await spendUnseen(500);
    expect(await decide([10], createTotalsCache())).toEqual([['allow', 500]]);
    expect(await decide([10])).toEqual([['allow', 500]]);
    await spendUnseen(500);
    await limit({ windows: [{ per: 'day', amount_cents: 200_000 }] });
    expect(await decide([10])).toEqual([['allow', 1000]]);
  });

  it('neither deny nor ask: what they do not plainly allow is counted, with what the batch added', async () => {
    await limit({ max_open_cents: 1000 });
    await spendUnseen(900);
    expect(await decide([50])).toEqual([['allow', 900]]);
    await refundUnseen();
    expect(await decide([50, 400, 600])).toEqual([
      ['allow', 950],
      ['allow', 50],
      ['deny', 450],
    ]);
  });

  it('leave a passed threshold to a count', async () => {
    await limit({ windows: [{ per: 'day', amount_cents: 1000 }] });
    await decide([10]);
    await spendUnseen(100);
    expect(await decide([10])).toEqual([['allow', 10]]);
    expect(await decide([480])).toEqual([['allow', 100]]);
  });

  it('are not used where the first order asks', async () => {
    await limit({ ...daily, approve: { first_order: true } });
    await decide([10]);
    await spendUnseen(500);
    const [[decision] = []] = await decide([10]);
    expect(decision).toBe('approve');
    const { rows } = await sql<{ used: number }>`
      select (inputs::jsonb -> 'findings' -> 1 ->> 'used')::int as used from policy_decisions
      where account_id = ${spender.accountId} order by position desc limit 1`.execute(test.database.db);
    expect(rows).toEqual([{ used: 500 }]);
  });

  it('are not kept by a transaction that is rolled back', async () => {
    await limit(daily);
    await inTransaction(test.database.db, async (tx) => {
      const decider = await lockAndDecide(tx, [spender], clock.now(), cache);
      const asked = asking(10);
      await decider.record(
        () => Buffer.alloc(32, 1),
        [{ spender, asked, verdict: await decider.decide(spender, asked) }],
      );
      throw new Error('rolled back');
    }).catch(() => {});
    expect(cache.has(spender)).toBe(false);
    expect(await decide([10])).toEqual([['allow', 0]]);
  });

  it('belong to one account and one world', async () => {
    await limit(daily);
    await decide([10]);
    expect([cache.has(spender), cache.has({ ...spender, world: 'live' })]).toEqual([true, false]);
  });
});
