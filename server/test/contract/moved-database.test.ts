import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  beginAlone,
  listTableCopies,
  refuseWrites,
  withConnection,
  writeMoveMark,
} from '../../src/platform/database/index.ts';
import { rowCounts } from '../harness/checks.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { signIn } from '../harness/person.ts';
import { type Answer, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

// What clients see while "errand move" pauses writes, and in the time before the service continues on the new database.

const clock = fakeClock();
let system: TestSystem;
let key: string;
/** A key that a policy allows, first from the totals that the database counts, then from cached ones. */
let policyKey: string;
let person: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  system = await startSystem({ clock });
  key = await system.mint();
  person = await signIn(system, 'mover@example.com');
  const headers = person.headers('test');
  const made = await system.call('/keys', { method: 'POST', headers, body: { label: 'Agent', world: 'test' } });
  policyKey = made.body.api_key;
  const policy = { method: 'PUT', headers, body: { max_order_cents: 9000 } };
  expect((await system.call(`/keys/${made.body.id}/policy`, policy)).status).toBe(200);
  expect((await order(policyKey)).status).toBe(201);
});
afterAll(() => system.stop());

const order = (with_: string, headers?: Record<string, string>): Promise<Answer> =>
  system.post('/orders', with_, orderFor(`${system.url}/shop/products/test-success`), headers);

const refusal = 'This database moved to db.internal/errand.';

function expectUnavailable({ status, headers, body, text }: Answer): void {
  expect([status, body?.error?.code, text.includes('db.internal')]).toEqual([503, 'service_unavailable', false]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

describe('a database that moves', () => {
  it('lets no request through after its last copy, and answers all of them with 503 and Retry-After', async () => {
    const sent: Promise<Answer>[] = [];
    let before = {};
    await withConnection(system.databaseUrl, 'errand test', async (client) => {
      const tables = await listTableCopies(client);
      await beginAlone(client, tables);
      before = await rowCounts(system.database.db);
      for (let n = 0; n < 6; n += 1) {
        sent.push(order(key, { 'Idempotency-Key': `paused-${n}` }), order(policyKey));
        sent.push(system.post('/sandbox/keys', undefined, {}), system.post('/webhooks/secret', key, {}));
      }
      // All of them wait for a lock, or for a connection of one that waits.
      await expect
        .poll(async () => {
          const { rows } = await client.query(`select from pg_stat_activity where wait_event_type = 'Lock'`);
          return rows.length;
        })
        .toBeGreaterThan(1);
      await writeMoveMark(client, { refusal, source: 'here', target: 'there', complete_until: null });
      await refuseWrites(client, tables);
      await client.query('commit');
      onTestFinished(() =>
        withConnection(system.databaseUrl, 'errand test', async (later) => {
          for (const { name } of tables) await later.query(`drop trigger errand_moved on "${name}"`);
          await later.query('drop table errand_move');
        }),
      );
    });
    for (const answer of await Promise.all(sent)) expectUnavailable(answer);
    // Those with cached totals have forgotten them.
    for (let n = 0; n < 2; n += 1) expectUnavailable(await order(policyKey));
    const { errand_move: _, ...after } = await rowCounts(system.database.db);
    expect(after).toEqual(before);
  });

  it('is used again after the move is canceled', async () => {
    expect((await order(key, { 'Idempotency-Key': 'paused-0' })).status).toBe(201);
    expect((await order(policyKey)).status).toBe(201);
  });
});

/** Writes like these fail in a database that moved between a request's work and its response. */
async function refuse(event: 'update' | 'delete', table: string): Promise<void> {
  const { db } = system.database;
  await sql
    .raw(`
    create function refuse_late() returns trigger language plpgsql as $$
      begin raise exception '${refusal}' using errcode = 'read_only_sql_transaction'; end $$;
    create trigger refuse_late before ${event} on ${table} for each row execute function refuse_late()`)
    .execute(db);
  onTestFinished(async () => {
    await sql`drop function refuse_late cascade`.execute(db);
  });
}

describe('a request that is over when its traces can no longer be written', () => {
  it.each(['idempotency_keys', 'account_activity'])('keeps its refusal (%s)', async (table) => {
    await refuse('delete', table);
    const headers = { ...person.headers('test'), 'Idempotency-Key': `removal-${table}` };
    const unknown = '/orders/00000000-0000-7000-8000-000000000000/cancel';
    const refused = await system.call(unknown, { method: 'POST', headers });
    expect([refused.status, refused.body?.error?.code]).toEqual([404, 'not_found']);
    expect(refused.text).not.toContain('db.internal');
  });

  it('says that an order is accepted if it is', async () => {
    await refuse('update', 'account_activity');
    const before = await rowCounts(system.database.db);
    const body = orderFor(`${system.url}/shop/products/test-success`);
    const accepted = await system.call('/orders', { method: 'POST', headers: person.headers('test'), body });
    expect(accepted.status).toBe(201);
    expect((await rowCounts(system.database.db)).orders).toBe(before.orders! + 1);
  });
});
