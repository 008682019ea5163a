import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { closeCharge, listOpenChargeFiles } from '../../src/domains/operations/operator/index.ts';
import { dayMs, hourMs, minuteMs } from '../../src/kit/clock.ts';
import {
  expectSound,
  holdBack,
  liveCharges,
  look,
  send,
  settle,
  slow,
  stageWith,
  start,
  tell,
} from '../harness/card-stage.ts';
import { purchaseProblems } from '../harness/checks.ts';
import { backUp, copyStoreBooks } from '../harness/restore.ts';
import type { TestSystem } from '../harness/system.ts';

describe('a live order paid by card', () => {
  it(
    'is authorized once, captured once for what it cost, and refunded once, whoever asks how often',
    slow,
    async () => {
      const stage = await stageWith('pm_good');
      const { stripe, system } = stage;
      const answers = await Promise.all(Array.from({ length: 8 }, () => send(stage, 'one')));
      const ids = new Set(answers.filter(({ status }) => status === 201).map(({ body: order }) => order.id));
      expect([ids.size, answers.map(({ status }) => status)]).toEqual([1, answers.map(() => 201)]);
      const [id = ''] = ids;
      expect(stripe.paymentsOf(id)).toMatchObject([{ status: 'requires_capture', amount: 20_000 }]);
      await settle(stage);
      const order = await look(stage, id);
      const { total } = order.job_result.price_components;
      expect(order.payment).toMatchObject({
        state: 'captured',
        captured_cents: total,
        simulated: false,
        payment_method: 'pm_good',
      });
      const { enqueue } = await import('../../src/platform/queue/index.ts');
      await enqueue(system.database.db, { kind: 'cards.settle', payload: { orderId: id } });
      await enqueue(system.database.db, { kind: 'cards.settle', payload: { orderId: id } });
      await settle(stage);
      expect(stripe.paymentsOf(id)).toMatchObject([{ status: 'succeeded', received: total }]);

      const { recordRetailerCancellation } = await import('../../src/domains/orders/orders/index.ts');
      const { inTransaction } = await import('../../src/platform/database/index.ts');
      const cancel = () =>
        inTransaction(system.database.db, (tx) => recordRetailerCancellation({ tx, clock: stage.clock }, id, 'gone'));
      expect(await Promise.all([cancel(), cancel()])).toEqual(expect.arrayContaining([true, false]));
      await settle(stage);
      expect((await look(stage, id)).payment).toMatchObject({ state: 'refunded', refunded_cents: total });
      expect(stripe.paymentsOf(id)[0]?.refunds.map(({ amount }) => amount)).toEqual([total]);
      await expectSound(stage);
    },
  );

  it('loses no authorization where the answer is lost: the same request takes it up', slow, async () => {
    const stage = await stageWith('pm_hangup');
    const { stripe } = stage;
    const lost = await send(stage, 'lost');
    expect([lost.status, lost.body.error.code]).toEqual([502, 'external_service_error']);
    const made = await send(stage, 'lost');
    expect(made.status).toBe(201);
    expect(stripe.paymentsOf(made.body.id)).toHaveLength(1);
    await settle(stage);
    expect(await purchaseProblems(stage.system.database.db, 'live')).toEqual([]);
    await expectSound(stage);
  });

  it('releases what was authorized for an order that was never written', slow, async () => {
    const stage = await stageWith('pm_hangup');
    expect((await send(stage, 'crash')).status).toBe(502);
    const [charge] = [...stage.stripe.charges.values()];
    expect(charge?.status).toBe('requires_capture');
    await settle(stage);
    expect(charge?.status).toBe('canceled');
    const { rows } = await sql`select state from card_payments`.execute(stage.system.database.db);
    expect(rows).toEqual([{ state: 'released' }]);
    // The client repeats its order much later: it is authorized again, under a new number.
    await send(stage, 'crash');
    const again = await send(stage, 'crash');
    expect([again.status, again.body.payment?.state]).toEqual([201, 'authorized']);
    expect(liveCharges(stage.stripe, again.body.id)).toHaveLength(1);
    await settle(stage);
    await expectSound(stage);
  });

  it('of which the release wins is not written, and the client is told to retry', slow, async () => {
    const stage = await stageWith('pm_gate');
    const { system, stripe } = stage;
    stripe.setGate(async () => {
      await sql`update card_payments set state = 'releasing'`.execute(system.database.db);
    });
    const refused = await send(stage, 'late');
    expect(refused.status).toBe(502);
    const { rows } = await sql`select id from orders`.execute(system.database.db);
    expect(rows).toEqual([]);
    stripe.setGate(() => Promise.resolve());
    await settle(stage, 10 * minuteMs);
    await settle(stage, 10 * minuteMs);
    expect([...stripe.charges.values()].map(({ status }) => status)).toEqual(['canceled']);
    await expectSound(stage);
  });

  it('denied by a policy is not authorized', slow, async () => {
    const stage = await stageWith('pm_good');
    const { system, accountId } = stage;
    const rules = JSON.stringify({ max_order_cents: 100 });
    await sql`
      insert into policies (id, account_id, world, scope, subject, version, rules, is_frozen, updated_by, created_at, updated_at)
      values (gen_random_uuid(), ${accountId}, 'live', 'account', '', 1, ${rules}::jsonb, false, 'test', now(), now())`.execute(
      system.database.db,
    );
    const denied = await send(stage, 'denied');
    expect([denied.status, denied.body.error.code]).toEqual([403, 'policy_denied']);
    expect(stage.stripe.charges.size).toBe(0);
  });
});

