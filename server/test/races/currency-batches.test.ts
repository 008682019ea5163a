import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { creditWallet, debitWallet, readLedgerTotals } from '../../src/domains/money/wallet/index.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { toCents } from '../../src/kit/money.ts';
import { inTransaction } from '../../src/platform/database/index.ts';
import { enqueue } from '../../src/platform/queue/index.ts';
import { booksOf } from '../harness/books.ts';
import { ledgerProblems, purchaseProblems } from '../harness/checks.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

// Batches that pay from several wallets, while other orders and operators use the same ones.

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem({ env: { ORDER_FEE_CENTS: '100' } });
});
afterAll(() => system.stop());
afterEach(async () => {
  expect(await ledgerProblems(system.database.db)).toEqual([]);
  expect(await purchaseProblems(system.database.db)).toEqual([]);
});

const product = (name: string) => `${system.url}/shop/products/test-${name}`;
const row = (name: string, more: Record<string, string> = {}) => ({
  product_url: product(name),
  name: 'Jane Doe',
  address1: '1 Market St',
  city: 'San Francisco',
  state: 'CA',
  zip: '94105',
  max_price: '5000',
  ...more,
});

async function customer(amounts: { EUR: number; JPY: number }) {
  const { key, accountId } = await system.account('test', 1_000_000);
  const needs = { tx: system.database.db, clock: systemClock };
  for (const [currency, amount] of Object.entries(amounts)) {
    const credit = { id: newId(), accountId, world: 'test' as const, note: 'test', amount: toCents(amount), currency };
    await creditWallet(needs, credit);
  }
  return {
    key,
    accountId,
    place: (rows: unknown[], headers = {}) => system.post('/orders/bulk', key, { rows }, headers),
    wallet: async (currency: string) => (await system.get(`/wallet?currency=${currency}`, key)).body,
    orders: async () => (await system.get('/orders?limit=200', key)).body.orders,
  };
}

/** 50.00 USD are 46.00 EUR, and 7,755 yen; the fee is 0.92 EUR, and 155 yen. */
const hold = { EUR: 4692, JPY: 7910, USD: 5100 };

it('concurrent batches and single orders hold no more of a currency than there is, and everything comes to an end', {
  timeout: 120_000,
}, async () => {
  const own = await customer({ EUR: 5 * hold.EUR + 100, JPY: 2 * hold.JPY });
  const mixed = [row('euro'), row('zero-decimal'), row('success'), row('euro')];
  const answers = await Promise.all([
    ...[1, 2, 3].map((n) => own.place(mixed.map((each) => ({ ...each, n: String(n) })))),
    ...[1, 2, 3].map(() => system.post('/orders', own.key, orderFor(product('euro')))),
  ]);
  for (const { status, text } of answers) expect(status, text).toBe(201);
  const [euro, yen, dollar] = [await own.wallet('EUR'), await own.wallet('JPY'), await own.wallet('USD')];
  expect(euro.held_cents).toBeLessThanOrEqual(5 * hold.EUR);
  expect(euro.held_cents % hold.EUR).toBe(0);
  expect(yen.held_cents % hold.JPY).toBe(0);
  // Nine orders in euros, three in yen and three in dollars: what their own wallets don't hold, US dollars do.
  const inOwn = euro.held_cents / hold.EUR + yen.held_cents / hold.JPY;
  expect(dollar.held_cents).toBe((9 + 3 + 3 - inOwn) * hold.USD);
  for (let round = 0; round < 4; round += 1) await system.queue.drain();
  const orders = await own.orders();
  expect(orders).toHaveLength(15);
  const wallets = orders.map(({ exchange }: { exchange?: { payment_currency: string } }) => exchange?.payment_currency);
  expect(wallets.filter((wallet: string) => wallet === 'EUR')).toHaveLength(euro.held_cents / hold.EUR);
  expect(orders.every(({ status }: { status: string }) => status === 'order_placed')).toBe(true);
  const books = await booksOf(system.database.db, own.accountId);
  for (const currency of ['USD', 'EUR', 'JPY']) {
    expect(books).not.toHaveProperty(`${currency} wallet.held`);
    expect(books).not.toHaveProperty(`${currency} wallet.reserved`);
    const parts = Object.entries(books).filter(([name]) => name.startsWith(currency));
    expect(parts.reduce((sum, [, amount]) => sum + amount, 0)).toBe(0);
  }
});

