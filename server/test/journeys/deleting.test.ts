import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isSoundLedger } from '../harness/checks.ts';
import { type FakeClock, fakeClock } from '../harness/fake-clock.ts';
import { signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

// The first sign-in loads what signing in takes, which may be slow on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

let system: TestSystem;
let clock: FakeClock;
beforeAll(async () => {
  clock = fakeClock();
  system = await startSystem({ clock });
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
  return texts.join('\n');
}

const canary = 'Zebediah-canary';
const shop = () => `${system.url}/shop/products/test-success`;
const order = () => ({
  ...orderFor(shop()),
  shipping_address: { ...orderFor(shop()).shipping_address, first_name: canary },
  metadata: { who: canary },
});

describe('DELETE /me', () => {
  it('ends sessions and keys at once and leaves nothing personal, but the ledger', async () => {
    const email = `${canary}@example.com`;
    const person = await signIn(system, email);
    const made = await person.call('/keys', { method: 'POST', world: 'test', body: { label: canary, world: 'test' } });
    const key = made.body.api_key as string;
    await system.post('/managed-accounts', key, { email, password: 'pw' });
    const bought = await system.post('/orders', key, order(), { 'idempotency-key': canary });
    expect(bought.status, bought.text).toBe(201);
    const refused = await person.call('/me', { method: 'DELETE', world: 'test' });
    expect(refused.status).toBe(409);
    expect((await person.call('/me', { world: 'test' })).status).toBe(200);
    clock.advance(5_000);
    await system.queue.drain();
    await system.post(`/orders/${bought.body.id}/case`, key, { message: `I am ${canary}` });
    expect((await person.call('/me', { method: 'DELETE', world: 'test' })).status).toBe(204);
    expect((await person.call('/me', { world: 'test' })).status).toBe(401);
    expect((await system.get('/wallet', key)).status).toBe(401);
    await system.queue.drain();
    const left = (await dump()).split('\n').filter((line) => line.toLowerCase().includes(canary.toLowerCase()));
    expect(left).toEqual([]);
    expect(await isSoundLedger(system.database.db)).toEqual([]);
    const { rows } = await sql`select from ledger_transfers where cause_id = ${bought.body.id}`.execute(
      system.database.db,
    );
    expect(rows.length).toBeGreaterThan(0);
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
  await system.post('/orders', used, { ...orderFor(shop()), metadata: { kept: 'Kept-canary' } });
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