describe('an authorization that expires', () => {
  it('is renewed before it expires while the order waits, and only the new one is captured', slow, async () => {
    const stage = await stageWith('pm_good');
    const { clock, stripe, system } = stage;
    const { id } = (await send(stage, 'waits')).body;
    await holdBack(stage);
    await settle(stage);
    await settle(stage, 6 * dayMs + hourMs);
    await settle(stage, hourMs);
    expect(stripe.paymentsOf(id).map(({ status }) => status)).toEqual(['canceled', 'requires_capture']);
    expect((await look(stage, id)).payment.state).toBe('authorized');
    await sql`delete from retailer_switches`.execute(system.database.db);
    clock.advance(minuteMs);
    await settle(stage);
    expect(stripe.paymentsOf(id).map(({ status }) => status)).toEqual(['canceled', 'succeeded']);
    expect((await look(stage, id)).payment.state).toBe('captured');
    await expectSound(stage);
  });

  it('and that the bank does not renew fails the order, which says so', slow, async () => {
    const stage = await stageWith('pm_once');
    const { id } = (await send(stage, 'once')).body;
    await holdBack(stage);
    await settle(stage);
    for (const _day of [1, 2, 3, 4, 5, 6, 7, 8]) await settle(stage, dayMs);
    const failed = await look(stage, id);
    expect([failed.status, failed.job_result?.error_type]).toEqual(['order_failed', 'payment_declined']);
    expect(failed.job_result.error).toContain('authorization expired');
    await settle(stage);
    expect(liveCharges(stage.stripe, id)).toEqual([]);
    await expectSound(stage);
  });

  it('is renewed immediately when Stripe reports that it was canceled', slow, async () => {
    const stage = await stageWith('pm_good');
    const { stripe, system, clock } = stage;
    const { id } = (await send(stage, 'canceled')).body;
    await holdBack(stage);
    const [charge] = stripe.paymentsOf(id);
    Object.assign(charge!, { status: 'canceled' });
    const object = { object: 'payment_intent', id: charge!.id, metadata: charge!.metadata };
    for (const _time of [1, 2]) {
      expect((await tell(system, stripe, 'payment_intent.canceled', object, clock.now())).status).toBe(200);
    }
    await sql`delete from retailer_switches`.execute(system.database.db);
    await settle(stage);
    expect(stripe.paymentsOf(id).map(({ status }) => status)).toEqual(['canceled', 'succeeded']);
    await expectSound(stage);
  });

  it(
    'that cannot be captured is a debt that the operator sees and closes, and nothing is bought again',
    slow,
    async () => {
      const stage = await stageWith('pm_uncapturable');
      const { stripe, system, clock } = stage;
      const { id } = (await send(stage, 'debt')).body;
      await settle(stage);
      const order = await look(stage, id);
      expect([order.status, order.payment.captured_cents]).toEqual(['order_placed', 0]);
      const { total } = order.job_result.price_components;
      const { db } = system.database;
      const list = async () => (await listOpenChargeFiles(db, clock.now(), { limit: 10, offset: 0 })).charges;
      expect(await list()).toMatchObject([{ id, method: 'card', kind: 'charge', amount_cents: total }]);
      const { rows } = await sql`
      select amount_cents from ledger_transfers where debit = 'card.debt' and credit = 'card'`.execute(db);
      expect(rows).toEqual([{ amount_cents: total }]);
      await settle(stage, dayMs);
      expect(await purchaseProblems(db, 'live')).toEqual([]);
      await closeCharge({ db, clock }, 'test', id, 'paid by bank transfer');
      expect(await list()).toEqual([]);
      await expectSound(stage);
      expect(stripe.paymentsOf(id)).toHaveLength(1);
    },
  );
});

describe('lost answers of Stripe', () => {
  it.each([
    ['a capture', /capture$/],
    ['a refund', /refunds$/],
  ])('to %s never charge or refund twice', slow, async (_name, paths) => {
    const stage = await stageWith('pm_good');
    const { stripe, system, clock } = stage;
    const { id } = (await send(stage, 'lost')).body;
    if (String(paths).includes('refunds')) await settle(stage);
    stripe.setHangUp(paths);
    if (String(paths).includes('refunds')) {
      const { recordRetailerCancellation } = await import('../../src/domains/orders/orders/index.ts');
      const { inTransaction } = await import('../../src/platform/database/index.ts');
      await inTransaction(system.database.db, (tx) => recordRetailerCancellation({ tx, clock }, id, 'gone'));
    }
    await settle(stage);
    stripe.setHangUp(null);
    stripe.forgetKeys();
    await settle(stage, 2 * hourMs);
    await settle(stage, 2 * hourMs);
    const [charge, ...more] = stripe.paymentsOf(id);
    expect([charge?.status, more.length]).toEqual(['succeeded', 0]);
    const { payment } = await look(stage, id);
    expect(payment.captured_cents).toBe(charge?.received);
    const refunded = charge?.refunds.reduce((sum, { amount }) => sum + amount, 0);
    expect(payment.refunded_cents).toBe(refunded);
    if (String(paths).includes('refunds')) expect(refunded).toBe(charge?.received);
    await expectSound(stage);
  });
});

