import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drainToPayment } from '../../src/domains/money/wallet/index.ts';
import { transfer } from '../../src/domains/money/wallet/sql.ts';
import type { NewTransfer } from '../../src/domains/money/wallet/transfers.ts';
import { recordRetailerCancellation } from '../../src/domains/orders/orders/index.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { inTransaction } from '../../src/platform/database/index.ts';
import { agentOf, credentialFor } from '../harness/agent.ts';
import { ledgerProblems, paymentProblems } from '../harness/checks.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { placedOrder, returnFor } from '../harness/returns.ts';
import { type StripeStandIn, startStripe } from '../harness/stripe-stand-in.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

// Cents that could get lost between two movements of money: each test fails when the line that keeps them is altered.

const clock = { ...fakeClock(), sleep: systemClock.sleep };
let stripe: StripeStandIn;
let system: TestSystem;
beforeAll(async () => {
  stripe = await startStripe();
  const env = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_API_BASE: stripe.url, STRIPE_NETWORK_ID: 'profile_1' };
  system = await startSystem({ clock, withLive: true, env });
});
afterAll(async () => {
  await system.stop();
  await stripe.stop();
});

const balanceOf = async (key: string): Promise<number> => (await system.get('/wallet', key)).body.balance_cents;

async function credit(key: string, orderId: string, itemId: string): Promise<void> {
  const made = await system.post('/returns', key, returnFor(orderId, itemId));
  expect(made.status, made.text).toBe(201);
  const ended = await system.post(`/sandbox/returns/${made.body.id}/resolve`, key, { status: 'credited' });
  expect(ended.body.status, ended.text).toBe('credited');
}

describe('earlier credits count', () => {
  it('returns of one unit each refund exactly what was charged', async () => {
    const { key } = await system.account('test');
    const before = await balanceOf(key);
    const quantity = 7;
    const products = [{ url: 'https://www.walmart.com/ip/986325010', quantity }];
    const { order, itemId, total } = await placedOrder(system, key, quantity, { products });
    expect(total % quantity, 'a total that does not divide').not.toBe(0);
    for (let piece = 0; piece < quantity; piece += 1) await credit(key, order.id, itemId);
    expect(await balanceOf(key)).toBe(before);
  });

  it('when the retailer calls off the order of which something was credited: the rest is refunded, not all of it', async () => {
    const { key } = await system.account('test');
    const before = await balanceOf(key);
    const { order, itemId } = await placedOrder(system, key, 3);
    await credit(key, order.id, itemId);
    await inTransaction(system.database.db, (tx) =>
      recordRetailerCancellation({ tx, clock }, order.id, 'Out of stock.'),
    );
    expect((await system.get(`/orders/${order.id}`, key)).body.status).toBe('cancelled_by_retailer');
    expect(await balanceOf(key)).toBe(before);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });
});

