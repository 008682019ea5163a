import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eraseKeysOf, lockToErase } from '../../src/domains/access/accounts/index.ts';
import { eraseWebhooksOf } from '../../src/domains/channels/webhooks/index.ts';
import { insertDeliveries } from '../../src/domains/channels/webhooks/sql.ts';
import { insertEvent, insertUnsubscribed } from '../../src/domains/channels/webhooks/sql-events.ts';
import { creditWallet } from '../../src/domains/money/wallet/index.ts';
import { transferCurrency } from '../../src/domains/money/wallet/sql-currency.ts';
import { newId } from '../../src/kit/ids.ts';
import { toCents } from '../../src/kit/money.ts';
import { inTransaction } from '../../src/platform/database/index.ts';
import { ledgerProblems, unpackedAnswers } from '../harness/checks.ts';
import { erased, kept } from '../harness/erased-tables.ts';
import { type FakeClock, fakeClock } from '../harness/fake-clock.ts';
import { type SignedInPerson, signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

// The first sign-in loads what signing in takes, which may be slow on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

let system: TestSystem;
let clock: FakeClock;
beforeAll(async () => {
  clock = fakeClock();
  system = await startSystem({ clock, env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
});
afterAll(() => system.stop());

/** Every row that our own tables hold, as text; the simulated stores keep books of their own, and rates are forgotten within hours. */
async function dump(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'sim\\_%' and table_name <> 'rate_buckets'`.execute(
    system.database.db,
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const found = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(
      system.database.db,
    );
    texts.push(...found.rows.map((row) => `${name} ${row.text}`));
  }
  texts.push(...(await unpackedAnswers(system.database.db)));
  return texts.join('\n');
}

const canary = 'Zebediah-canary';
const shop = () => `${system.url}/shop/products/test-success`;
const order = () => ({
  ...orderFor(shop()),
  shipping_address: { ...orderFor(shop()).shipping_address, first_name: canary },
  metadata: { who: canary, reason: canary },
});

/** Tables that hold the canary before the account is deleted. */
const filled = [
  'accounts',
  'api_keys',
  'case_messages',
  'desk_receipts',
  'idempotency_keys',
  'managed_accounts',
  'mcp_approvals',
  'orders',
  'people',
  'policies',
  'policy_decisions',
  'policy_versions',
  'questions',
  'top_ups',
  'webhook_endpoints',
];

/** Everything that a person can leave behind with us beside an order. */
async function fillEverything(person: SignedInPerson, key: string, email: string): Promise<void> {
  const call = async (path: string, method: string, body: unknown) => {
    const answer = await person.call(path, { method, world: 'test', body });
    expect(answer.status, `${path} ${answer.text}`).toBeLessThan(300);
    return answer.body;
  };
  await call('/account/policy', 'PUT', { default: 'approve', approvers: [email], deny_words: [canary] });
  await call('/webhooks/endpoints', 'POST', { url: `http://127.0.0.1:9009/${canary}`, description: canary });
  await call('/wallet/top-ups', 'POST', { amount_cents: 500, return_url: `${system.url}/${canary}` });
  const quoted = await system.post('/orders/quote', key, order());
  expect(quoted.status, quoted.text).toBe(200);
  await sql`
    insert into mcp_approvals (id, key_id, secret_hash, digest, quote_id, max_price_cents, summary, created_at, expires_at)
    select ${newId()}, id, '', '', ${newId()}, 1, ${JSON.stringify({ for: canary })}::jsonb, now(), now()
    from api_keys where label = ${canary}`.execute(system.database.db);
}

async function approve(
  person: SignedInPerson,
  { id, next_action: action }: { id: string; next_action: { id: string } },
) {
  const path = `/orders/${id}/actions/${action.id}`;
  const body = { answer: { approved: true } };
  const answered = await person.call(path, { method: 'POST', world: 'test', body });
  expect(answered.status, answered.text).toBe(200);
}

/** A receipt as the desk keeps it. */
async function keepReceipt(orderId: string): Promise<string> {
  const blob = `receipts/${orderId}.txt`;
  const path = join(system.config.dataDir, 'blobs', blob);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, canary);
  await sql`
    insert into desk_receipts (id, order_id, name, content_type, bytes, blob, uploaded_by, created_at)
    values (${newId()}, ${orderId}, ${canary}, 'text/plain', 5, ${blob}, 'desk@example.com', now())`.execute(
    system.database.db,
  );
  return path;
}

describe('DELETE /me', () => {
  it('ends sessions and keys at once, and erases personal data but keeps the ledger', async () => {
    const email = `${canary}@example.com`;
    const person = await signIn(system, email);
    const made = await person.call('/keys', { method: 'POST', world: 'test', body: { label: canary, world: 'test' } });
    const key = made.body.api_key as string;
    await system.post('/managed-accounts', key, { email, password: 'pw' });
    await fillEverything(person, key, email);
    const bought = await system.post('/orders', key, order(), { 'idempotency-key': canary });
    expect(bought.status, bought.text).toBe(201);
    await approve(person, bought.body);
    const refused = await person.call('/me', { method: 'DELETE', world: 'test' });
    expect(refused.status).toBe(409);
    expect((await person.call('/me', { world: 'test' })).status).toBe(200);
    clock.advance(5_000);
    await system.queue.drain();
    await system.post(`/orders/${bought.body.id}/case`, key, { reason: 'other', message: `I am ${canary}` });
    const receipt = await keepReceipt(bought.body.id);
    const full = (await dump()).toLowerCase();
    // Everything asserted to be deleted below existed before: an empty table proves nothing.
    for (const table of filled) expect(full, table).toMatch(new RegExp(`^${table} .*${canary.toLowerCase()}`, 'm'));
    expect((await person.call('/me', { method: 'DELETE', world: 'test' })).status).toBe(204);
    expect((await person.call('/me', { world: 'test' })).status).toBe(401);
    expect((await system.get('/wallet', key)).status).toBe(401);
    await system.queue.drain();
    const left = (await dump()).split('\n').filter((line) => line.toLowerCase().includes(canary.toLowerCase()));
    expect(left).toEqual([]);
    await expect(readFile(receipt)).rejects.toThrow('ENOENT');
    expect(await ledgerProblems(system.database.db)).toEqual([]);
    const { rows } = await sql`select from ledger_transfers where cause_id = ${bought.body.id}`.execute(
      system.database.db,
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  it('is refused while real money is on the wallet, and changes nothing', async () => {
    const email = `${newId()}@example.com`;
    const person = await signIn(system, email);
    const accountId = (await person.call('/me', { world: 'test' })).body.account_id as string;
    const money = { id: newId(), accountId, world: 'live' as const, amount: toCents(500), note: 'test' };
    await inTransaction(system.database.db, (tx) => creditWallet({ tx, clock }, money));
    const refused = await person.call('/me', { method: 'DELETE', world: 'test' });
    expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
      409,
      'account_in_use',
      expect.stringContaining('live wallet still has $5.00'),
    ]);
    expect((await person.call('/wallet', { world: 'live' })).body.balance_cents).toBe(500);
  });

  it('is refused while another currency has real money, and changes nothing', async () => {
    const person = await signIn(system, `${newId()}@example.com`);
    const accountId = (await person.call('/me', { world: 'test' })).body.account_id as string;
    const owner = { accountId, world: 'live' as const, currency: 'EUR' };
    const move = { kind: 'fund', debit: 'cards', credit: 'wallet.available', cause: 'payment' } as const;
    const money = { ...owner, ...move, cents: 700, causeId: newId(), note: null, usCents: null, at: clock.now() };
    await transferCurrency(system.database.db, money);
    const refused = await person.call('/me', { method: 'DELETE', world: 'test' });
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('EUR wallet')]);
    expect((await person.call('/wallet?currency=EUR', { world: 'live' })).body.balance_cents).toBe(700);
  });

  it('needs a session', async () => {
    const key = await system.mint();
    expect((await system.call('/me', { method: 'DELETE', key })).status).toBe(401);
  });
});

it('erases a sandbox that expired, and none that is used', async () => {
  const [idle, used] = [await system.mint(), await system.mint()];
  await system.post('/orders', idle, order());
  await system.queue.drain();
  clock.advance(6 * 24 * 3_600_000);
  await system.get('/wallet', used);
  await system.post('/orders', used, orderFor(shop(), { metadata: { kept: 'Kept-canary' } }));
  const isWritten = async () => {
    const { rows } = await sql`
      select from api_keys where last_used_at > created_at + interval '5 days'`.execute(system.database.db);
    return rows.length;
  };
  await expect.poll(isWritten, { timeout: 20_000 }).toBe(1);
  clock.advance(3 * 24 * 3_600_000);
  await system.startErasing();
  await system.queue.drain();
  const text = await dump();
  expect(text.split('\n').filter((line) => line.includes(canary))).toEqual([]);
  expect(text).toContain('Kept-canary');
  expect((await system.get('/wallet', used)).status).toBe(200);
});

describe('every table', () => {
  it('is either erased with the account or kept for a stated reason', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'sim\\_%' order by 1`.execute(
      system.database.db,
    );
    expect(rows.map(({ name }) => name)).toEqual([...erased, ...Object.keys(kept)].sort());
  });

  it('that names an account keeps none of its rows after the erasing, unless it is known to', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'account_id' and table_name not like 'sim\\_%'
        and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE') order by 1`.execute(
      system.database.db,
    );
    // They keep the row and lose what is personal in it; the canaries above are looked for in all of them.
    const emptied = ['api_keys', 'orders', 'return_requests', 'sandbox_claims', 'sandboxes', 'top_ups'];
    const deleted = await sql<{ id: string }>`select id from accounts where erased_at is not null`.execute(
      system.database.db,
    );
    const ids = deleted.rows.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    for (const { name } of rows.filter((table) => !(table.name in kept) && !emptied.includes(table.name))) {
      const left = await sql`select from ${sql.table(name)} where account_id = any (${ids}::uuid[])`.execute(
        system.database.db,
      );
      expect(left.rows, name).toEqual([]);
    }
  });
});

