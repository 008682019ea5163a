import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledger } from '../../src/domains/money/wallet/model.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

/** How many movements are tried. A million takes minutes: `MOVEMENTS=1000000 npx vitest run server/test/races/currencies-million.test.ts`. */
const movements = Number(process.env.MOVEMENTS ?? 8000);
const perBatch = 4000;
const currencies = ['USD', 'EUR', 'JPY', 'KWD'] as const;
const accounts = 20;

let system: TestSystem;
const ids: string[] = [];
beforeAll(async () => {
  system = await startSystem();
  for (let n = 0; n < accounts; n += 1) ids.push((await system.account('test', 0)).accountId);
  await sql`
    insert into wallets (account_id, world) select account, 'test' from unnest(${ids}::uuid[]) account`.execute(
    system.database.db,
  );
  await sql`
    insert into currency_wallets (account_id, world, currency, created_at)
    select account, 'test', currency, ${systemClock.now()}
    from unnest(${ids}::uuid[]) account, unnest(${['EUR', 'JPY', 'KWD']}::text[]) currency`.execute(system.database.db);
});
afterAll(() => system.stop());

/** What a movement may be: how money enters, is held, released, paid and refunded. */
const moves = [
  { kind: 'fund', debit: 'play_money', credit: ledger.available },
  { kind: 'hold', debit: ledger.available, credit: ledger.held },
  { kind: 'release', debit: ledger.held, credit: ledger.available },
  { kind: 'capture', debit: ledger.held, credit: 'retailer' },
  { kind: 'refund', debit: 'retailer', credit: ledger.available },
] as const;

const movement = fc.record({
  account: fc.nat(accounts - 1),
  currency: fc.constantFrom(...currencies),
  move: fc.constantFrom(...moves),
  amount: fc.integer({ min: 1, max: 1_000_000 }),
});
type Movement = typeof movement extends fc.Arbitrary<infer T> ? T : never;

/** The model: what every account of every ledger has. Only movements that it can pay for are made. */
class Model {
  readonly balances = new Map<string, number>();
  name = (account: number, currency: string, name: string): string => `${account} ${currency} ${name}`;
  of = (key: string): number => this.balances.get(key) ?? 0;

  take({ account, currency, move, amount }: Movement): number {
    const [debit, credit] = [this.name(account, currency, move.debit), this.name(account, currency, move.credit)];
    const moved = move.kind === 'fund' ? amount : Math.min(amount, this.of(debit));
    this.balances.set(debit, this.of(debit) - moved);
    this.balances.set(credit, this.of(credit) + moved);
    return moved;
  }
}

/** Writes a batch into the ledgers and moves the wallets with it, as the service does, under the checks of the database. */
async function write(batch: (Movement & { moved: number })[]): Promise<void> {
  const rows = JSON.stringify(
    batch.map(({ account, currency, move: { kind, debit, credit }, moved }) => ({
      account: ids[account],
      cause: newId(),
      currency,
      kind,
      debit,
      credit,
      moved,
    })),
  );
  await sql`
    with given as (
      select * from json_to_recordset(${rows}::json)
        as m (account uuid, cause uuid, currency text, kind text, debit text, credit text, moved bigint)
    ),
    dollars as (
      insert into ledger_transfers (world, account_id, kind, debit, credit, amount_cents, cause, cause_id, created_at)
      select 'test', account, kind, debit, credit, moved, 'order', cause, now() from given where currency = 'USD'
    ),
    others as (
      insert into currency_transfers (world, account_id, currency, kind, debit, credit, amount, cause, cause_id, created_at)
      select 'test', account, currency, kind, debit, credit, moved, 'order', cause, now() from given where currency <> 'USD'
    ),
    changes as (
      select account, currency,
        sum(moved * ((credit = ${ledger.available})::int - (debit = ${ledger.available})::int)) as available,
        sum(moved * ((credit = ${ledger.held})::int - (debit = ${ledger.held})::int)) as held
      from given group by account, currency
    ),
    dollar_wallets as (
      update wallets w set available_cents = w.available_cents + c.available, held_cents = w.held_cents + c.held
      from changes c where c.currency = 'USD' and w.account_id = c.account and w.world = 'test'
    )
    update currency_wallets w set available = w.available + c.available, held = w.held + c.held
    from changes c where c.currency = w.currency and w.account_id = c.account and w.world = 'test'`.execute(
    system.database.db,
  );
}

it(`${movements} random movements in four currencies sum to zero in each, and nothing is below zero`, {
  timeout: 1_200_000,
}, async () => {
  const model = new Model();
  let left = movements;
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      if (left <= 0) return;
      const batch = fc.sample(movement, { numRuns: perBatch, seed }).flatMap((next) => {
        const moved = model.take(next);
        return moved > 0 ? [{ ...next, moved }] : [];
      });
      left -= batch.length;
      if (batch.length > 0) await write(batch);
    }),
    // Some movements find nothing to move.
    { numRuns: Math.ceil((movements * 2) / perBatch) + 20, endOnFailure: true },
  );
  expect(await ledgerProblems(system.database.db)).toEqual([]);
  const { rows: counted } = await sql<{ n: number }>`
    select (select count(*) from ledger_transfers)::int + (select count(*) from currency_transfers)::int as n`.execute(
    system.database.db,
  );
  expect(counted[0]?.n).toBeGreaterThanOrEqual(movements);
  const { rows } = await sql<{ account_id: string; currency: string; name: string; amount: number }>`
    with moved as (
      select account_id, currency, credit as name, amount from currency_transfers
      union all select account_id, currency, debit, -amount from currency_transfers
      union all select account_id, 'USD', credit, amount_cents from ledger_transfers
      union all select account_id, 'USD', debit, -amount_cents from ledger_transfers
    )
    select account_id, currency, name, sum(amount)::bigint as amount from moved where account_id is not null
    group by 1, 2, 3`.execute(system.database.db);
  // The database has what the model has, to the minor unit.
  for (const { account_id: id, currency, name, amount } of rows) {
    expect(Number(amount), `${currency} ${name}`).toBe(model.of(model.name(ids.indexOf(id), currency, name)));
    if (name !== 'play_money') expect(Number(amount)).toBeGreaterThanOrEqual(0);
  }
  for (const currency of currencies) {
    const sum = rows.filter((row) => row.currency === currency).reduce((total, row) => total + Number(row.amount), 0);
    expect(sum, currency).toBe(0);
  }
});