describe('a movement happens once for its cause', () => {
  const fund = async (words: Partial<NewTransfer> = {}) => {
    const { accountId } = await system.account('test', 1000);
    const at = clock.now();
    const [kind, cause] = ['fund', 'operator'] as const;
    const move = { world: 'test' as const, accountId, kind, cause, causeId: newId(), note: null, cents: 70, at };
    return { debit: 'funding', credit: 'wallet.available', ...move, ...words };
  };
  const balance = async (accountId: string) => {
    const { rows } = await sql<{ available_cents: number }>`
      select available_cents from wallets where account_id = ${accountId}`.execute(system.database.db);
    return rows[0]!.available_cents;
  };
  const moves = async (causeId: string) =>
    (await sql`select from ledger_transfers where cause_id = ${causeId}`.execute(system.database.db)).rows.length;

  it('with any number of concurrent requests', async () => {
    const move = await fund();
    const done = await Promise.all(Array.from({ length: 12 }, () => transfer(system.database.db, move)));
    expect(done.filter((isFirst) => isFirst)).toHaveLength(1);
    expect([await balance(move.accountId), await moves(move.causeId)]).toEqual([1070, 1]);
    expect(await transfer(system.database.db, move)).toBe(false);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('and texts that are equal only when joined are two movements', async () => {
    const move = await fund();
    const words = [
      { debit: 'wallet', credit: 's.x' },
      { debit: 'wallets', credit: '.x' },
      { debit: '.x', credit: 'wallets' },
      { kind: 'credit' as const, debit: 'wallet', credit: 's.x' },
    ];
    for (const each of words) expect(await transfer(system.database.db, { ...move, ...each })).toBe(true);
    for (const each of words) expect(await transfer(system.database.db, { ...move, ...each })).toBe(false);
    expect(await moves(move.causeId)).toBe(words.length);
  });

  it('does not count as done when the ledger rejected it for another reason', async () => {
    const [first, move] = [await fund(), await fund()];
    expect(await transfer(system.database.db, first)).toBe(true);
    await expect(
      inTransaction(system.database.db, async (tx) => {
        // As after a restore that set the numbers back. A number that was given is not taken back by a rollback.
        await sql`select setval(pg_get_serial_sequence('ledger_transfers', 'id'), min(id), false) from ledger_transfers`.execute(
          tx,
        );
        await transfer(tx, move);
      }),
    ).rejects.toThrow(`rejected the fund for ${move.causeId}`);
    await sql`select setval(pg_get_serial_sequence('ledger_transfers', 'id'), max(id)) from ledger_transfers`.execute(
      system.database.db,
    );
    expect([await balance(move.accountId), await moves(move.causeId)]).toEqual([1000, 0]);
  });
});

it('what is withdrawn from a wallet is its balance at that time, not when it was requested', async () => {
  const { accountId } = await system.account('test', 1000);
  const { db } = system.database;
  const spend = { id: newId(), accountId, world: 'test' as const, method: 'sandbox' };
  let drained: Promise<number | null> | undefined;
  await inTransaction(db, async (tx) => {
    await sql`update wallets set available_cents = available_cents - 400, held_cents = held_cents + 400
      where account_id = ${accountId}`.execute(tx);
    drained = inTransaction(db, (other) => drainToPayment({ tx: other, clock }, spend));
    await expect
      .poll(async () => {
        const { rows } = await sql<{ n: number }>`
          select count(*) as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%wallets%'`.execute(db);
        return rows[0]!.n;
      })
      .toBeGreaterThan(0);
  });
  expect(await drained).toBe(600);
  const { rows } = await sql<{ available_cents: number; drained: number }>`
    select available_cents, (select amount_cents from ledger_transfers where cause_id = ${spend.id}) as drained
    from wallets where account_id = ${accountId}`.execute(db);
  expect(rows).toEqual([{ available_cents: 0, drained: 600 }]);
});

it('an agent order is not created after its payment was abandoned, and the charge is refunded', async () => {
  const agent = agentOf(system);
  const body = orderFor(`${system.url}/shop/products/test-success`);
  const { db } = system.database;
  const count = async () => (await sql<{ n: number }>`select count(*) as n from orders`.execute(db)).rows[0]!.n;
  const before = await count();
  // While the provider takes its time over the answer, the job that cleans up gives the charge up.
  // It cannot ask the provider just then, so nothing is booked yet: the claim alone is what stops the order.
  stripe.setGate(async () => {
    stripe.setDown(true);
    clock.advance(130_000);
    await system.queue.drain();
    stripe.setDown(false);
  });
  const challenge = await agent.challengeFor('/agent/orders', body, 'stripe');
  const answer = await agent.send('/agent/orders', body, credentialFor(challenge, { spt: 'spt_gate_late' }));
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  clock.advance(3_600_000);
  await system.queue.drain();
  expect(await count()).toBe(before);
  const [charge] = [...stripe.charges.values()];
  expect(charge!.refunds.reduce((sum, refund) => sum + refund.amount, 0)).toBe(charge!.amount);
  expect(await paymentProblems(db)).toEqual([]);
  expect(stripe.problems).toEqual([]);
});
