import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trackingKey } from '../../src/domains/delivery/tracking/index.ts';
import { recordRetailerCancellation } from '../../src/domains/orders/orders/index.ts';
import { newId } from '../../src/kit/ids.ts';
import { inTransaction } from '../../src/platform/database/index.ts';
import { enqueueUnchecked } from '../../src/platform/queue/enqueue.ts';
import { ledgerProblems, rowCounts } from '../harness/checks.ts';
import type { Contract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { auditRows, type OperatorClient, operatorSystem, personOn } from '../harness/operator.ts';
import { mailsTo } from '../harness/person.ts';
import { placedOrder, returnFor } from '../harness/returns.ts';
import { orderFor, type TestSystem } from '../harness/system.ts';

const clock = fakeClock();
let system: TestSystem;
let contract: Contract;
let operator: OperatorClient;
beforeAll(async () => {
  ({ system, contract, operator } = await operatorSystem(clock));
});
afterAll(() => system.stop());

const unknownId = '6d1f2f0e-5a0b-4c43-9d5c-0d7c0f8f9a10';
describe('POST /operator/wallet-debits', () => {
  it('takes off what is available, once for one ID, and nothing that orders hold', async () => {
    const { accountId, key } = await system.account('live', 6000);
    const email = `${accountId}@example.com`;
    await sql`update wallets set available_cents = 1000, held_cents = 5000 where account_id = ${accountId}`.execute(
      system.database.db,
    );
    await sql`
      insert into ledger_transfers (world, account_id, kind, debit, credit, amount_cents, cause, cause_id, created_at)
      values ('live', ${accountId}, 'hold', 'wallet.available', 'wallet.held', 5000, 'order', ${newId()}, now())`.execute(
      system.database.db,
    );
    const debit = { id: newId(), email, world: 'live', amount_cents: 1000, note: 'Paid out by bank.' };
    const post = (body: unknown) => operator.post('/operator/wallet-debits', body);
    const before = await rowCounts(system.database.db);
    const tooMuch = await post({ ...debit, amount_cents: 1001 });
    expect([tooMuch.status, tooMuch.body.error]).toMatchObject([
      402,
      { code: 'insufficient_funds', details: { required: 1001, available: 1000 } },
    ]);
    expect((await post({ ...debit, email: 'nobody@example.com' })).status).toBe(404);
    expect((await post({ ...debit, amount_cents: 0 })).status).toBe(422);
    expect(await rowCounts(system.database.db)).toEqual(before);
    expect((await post(debit)).body).toMatchObject({ account_id: accountId, available_cents: 0 });
    const again = await post(debit);
    expect([again.status, again.body.available_cents]).toEqual([200, 0]);
    expect((await post({ ...debit, note: 'Else.' })).body.error.code).toBe('already_exists');
    const { body: wallet } = await contract.get('/wallet', key);
    expect(wallet).toMatchObject({ available_cents: 0, held_cents: 5000 });
    const { body: history } = await contract.get('/wallet/transactions', key);
    expect(history.transactions[0]).toMatchObject({ type: 'debit', from: 'wallet.available', amount_cents: 1000 });
    const { body: log } = await operator.get('/operator/audit?action=wallet.debited');
    expect(log).toMatchObject({ total: 1, entries: [{ before: { available_cents: 1000 }, note: debit.note }] });
    const { body: customer } = await operator.get(`/operator/customers/${accountId}`);
    expect(customer.money[0]).toMatchObject({ type: 'debit', by_operator: true, note: debit.note });
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });
});

describe('POST /operator/cases/{order_id}/refund', () => {
  it('refunds once for one ID, and never more than was captured, whatever else is refunded', async () => {
    const own = await system.account('live');
    const { order, itemId, total } = await placedOrder(system, own.key);
    const path = `/operator/cases/${order.id}/refund`;
    const refund = { id: newId(), amount_cents: 500, note: 'It arrived scratched.' };
    expect((await operator.post(path, refund)).status).toBe(404);
    await system.post(`/orders/${order.id}/case`, own.key, { message: 'Scratched.', reason: 'other' });
    const before = await rowCounts(system.database.db);
    const tooMuch = await operator.post(path, { ...refund, amount_cents: total + 1 });
    expect([tooMuch.status, tooMuch.body.error.details]).toEqual([400, { refundable_cents: total }]);
    expect((await operator.post(`/operator/cases/${unknownId}/refund`, refund)).status).toBe(404);
    expect((await operator.post(path, { ...refund, amount_cents: 0 })).status).toBe(422);
    expect(await rowCounts(system.database.db)).toEqual(before);
    const funds = async () => (await contract.get('/wallet', own.key)).body.available_cents;
    const start = await funds();
    expect((await operator.post(path, refund)).body).toMatchObject({ refundable_cents: total - 500 });
    const again = await operator.post(path, refund);
    expect([again.status, again.body.refundable_cents, await funds()]).toEqual([200, total - 500, start + 500]);
    expect((await operator.post(path, { ...refund, amount_cents: 501 })).body.error.code).toBe('already_exists');
    const { body: thread } = await operator.get(`/operator/cases/${order.id}`);
    expect(thread.refundable_cents).toBe(total - 500);
    expect(JSON.stringify(thread.messages.at(-1))).toMatch(
      /case\.refund\.partial.*\$5\.00|\$5\.00.*case\.refund\.partial/,
    );
    const { body: file } = await operator.get(`/operator/orders/${order.id}`);
    expect(file.money.at(-1)).toMatchObject({ type: 'refund', amount_cents: 500, note: refund.note });
    expect(file.events.map((one: { type: string }) => one.type)).toContain('order.placed');
    // A return of everything credits the rest, and the store calling it off pays nothing more.
    const { body: made } = await system.post('/returns', own.key, returnFor(order.id, itemId));
    await system.queue.drain();
    await operator.post(`/operator/returns/${made.id}/resolve`, { status: 'credited' });
    expect(await funds()).toBe(start + total);
    await inTransaction(system.database.db, (tx) =>
      recordRetailerCancellation({ tx, clock }, order.id, 'Out of stock.'),
    );
    expect(await funds()).toBe(start + total);
    expect((await operator.post(path, { ...refund, id: newId(), amount_cents: 1 })).status).toBe(400);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('leaves only the rest to a store that calls the order off', async () => {
    const own = await system.account('live');
    const start = (await contract.get('/wallet', own.key)).body.available_cents;
    const { order } = await placedOrder(system, own.key);
    await system.post(`/orders/${order.id}/case`, own.key, { message: 'Late.', reason: 'other' });
    const refund = { id: newId(), amount_cents: 300, note: 'Sorry.' };
    expect((await operator.post(`/operator/cases/${order.id}/refund`, refund)).status).toBe(201);
    await inTransaction(system.database.db, (tx) =>
      recordRetailerCancellation({ tx, clock }, order.id, 'Out of stock.'),
    );
    expect((await contract.get('/wallet', own.key)).body.available_cents).toBe(start);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });
});

describe('anything in another account', () => {
  it('is found by the numbers on it, and shown in full', async () => {
    const own = await system.account('live');
    const { order } = await placedOrder(system, own.key);
    const find = async (text: string) =>
      (await operator.get(`/operator/search?q=${encodeURIComponent(text)}`)).body.results as {
        kind: string;
        id: string;
        account_id: string;
      }[];
    const tracking = (await contract.get(`/orders/${order.id}`, own.key)).body.tracking_numbers[0].tracking_number;
    expect(await find(order.id)).toMatchObject([{ kind: 'order', id: order.id, account_id: own.accountId }]);
    expect((await find(tracking)).map(({ kind, id }) => [kind, id])).toContainEqual(['parcel', order.id]);
    expect((await find(own.key)).map(({ kind }) => kind)).toContain('key');
    expect(await find('%%')).toEqual([]);
    expect((await operator.get('/operator/search?q=x')).status).toBe(422);

    const { body: file } = await operator.get(`/operator/orders/${order.id}`);
    expect(file).toMatchObject({ account_id: own.accountId, world: 'live', order: { id: order.id } });
    expect(file.money.map((one: { type: string }) => one.type)).toEqual(expect.arrayContaining(['hold', 'capture']));
    expect((await operator.get(`/operator/orders/${unknownId}`)).status).toBe(404);
    const { body: customer } = await operator.get(`/operator/customers/${own.accountId}`);
    expect(customer).toMatchObject({ account_id: own.accountId, orders: [{ id: order.id }] });
    expect((await operator.get(`/operator/customers/${unknownId}`)).status).toBe(404);
    const { body: statistics } = await operator.get(`/operator/retailers/${order.retailer}/statistics?world=live`);
    expect(statistics.days.at(-1).placed).toBeGreaterThan(0);
  });

  it('is found by the beginning of its ID, by a label, and by a short text where a word begins', async () => {
    const own = await system.account('live');
    const { order } = await placedOrder(system, own.key, 1, { po_number: 'ZQ-7' });
    const { keys } = (await operator.get(`/operator/customers/${own.accountId}`)).body;
    await sql`update api_keys set label = 'Open Sesame' where id = ${keys[0].id}`.execute(system.database.db);
    const find = async (text: string) => {
      const { body } = await operator.get(`/operator/search?q=${encodeURIComponent(text)}`);
      return body.results.map((one: { kind: string; id: string }) => [one.kind, one.id]);
    };
    expect(await find('n sesa')).toEqual([['key', keys[0].id]]);
    expect(await find(keys[0].id.slice(0, 13))).toEqual([['key', keys[0].id]]);
    expect(await find(order.id.slice(0, 13).toUpperCase())).toEqual([['order', order.id]]);
    expect(await find('zq-')).toEqual([['order', order.id]]);
    expect(await find('q-7')).toEqual([]);
    await sql`update accounts set email = 'x_@example.com' where id = ${own.accountId}`.execute(system.database.db);
    await sql`update orders set customer_email = 'Y_@example.com' where id = ${order.id}`.execute(system.database.db);
    expect(await find('X_')).toEqual([['customer', own.accountId]]);
    expect(await find('y_')).toEqual([['mail', order.id]]);
    expect(await find('op')).toContainEqual(['key', keys[0].id]);
    expect(await find('se')).toEqual([]);
  });

  it('shows an order’s pending jobs', async () => {
    const own = await system.account('live');
    const made = await system.post('/orders', own.key, orderFor(`${system.url}/shop/products/test-success`));
    const work = async () =>
      (await operator.get(`/operator/orders/${made.body.id}`)).body.jobs.map((job: { kind: string }) => job.kind);
    expect(await work()).toEqual(['orders.place', 'events']);
    await system.queue.drain();
    const payload = { orderId: made.body.id };
    await enqueueUnchecked(system.database.db, [
      { kind: 'orders.place', payload },
      { kind: 'tracking.mail', payload },
      { kind: 'tracking.follow', payload, dedupeKey: trackingKey(made.body.id) },
    ]);
    expect(await work()).toEqual(['orders.place', 'tracking.mail', 'tracking.follow']);
    await sql`update jobs set dead_at = now() where payload ->> 'orderId' = ${made.body.id}`.execute(
      system.database.db,
    );
    expect(await work()).toEqual(['orders.place', 'tracking.mail', 'tracking.follow']);
    await sql`delete from jobs where payload ->> 'orderId' = ${made.body.id}`.execute(system.database.db);
  });

  it('freezes a key at once and unfreezes it, each with a reason', async () => {
    const own = await system.account('live');
    const { keys } = (await operator.get(`/operator/customers/${own.accountId}`)).body;
    const path = `/operator/keys/${keys[0].id}/frozen`;
    expect((await operator.put(path, { frozen: true })).status).toBe(422);
    expect((await contract.get('/wallet', own.key)).status).toBe(200);
    expect((await operator.put(path, { frozen: true, reason: 'Posted in public.' })).status).toBe(204);
    expect((await contract.get('/wallet', own.key)).status).toBe(401);
    const entries = await auditRows(system);
    expect((await operator.put(path, { frozen: true, reason: 'Again.' })).status).toBe(204);
    expect(await auditRows(system)).toBe(entries);
    expect((await operator.put(path, { frozen: false, reason: 'A false alarm.' })).status).toBe(204);
    expect((await contract.get('/wallet', own.key)).status).toBe(200);
    const unknown = `/operator/keys/${unknownId}/frozen`;
    expect((await operator.put(unknown, { frozen: true, reason: 'x' })).status).toBe(404);
    const { body } = await operator.get('/operator/audit?action=key.thawed');
    expect(body).toMatchObject({ total: 1, entries: [{ subject_id: keys[0].id, note: 'A false alarm.' }] });
  });

  it('shows a key, a package and an email on pages of their own', async () => {
    const own = await system.account('live');
    const { order } = await placedOrder(system, own.key, 1, {
      customer_notifications: { email: 'friend@example.com' },
    });
    const find = async (text: string, kind: string) => {
      const { body } = await operator.get(`/operator/search?q=${encodeURIComponent(text)}`);
      return body.results.find(
        (one: { kind: string; account_id: string }) => one.kind === kind && one.account_id === own.accountId,
      );
    };
    const number = (await contract.get(`/orders/${order.id}`, own.key)).body.tracking_numbers[0].tracking_number;
    const parcel = await find(number, 'parcel');
    const shown = await operator.get(`/operator/parcels/${parcel.page_id}`);
    expect(shown.body).toMatchObject({ tracking_number: number, order_id: order.id, account_id: own.accountId });
    const mail = await find('friend@example.com', 'mail');
    const { body: mails } = await operator.get(`/operator/mails/${mail.page_id}`);
    expect(mails).toMatchObject({ to: 'friend@example.com', order_id: order.id, recipient: 'Jane Doe' });
    expect(mails.mails[0]).toMatchObject({ state: 'sent', text: expect.stringContaining(`/track/${order.id}`) });
    const key = await find(own.key, 'key');
    expect((await operator.get(`/operator/keys/${key.page_id}`)).body).toMatchObject({
      id: own.keyId,
      account_id: own.accountId,
    });
    for (const kind of ['keys', 'parcels', 'mails']) {
      expect((await operator.get(`/operator/${kind}/${unknownId}`)).status).toBe(404);
      expect((await operator.get(`/operator/${kind}/x`)).status).toBe(422);
    }
  });

  it('changes a key’s spending limits, starting with its next order', async () => {
    const own = await system.account('live');
    const path = `/operator/keys/${own.keyId}/limits`;
    const limited = await operator.put(path, { spend_per_order_cents: 4999, reason: 'A new customer.' });
    expect(limited.body.limits).toEqual({
      spend_per_day_cents: null,
      spend_per_order_cents: 4999,
      allowed_retailers: null,
    });
    const url = `${system.url}/shop/products/test-success`;
    const refused = await system.post('/orders', own.key, orderFor(url));
    expect([refused.status, refused.body.error.code]).toEqual([403, 'spend_limit_exceeded']);
    expect((await operator.put(path, { spend_per_order_cents: null, reason: 'Known by now.' })).status).toBe(200);
    expect((await system.post('/orders', own.key, orderFor(url))).status).toBe(201);
    const { body } = await operator.get(`/operator/audit?action=key.limited&subject_id=${own.keyId}`);
    expect(body.entries[1]).toMatchObject({ after: { spend_per_order_cents: 4999 }, note: 'A new customer.' });
    const before = await rowCounts(system.database.db);
    expect((await operator.put(path, { spend_per_order_cents: -1, reason: 'x' })).status).toBe(422);
    expect((await operator.put(`/operator/keys/${unknownId}/limits`, { reason: 'x' })).status).toBe(404);
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('lists the people of an account and where they are signed in, and ends one of their sessions', async () => {
    const email = 'two-browsers@example.com';
    const first = await personOn(system, contract, email);
    clock.advance(1000);
    const second = await personOn(system, contract, email);
    const { account_id: accountId } = (await first.get('/me')).body;
    const { body: customer } = await operator.get(`/operator/customers/${accountId}`);
    expect(customer.session_list).toMatchObject([{ email }, { email }]);
    expect(customer.people).toMatchObject([{ email, role: 'owner' }]);
    const newest = `/operator/sessions/${customer.session_list[0].id}/end`;
    expect((await operator.post(newest, { reason: 'Lost phone.' })).status).toBe(204);
    expect([(await first.get('/me')).status, (await second.get('/me')).status]).toEqual([200, 401]);
    const entries = await auditRows(system);
    expect((await operator.post(newest, { reason: 'Again.' })).status).toBe(404);
    expect(await auditRows(system)).toBe(entries);

    // The people who were invited are of the account too.
    const guest = 'invited@example.com';
    const { id } = (await first.post('/team/invitations', { email: guest, role: 'viewer' })).body;
    const mail = (await mailsTo(system, guest)).find((each) => each.id === `invitation-${id}`);
    const joined = await personOn(system, contract, guest);
    const token = /\/invite\/(\w+)/.exec(mail?.text ?? '')?.[1];
    expect((await joined.post(`/invitations/${token}`, { accepted: true })).status).toBe(200);
    const { body: after } = await operator.get(`/operator/customers/${accountId}`);
    expect(after.people).toMatchObject([
      { email, role: 'owner' },
      { email: guest, role: 'viewer' },
    ]);
    const ended = after.session_list.find((session: { email: string }) => session.email === guest);
    expect((await operator.post(`/operator/sessions/${ended.id}/end`, { reason: 'Left.' })).status).toBe(204);
    expect((await joined.get('/me')).status).toBe(401);
  });

  it('retries or discards a dead job, but not one that moves money', async () => {
    const given = async (kind: string) => {
      await enqueueUnchecked(system.database.db, { kind, payload: {} });
      const { rows } = await sql<{ id: string }>`
        update jobs set dead_at = now(), attempts = 9, last_error = 'No.' where kind = ${kind} and dead_at is null
        returning id::text as id`.execute(system.database.db);
      return rows[0]!.id;
    };
    const decide = (id: string, verdict: string) =>
      operator.post(`/operator/jobs/${id}`, { verdict, reason: 'Why not.' });
    const mail = await given('test.mail');
    expect((await decide(mail, 'retry')).status).toBe(204);
    expect((await decide(mail, 'retry')).status).toBe(404);
    await sql`delete from jobs where kind = 'test.mail'`.execute(system.database.db);
    const other = await given('test.mail');
    expect((await decide(other, 'discard')).status).toBe(204);
    const money = await given('orders.test');
    expect((await decide(money, 'discard')).body.error.code).toBe('action_closed');
    expect((await rowCounts(system.database.db)).jobs).toBeGreaterThan(0);
    await sql`delete from jobs where kind = 'orders.test'`.execute(system.database.db);
  });

  it('ends the sessions of a customer, and exports what was done', async () => {
    const jane = await personOn(system, contract, 'jane-out@example.com');
    const { account_id: accountId } = (await jane.get('/me')).body;
    const path = `/operator/customers/${accountId}/sign-out`;
    expect((await operator.post(path, { reason: 'Lost laptop.' })).status).toBe(204);
    expect((await jane.get('/me')).status).toBe(401);
    const log = await operator.get('/operator/audit/export?action=customer.signed_out');
    expect(log.text.trim().split('\n')).toHaveLength(2);
    expect(log.text).toContain('Lost laptop.');
  });
});
