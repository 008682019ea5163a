import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../src/kit/clock.ts';
import { expectSound, holdBack, look, send, settle, slow, stageWith, start } from '../harness/card-stage.ts';
import { backUp, copyStoreBooks } from '../harness/restore.ts';

it('an order is not written once its authorization is being released', slow, async () => {
  const stage = await stageWith('pm_good');
  const { db } = stage.system.database;
  // The job takes it between the answer of Stripe and the statement that writes the order.
  await sql`
    create function release_at_once() returns trigger language plpgsql as $$
    begin
      new.state := 'releasing';
      return new;
    end $$`.execute(db);
  await sql`
    create trigger release_at_once before update on card_payments for each row
    when (old.state = 'authorizing' and new.state = 'authorized') execute function release_at_once()`.execute(db);
  const refused = await send(stage, 'late');
  expect([refused.status, refused.body.error.code]).toEqual([503, 'service_unavailable']);
  const { rows } = await sql`select id from orders`.execute(db);
  expect(rows).toEqual([]);
  await sql`drop trigger release_at_once on card_payments`.execute(db);
  for (const _time of [1, 2]) await settle(stage, 10 * minuteMs);
  expect([...stage.stripe.charges.values()].map(({ status }) => status)).toEqual(['canceled']);
  await expectSound(stage);
});

it('a renewal is abandoned once the payment is being captured', slow, async () => {
  const stage = await stageWith('pm_gate');
  const { stripe, system } = stage;
  const { id } = (await send(stage, 'renewed')).body;
  await holdBack(stage);
  await settle(stage);
  stripe.setGate(() => sql`update card_payments set state = 'capturing'`.execute(system.database.db));
  await settle(stage, 6 * dayMs + hourMs);
  stripe.setGate(() => Promise.resolve());
  const { rows } = await sql`select number, state from card_payments`.execute(system.database.db);
  expect(rows).toEqual([{ number: 1, state: 'capturing' }]);
  await settle(stage, 10 * minuteMs);
  expect(stripe.paymentsOf(id).map(({ status }) => status)).toEqual(['requires_capture', 'canceled']);
  // The order continues, and its first authorization is captured.
  await sql`update card_payments set state = 'authorized'`.execute(system.database.db);
  await sql`delete from retailer_switches`.execute(system.database.db);
  await settle(stage);
  expect((await look(stage, id)).payment.state).toBe('captured');
  await expectSound(stage);
});

it(
  'a restored database takes up what was captured, and not a newer authorization that nobody needed',
  slow,
  async () => {
    const before = await stageWith('pm_good');
    const { stripe, clock } = before;
    const backup = await backUp(before.system.databaseUrl);
    const { id } = (await send(before, 'captured')).body;
    await settle(before);
    const [captured] = stripe.paymentsOf(id);
    const metadata = { ...captured!.metadata, number: '2' };
    stripe.charges.set('pi_newer', { ...captured!, id: 'pi_newer', status: 'requires_capture', received: 0, metadata });
    await copyStoreBooks(before.system.database.db, backup);
    stripe.forgetKeys();
    const after = await start(stripe, clock, { databaseUrl: backup });
    const stage = { ...before, system: after };
    expect((await send(stage, 'captured')).status).toBe(201);
    for (const _time of [1, 2, 3]) await settle(stage, hourMs);
    expect((await look(stage, id)).payment).toMatchObject({ state: 'captured', captured_cents: captured?.received });
    expect(stripe.paymentsOf(id).filter(({ status }) => status === 'succeeded')).toHaveLength(1);
    await expectSound(stage);
  },
);