it('lets a late job write nothing for an account while and after it is erased', async () => {
  const { accountId } = await system.account('test');
  const subject = { kind: 'order' as const, id: newId() };
  const message = { accountId, world: 'test' as const, orderId: subject.id, subject, body: '{}', packed: null };
  const late = (cause: string) => ({ ...message, id: newId(), type: 'order.placed' as const, cause, at: clock.now() });
  const written = async (): Promise<number> => {
    const { rows } = await sql<{ rows: number }>`
      select (select count(*) from events where account_id = ${accountId})
        + (select count(*) from webhook_deliveries where account_id = ${accountId}) as rows`.execute(
      system.database.db,
    );
    return Number(rows[0]?.rows);
  };
  await insertEvent(system.database.db, late('in time'));
  expect(await written()).toBe(1);
  const delivery = {
    id: newId(),
    url: 'https://shop.example/',
    origin: 'https://shop.example',
    receiver: 'shop.example',
  };
  const jobs: Promise<unknown>[] = [];
  await inTransaction(system.database.db, async (tx) => {
    await lockToErase(tx, accountId);
    jobs.push(
      insertEvent(system.database.db, late('one')),
      insertUnsubscribed(system.database, [late('several')]),
      insertDeliveries(system.database.db, { ...message, event: 'order.placed', urls: [delivery.url] }, [delivery]),
    );
    // Each of them waits for the lock of the account.
    const waiting = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          tx,
        )
      ).rows.length;
    await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
    await eraseWebhooksOf(tx, accountId);
    await eraseKeysOf(tx, accountId, clock.now());
  });
  await Promise.all(jobs);
  expect(await written()).toBe(0);
});

it('removes no decision from an active account’s chain', async () => {
  const key = await system.mint();
  const { account_id: accountId } = (
    await sql<{ account_id: string }>`select account_id from api_keys order by created_at desc limit 1`.execute(
      system.database.db,
    )
  ).rows[0]!;
  expect(key).toMatch(/^svc_test_/);
  await sql`
    insert into policy_decisions (account_id, world, position, order_id, decision, inputs, created_at, hash)
    values (${accountId}, 'test', 1, ${newId()}, 'allow', '{}', now(), '')`.execute(system.database.db);
  const taken = sql`delete from policy_decisions where account_id = ${accountId}`.execute(system.database.db);
  await expect(taken).rejects.toThrow('append-only');
});