/** Places a batch that has decided to pay in euros, and takes these euros away before it holds them. */
async function placeWhileEurosLeave(own: Awaited<ReturnType<typeof customer>>, amount: number, rows: unknown[]) {
  const { db } = system.database;
  let placed: ReturnType<typeof own.place> | undefined;
  await inTransaction(db, async (tx) => {
    const debit = { id: newId(), accountId: own.accountId, world: 'test' as const, note: 'test', currency: 'EUR' };
    await debitWallet({ tx, clock: systemClock }, { ...debit, amount: toCents(amount) });
    placed = own.place(rows, { 'idempotency-key': newId() });
    const waiting = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%currency_wallets%'`.execute(db)
      ).rows.length;
    await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0);
  });
  return placed!;
}

it('a batch whose euros are gone when it holds them decides again, and US dollars pay what they no longer cover', async () => {
  const own = await customer({ EUR: 2 * hold.EUR, JPY: hold.JPY });
  const rows = [row('euro'), row('euro'), row('zero-decimal')];
  const placed = await placeWhileEurosLeave(own, hold.EUR, rows);
  expect(placed.status, placed.text).toBe(201);
  expect(await own.wallet('EUR')).toMatchObject({ available_cents: 0, held_cents: hold.EUR });
  expect(await own.wallet('JPY')).toMatchObject({ available_cents: 0, held_cents: hold.JPY });
  expect(await own.wallet('USD')).toMatchObject({ held_cents: hold.USD });
  for (let round = 0; round < 3; round += 1) await system.queue.drain();
  expect((await system.get(`/orders/bulk/${placed.body.id}`, own.key)).body).toMatchObject({ placed_count: 3 });
  expect(await own.orders()).toHaveLength(3);
});

it('a batch whose euros are gone is refused as a whole if US dollars don’t cover it', async () => {
  const own = await customer({ EUR: 2 * hold.EUR, JPY: hold.JPY });
  const needs = { tx: system.database.db, clock: systemClock };
  const debit = { id: newId(), accountId: own.accountId, world: 'test' as const, note: 'test' };
  await debitWallet(needs, { ...debit, amount: toCents(1_000_000 - hold.USD + 1) });
  const rows = [row('euro'), row('euro'), row('zero-decimal')];
  const answer = await placeWhileEurosLeave(own, hold.EUR, rows);
  expect(answer.status, answer.text).toBe(409);
  expect(answer.body.error.details).toMatchObject({ sufficient_funds: false, invalid_rows: 0 });
  expect(await own.wallet('EUR')).toMatchObject({ available_cents: hold.EUR, held_cents: 0 });
  expect(await own.wallet('JPY')).toMatchObject({ available_cents: hold.JPY, held_cents: 0 });
  expect(await own.orders()).toEqual([]);
  const { rows: batches } = await sql`select from bulk_batches where account_id = ${own.accountId}`.execute(
    system.database.db,
  );
  expect(batches).toEqual([]);
});

it('orders that are created twice at once take their part of the euros once', async () => {
  const own = await customer({ EUR: 4 * hold.EUR, JPY: hold.JPY });
  const { body } = await own.place([row('euro'), row('euro'), row('zero-decimal')]);
  await sql`update jobs set run_at = '-infinity' where kind = 'bulk.make'`.execute(system.database.db);
  await Promise.all([system.queue.drain(), system.queue.drain()]);
  // And again after a crash that forgot that the job was done.
  await enqueue(system.database.db, { kind: 'bulk.make', payload: { batchId: body.id } });
  for (let round = 0; round < 3; round += 1) await system.queue.drain();
  expect(await own.wallet('EUR')).toMatchObject({ available_cents: 4 * hold.EUR - 2 * (1999 + 92), held_cents: 0 });
  expect(await own.orders()).toHaveLength(3);
});

it('two copies of the ledgers are compared in every currency', async () => {
  const totals = await readLedgerTotals(system.database.pool);
  const { rows } = await sql<{ kind: string; cents: string }>`
    select currency || ' ' || kind as kind, sum(amount)::text as cents from currency_transfers group by 1`.execute(
    system.database.db,
  );
  expect(rows.length).toBeGreaterThan(4);
  expect(totals).toEqual(expect.arrayContaining(rows.map((row) => expect.objectContaining(row))));
});

it('the audit reports an order that took more than its batch had on hold', async () => {
  const own = await customer({ EUR: 1000, JPY: 1000 });
  const { db } = system.database;
  const rolledBack = new Error('rolled back');
  const audited = inTransaction(db, async (tx) => {
    await sql`
      insert into currency_transfers (world, account_id, currency, kind, debit, credit, amount, cause, cause_id, created_at)
      values ('test', ${own.accountId}, 'EUR', 'hold', 'wallet.reserved', 'wallet.held', 70, 'order', ${newId()}, now())`.execute(
      tx,
    );
    const problems = { problem: 'orders took 70 EUR more than their batches had reserved', account_id: own.accountId };
    expect(await ledgerProblems(tx)).toMatchObject([problems]);
    throw rolledBack;
  });
  await expect(audited).rejects.toBe(rolledBack);
});
