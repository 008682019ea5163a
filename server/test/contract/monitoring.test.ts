import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluateRules } from '../../src/domains/operations/monitoring/alerts/evaluate.ts';
import { enqueueUnchecked } from '../../src/platform/queue/enqueue.ts';
import { rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { freePort } from '../harness/free-port.ts';
import { auditRows, type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { placedOrder } from '../harness/returns.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { startTestEndpoint, type TestEndpoint } from '../harness/test-endpoint.ts';

const clock = fakeClock(new Date('2026-08-21T10:20:00.000Z'));
const mails: string[] = [];
const smtp = new SMTPServer({
  logger: false,
  disabledCommands: ['STARTTLS'],
  authOptional: true,
  onData(stream, _session, callback) {
    stream.toArray().then((chunks) => {
      mails.push(Buffer.concat(chunks).toString());
      callback();
    }, callback);
  },
});
let system: TestSystem;
let workers: TestSystem[];
let contract: Contract;
let operator: OperatorClient;
let receiver: TestEndpoint;
beforeAll(async () => {
  const smtpPort = await freePort();
  await new Promise<void>((resolve) => smtp.listen(smtpPort, '127.0.0.1', resolve));
  receiver = await startTestEndpoint();
  const env = { ...operatorEnv, WEBHOOK_ALLOW_PRIVATE: 'true' };
  // People sign in with mail that is kept; the two processes that look send theirs by SMTP.
  system = await startSystem({ clock, withLive: true, env });
  const sending = { ...env, SMTP_URL: `smtp://127.0.0.1:${smtpPort}` };
  const worker = () => startSystem({ clock, env: sending, databaseUrl: system.databaseUrl });
  workers = [await worker(), await worker()];
  contract = await readContract(system);
  operator = await personOn(system, contract);
});
afterAll(async () => {
  for (const worker of workers) await worker.stop();
  await system.stop();
  await receiver.stop();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

/** One look of the job that samples and of the one that holds the rules against it, in both processes at once. */
async function look(): Promise<void> {
  for (const kind of ['monitoring.sample', 'alerts.evaluate']) {
    await enqueueUnchecked(system.database.db, { kind, payload: {}, runAt: clock.now(), dedupeKey: kind });
  }
  await Promise.all(workers.map((worker) => worker.queue.drain()));
  await workers[0]!.queue.drain();
}

describe('charts', () => {
  it('report queue, workers, database, email and disk over time, once a minute', async () => {
    await look();
    await look();
    clock.advance(60_000);
    await look();
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from samples where name = 'queue.ready'`.execute(system.database.db);
    expect(rows[0]!.n).toBe(2);
    const { body } = await operator.get('/operator/monitoring?span=hours');
    const names = body.series.map((one: { name: string }) => one.name);
    expect(names).toEqual(
      expect.arrayContaining([
        'queue.ready',
        'workers.processes',
        'database.bytes',
        'mail.refusing',
        'disk.free_bytes',
      ]),
    );
    const size = body.series.find((one: { name: string }) => one.name === 'database.bytes');
    expect(size.points).toHaveLength(36);
    expect(size.points.at(-1).average).toBeGreaterThan(1_000_000);
    expect(size.points[0].average).toBeNull();
    const { body: month } = await operator.get('/operator/monitoring?span=month');
    expect(month.series[0].points.at(-1)).toMatchObject({ at: '2026-08-21T00:00:00.000Z', low: expect.any(Number) });
    expect((await operator.get('/operator/monitoring?span=year')).status).toBe(422);
  });

  it('report a retailer’s success, time to place, failures and reviews, hour by hour', async () => {
    const { key } = await system.account('live');
    const { order } = await placedOrder(system, key);
    await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-out-of-stock`));
    await system.queue.drain();
    clock.advance(11_000);
    const path = `/operator/retailers/${order.retailer}/statistics?world=live`;
    const { body } = await operator.get(path);
    expect(body).toMatchObject({ placed: 1, failed: 1, doubts: 0, success_rate: 0.5 });
    expect(body.hours).toHaveLength(48);
    expect(body.hours.at(-1)).toMatchObject({ placed: 1, failed: 1, at: '2026-08-21T10:00:00.000Z' });
    expect(body.days.at(-1)).toMatchObject({ day: '2026-08-21', placed: 1, median_seconds: expect.any(Number) });
    expect(body.refusals).toEqual([{ error_type: 'product_out_of_stock', count: 1 }]);
    const { body: all } = await operator.get('/operator/monitoring/retailers?world=live');
    expect(all.retailers).toMatchObject([{ retailer: order.retailer, placed: 1, failed: 1 }]);
    expect((await operator.get('/operator/monitoring/retailers?world=test')).body.retailers).toEqual([]);
    expect((await operator.get('/operator/monitoring/retailers')).status).toBe(422);
  });

  it.each([
    { product: 'test-success', more: { placed: 1, failed: 0 } },
    { product: 'test-out-of-stock', more: { placed: 0, failed: 1 } },
  ])('count $product although events could not be written for minutes', async ({ product, more }) => {
    const { db } = system.database;
    const outcomes = async () => (await operator.get('/operator/monitoring/retailers?world=live')).body.retailers[0];
    const minutes = async (count: number) => {
      for (let minute = 0; minute < count; minute += 1) {
        clock.advance(60_000);
        await look();
      }
    };
    const { placed, failed } = await outcomes();
    await sql`
      create or replace function refuse() returns trigger language plpgsql as $$ begin
        raise exception 'not now'; end $$`.execute(db);
    await sql`
      create trigger refuse before insert on events for each row when (new.type in ('order.placed', 'order.failed'))
      execute function refuse()`.execute(db);
    const { key } = await system.account('live');
    await system.post('/orders', key, orderFor(`${system.url}/shop/products/${product}`));
    await system.queue.drain();
    await minutes(6);
    expect(await outcomes()).toMatchObject({ placed, failed });
    await sql`drop trigger refuse on events`.execute(db);
    await minutes(12);
    expect(await outcomes()).toMatchObject({ placed: placed + more.placed, failed: failed + more.failed });
  });
});

describe('the status page', () => {
  it('reports missing workers while no worker takes samples', async () => {
    await look();
    clock.advance(60_000);
    expect((await contract.get('/status.json')).body.status).toBe('up');
    clock.advance(180_000);
    const { body } = await contract.get('/status.json');
    expect(body.status).toBe('down');
    expect(
      Object.fromEntries(body.components.map((one: { name: string; status: string }) => [one.name, one.status])),
    ).toEqual({
      api: 'up',
      placing: 'down',
      tracking: 'down',
      mail: null,
      webhooks: 'down',
    });
  });

  it('shows everyone each component’s status and the operators’ updates, and nothing else', async () => {
    clock.advance(60_000);
    await look();
    clock.advance(31_000);
    const page = await system.call('/status', { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('public, max-age=30');
    expect(page.text).toContain('Order placement');
    expect(page.text).not.toMatch(/<script|operator@example\.com|svc_/);
    expect(page.text.match(/class="day-/g)!.length).toBeGreaterThanOrEqual(450);
    const { body } = await contract.get('/status.json');
    expect(body.components.map((one: { name: string }) => one.name)).toEqual([
      'api',
      'placing',
      'tracking',
      'mail',
      'webhooks',
    ]);
    const api = body.components[0];
    expect(api.days).toHaveLength(90);
    expect(api.days[0]).toMatchObject({ status: 'unknown', uptime: null });
    const before = await auditRows(system);
    const opened = await operator.post('/operator/incidents', {
      title: 'Emails are delayed',
      state: 'investigating',
      components: ['mail'],
      text: 'Our mail server is <slow>.',
    });
    expect(opened.status).toBe(201);
    clock.advance(31_000);
    const during = (await system.get('/status')).text;
    expect(during).toContain('Our mail server is &lt;slow&gt;.');
    expect(during).not.toContain('All systems operational');
    const { body: told } = await contract.get('/status.json');
    expect(told.status).toBe('degraded');
    expect(told.components.map((one: { status: string }) => one.status)).toEqual(['up', 'up', 'up', 'degraded', 'up']);
    const updates = `/operator/incidents/${opened.body.id}/updates`;
    expect((await operator.post(updates, { state: 'resolved', text: 'All is sent.' })).body.resolved_at).not.toBeNull();
    clock.advance(31_000);
    expect((await contract.get('/status.json')).body.status).toBe('up');
    expect(await auditRows(system)).toBe(before + 2);
    expect((await operator.get('/operator/incidents')).body.incidents[0].updates).toHaveLength(2);
    const counts = await rowCounts(system.database.db);
    const unknown = '/operator/incidents/6d1f2f0e-5a0b-4c43-9d5c-0d7c0f8f9a10/updates';
    expect((await operator.post(unknown, { state: 'resolved', text: 'x' })).status).toBe(404);
    expect((await operator.post(updates, { state: 'gone', text: 'x' })).status).toBe(422);
    expect((await operator.post('/operator/incidents', { title: '' })).status).toBe(422);
    expect(await rowCounts(system.database.db)).toEqual(counts);
  });
});

describe('alerts', () => {
  const alertMails = () => mails.filter((mail) => /^Subject: (Alert|Resolved)/m.test(mail));
  const dead = (n: number) =>
    sql`insert into jobs (kind, payload, attempts, last_error, dead_at)
      select 'buried', '{}', 9, 'No.', now() from generate_series(1, ${n}::int)`.execute(system.database.db);

  /** What health says of the queue is looked at every second, in each process. */
  const seen = async (n: number) => {
    for (const worker of workers) {
      const count = async () => (await worker.get('/health')).body.details.queue.dead;
      await expect.poll(count, { timeout: 30_000 }).toBe(n);
    }
  };

  it('have sane rules from the start, which operators change within reason', async () => {
    const { body } = await operator.get('/operator/alerts');
    expect(body.rules.map((one: { id: string }) => one.id)).toEqual([
      ...[
        'backup-old',
        'backup-unrestorable',
        'disk-low',
        'doubts-old',
        'float-low',
        'jobs-dead',
        'jobs-late',
        'ledger-unsound',
        'mail-refused',
        'refunds-overdue',
        'store-closed',
      ],
    ]);
    const path = '/operator/alerts/rules/jobs-dead';
    const changed = await operator.call(path, { method: 'PATCH', body: { threshold: 2, clears_at: 1 } });
    expect(changed.body).toMatchObject({ threshold: 2, clears_at: 1, updated_by: operator.email });
    const before = await rowCounts(system.database.db);
    expect((await operator.call(path, { method: 'PATCH', body: { clears_at: 3 } })).status).toBe(422);
    expect((await operator.call('/operator/alerts/rules/none', { method: 'PATCH', body: {} })).status).toBe(404);
    expect(await rowCounts(system.database.db)).toEqual(before);
    const rule = {
      id: 'many-ready',
      title: 'Much to do',
      reading: 'queue.ready',
      fires_when: 'above',
      threshold: 1e6,
      clears_at: 1,
      for_seconds: 0,
      enabled: true,
    };
    expect((await operator.post('/operator/alerts/rules', rule)).status).toBe(201);
    expect((await operator.post('/operator/alerts/rules', rule)).status).toBe(409);
    expect((await operator.post('/operator/alerts/rules', { ...rule, id: 'x', clears_at: 1e7 })).status).toBe(422);
    expect((await operator.call('/operator/alerts/rules/many-ready', { method: 'DELETE' })).status).toBe(204);
    expect((await operator.call('/operator/alerts/rules/many-ready', { method: 'DELETE' })).status).toBe(404);
  });

  it('fire once and resolve once, by email and signed webhook, whichever process evaluates them', async () => {
    const channels = '/operator/alerts/channels';
    const hook = await operator.post(channels, { kind: 'webhook', target: `http://127.0.0.1:${receiver.port}/pager` });
    expect([hook.status, hook.body.secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
    expect((await operator.post(channels, { kind: 'mail', target: 'pager@example.com' })).body.secret).toBeNull();
    expect((await operator.post(channels, { kind: 'mail', target: 'nobody' })).status).toBe(422);
    expect((await operator.post(channels, { kind: 'webhook', target: 'ftp://x' })).status).toBe(422);
    await dead(2);
    await look();
    expect(alertMails()).toEqual([]);
    await dead(1);
    await seen(3);
    await look();
    await look();
    expect(alertMails()).toHaveLength(3);
    expect(alertMails().join()).toContain('pager@example.com');
    const [fired, ...more] = receiver.at('/pager');
    expect(more).toEqual([]);
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = fired!.headers;
    expect(new Webhook(hook.body.secret).sign(id!, new Date(Number(at) * 1000), fired!.body)).toBe(signature);
    expect(JSON.parse(fired!.body)).toMatchObject({ type: 'alert.fired', data: { rule: 'jobs-dead', value: 3 } });
    const { body: firing } = await operator.get('/operator/alerts');
    expect(firing.alerts[0]).toMatchObject({ rule: 'jobs-dead', resolved_at: null });
    expect((await operator.call('/operator/alerts/rules/jobs-dead', { method: 'DELETE' })).status).toBe(409);
    await sql`delete from jobs where kind = 'buried' and id in (select id from jobs where kind = 'buried' limit 1)`.execute(
      system.database.db,
    );
    await seen(2);
    await look();
    // Two are between the bound and where it clears: nothing is said.
    expect(receiver.at('/pager')).toHaveLength(1);
    await sql`delete from jobs where kind = 'buried'`.execute(system.database.db);
    await seen(0);
    await look();
    await look();
    expect(receiver.at('/pager').map((one) => JSON.parse(one.body).type)).toEqual(['alert.fired', 'alert.resolved']);
    expect(alertMails()).toHaveLength(6);
    const path = `/operator/alerts/channels/${hook.body.id}`;
    expect((await operator.call(path, { method: 'DELETE' })).status).toBe(204);
    expect((await operator.call(path, { method: 'DELETE' })).status).toBe(404);
  });

  it('say what is wrong, not a number, when it is true or not', async () => {
    await sql`update alert_rules set for_seconds = 0 where id = 'mail-refused'`.execute(system.database.db);
    const evaluate = (value: number) =>
      evaluateRules({ ...system, clock, operatorEmails: [] }, new Map([['mail.refusing', value]]));
    await evaluate(1);
    const { body } = await operator.get('/operator/alerts');
    expect(body.alerts[0]).toMatchObject({ rule: 'mail-refused', detail: 'The mail server is rejecting email.' });
    expect(body.rules.find((rule: { id: string }) => rule.id === 'mail-refused')).toMatchObject({ unit: 'flag' });
    await evaluate(0);
    await sql`update alert_rules set for_seconds = 300 where id = 'mail-refused'`.execute(system.database.db);
  });

  it('of a store and of the ledger wait for as long as the rule says', async () => {
    const { accountId } = await system.account('live', 500);
    await sql`update wallets set available_cents = 501 where account_id = ${accountId}`.execute(system.database.db);
    clock.advance(600_000);
    await look();
    const { body } = await operator.get('/operator/alerts');
    expect(body.alerts[0]).toMatchObject({ rule: 'ledger-unsound', value: 1, resolved_at: null });
    await sql`update wallets set available_cents = 500 where account_id = ${accountId}`.execute(system.database.db);
    clock.advance(600_000);
    await look();
    const unsound = async () => {
      const { alerts } = (await operator.get('/operator/alerts')).body;
      return alerts.some((one: Alert) => one.rule === 'ledger-unsound' && one.resolved_at === null);
    };
    expect(await unsound()).toBe(false);

    // What is wrong with the kept sums shows where the whole ledger is read: each worker does so once a day at least.
    await sql`insert into ledger_sums (account_id, world, available_cents, held_cents, reserved_cents, transfers)
      values (${accountId}, 'test', 0, 0, 0, 1)`.execute(system.database.db);
    clock.advance(86_400_000);
    await look();
    expect(await unsound()).toBe(true);
    await sql`delete from ledger_sums where account_id = ${accountId} and world = 'test'`.execute(system.database.db);
    clock.advance(600_000);
    await look();
    expect(await unsound()).toBe(false);
  });
});

interface Alert {
  rule: string;
  resolved_at: string | null;
}

describe('two operators at once', () => {
  const id = '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52';
  const path = `/operator/presence/case/${id}`;

  it('see who is viewing and working on it; one of two claims wins', async () => {
    const second = await personOn(system, contract, 'second@example.com');
    expect((await operator.put(path, {})).body).toEqual({ is_mine: false, others: [] });
    expect((await second.put(path, {})).body.others).toMatchObject([{ operator: operator.email, claimed_at: null }]);
    const both = await Promise.all([operator.put(path, { claim: true }), second.put(path, { claim: true })]);
    expect(both.map((answer) => answer.status)).toEqual([200, 200]);
    const views = [(await operator.put(path, {})).body, (await second.put(path, {})).body];
    expect(views.filter((view) => view.is_mine)).toHaveLength(1);
    const [winner, loser] = views[0].is_mine ? [operator, second] : [second, operator];
    expect((await loser.put(path, {})).body.others[0]).toMatchObject({
      operator: winner.email,
      claimed_at: expect.any(String),
    });
    expect((await loser.get('/operator/presence/case')).body.claims).toEqual([{ subject: id, operator: winner.email }]);
    expect((await winner.put(path, { claim: false })).body.is_mine).toBe(false);
    expect((await loser.put(path, { claim: true })).body.is_mine).toBe(true);
    // A page that was closed says nothing after a while, and its claim is free.
    clock.advance(31_000);
    expect((await loser.put(path, {})).body.others).toEqual([]);
    clock.advance(16 * 60_000);
    expect((await winner.put(path, { claim: true })).body).toMatchObject({ is_mine: true, others: [] });
    expect((await operator.put('/operator/presence/moon/1', {})).status).toBe(422);
  });
});