describe('a database that was restored', () => {
  it('charges nobody twice for an order that it lost and its client repeats', slow, async () => {
    const before = await stageWith('pm_good');
    const { stripe, clock } = before;
    const backup = await backUp(before.system.databaseUrl);
    const { id } = (await send(before, 'repeated')).body;
    await settle(before);
    expect((await look(before, id)).payment.state).toBe('captured');
    await copyStoreBooks(before.system.database.db, backup);
    clock.advance(2 * dayMs);
    stripe.forgetKeys();
    const after = await start(stripe, clock, { databaseUrl: backup });
    await after.queue.drain();
    const stage = { ...before, system: after };
    const charges = (await listOpenChargeFiles(after.database.db, clock.now(), { limit: 10, offset: 0 })).charges;
    expect(charges).toMatchObject([{ kind: 'charge', method: 'stripe', reference: stripe.paymentsOf(id)[0]?.id }]);
    const repeated = await send(stage, 'repeated');
    expect([repeated.status, repeated.body.id]).toEqual([201, id]);
    expect((await listOpenChargeFiles(after.database.db, clock.now(), { limit: 10, offset: 0 })).charges).toEqual([]);
    for (const _time of [1, 2, 3]) await settle(stage, hourMs);
    const order = await look(stage, id);
    expect(order.status).toBe('order_placed');
    expect(stripe.paymentsOf(id)).toHaveLength(1);
    expect(order.payment).toMatchObject({ state: 'captured', captured_cents: stripe.paymentsOf(id)[0]?.received });
    expect(await purchaseProblems(after.database.db, 'live')).toEqual([]);
    await expectSound(stage);
  });

  it('neither buys nor charges again for a pending order, and refunds it once', slow, async () => {
    const before = await stageWith('pm_good');
    const { stripe, clock } = before;
    const { id } = (await send(before, 'pending')).body;
    const backup = await backUp(before.system.databaseUrl);
    await settle(before);
    const { recordRetailerCancellation } = await import('../../src/domains/orders/orders/index.ts');
    const { inTransaction } = await import('../../src/platform/database/index.ts');
    const cancel = (system: TestSystem) =>
      inTransaction(system.database.db, (tx) => recordRetailerCancellation({ tx, clock }, id, 'gone'));
    await cancel(before.system);
    await settle(before);
    await copyStoreBooks(before.system.database.db, backup);
    clock.advance(2 * dayMs);
    stripe.forgetKeys();
    const after = await start(stripe, clock, { databaseUrl: backup });
    const stage = { ...before, system: after };
    for (const _time of [1, 2, 3]) await settle(stage, hourMs);
    expect((await look(stage, id)).status).toBe('order_placed');
    await cancel(after);
    for (const _time of [1, 2]) await settle(stage, hourMs);
    const [charge, ...more] = stripe.paymentsOf(id);
    expect(more).toEqual([]);
    expect(charge?.refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(charge?.received);
    expect((await look(stage, id)).payment).toMatchObject({ state: 'refunded' });
    await expectSound(stage);
  });

  it('captures no older authorization where a renewed one was captured', slow, async () => {
    const before = await stageWith('pm_good');
    const { stripe, clock } = before;
    const { id } = (await send(before, 'renewed')).body;
    await holdBack(before);
    await settle(before);
    const backup = await backUp(before.system.databaseUrl);
    await settle(before, 6 * dayMs + hourMs);
    await sql`delete from retailer_switches`.execute(before.system.database.db);
    // Bought and captured before the job comes that gives the old authorization up.
    for (const _time of [1, 2, 3]) await settle(before, 31_000);
    expect(stripe.paymentsOf(id).map(({ status }) => status)).toEqual(['requires_capture', 'succeeded']);
    await copyStoreBooks(before.system.database.db, backup);
    stripe.forgetKeys();
    const after = await start(stripe, clock, { databaseUrl: backup });
    await sql`delete from retailer_switches`.execute(after.database.db);
    const stage = { ...before, system: after };
    for (const _time of [1, 2, 3]) await settle(stage, hourMs);
    const order = await look(stage, id);
    expect([order.status, order.payment.state]).toEqual(['order_placed', 'captured']);
    expect(stripe.paymentsOf(id).filter(({ status }) => status === 'succeeded')).toHaveLength(1);
    await expectSound(stage);
  });
});
