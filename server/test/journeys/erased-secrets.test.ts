import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/platform/logger.ts';
import { createVault } from '../../src/platform/secrets/index.ts';
import { dashed, type LegacyClient, legacyClient, selfManaged } from '../harness/legacy.ts';
import { anyProduct, keysFolderOf, orderFor, startSystem, type TestSystem, testMasterKey } from '../harness/system.ts';

let system: TestSystem;
let key: string;
let client: LegacyClient;
beforeAll(async () => {
  system = await startSystem({ withLive: true });
  key = await system.mint();
  client = legacyClient(system, key);
});
afterAll(() => system.stop());

const keyFiles = () => readdir(keysFolderOf(system.databaseUrl));

/** An attacker who has every master key, a copy of the table from before, and today's key folder. */
function thief() {
  const { dataDir, erasableKeys } = system.config;
  const logger = createLogger({ level: 'silent' });
  return createVault({ masterKeys: [testMasterKey], dataDir, erasableKeys, logger });
}

async function copyOf(table: string, column: string, id: string): Promise<Buffer> {
  const { rows } = await sql<{ sealed: Buffer }>`
    select ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${sql.ref(table === 'order_secrets' ? 'order_id' : 'id')} = ${id}`.execute(system.database.db);
  return rows[0]!.sealed;
}

describe('what was erased', () => {
  it.each([
    ['placed', {}, async () => {}],
    ['failed', { products: [{ product_id: 'test-out-of-stock', quantity: 1 }] }, async () => {}],
    ['aborted', {}, async (id: string) => void (await client.post(`/v1/orders/${id}/abort`))],
  ])('opens from no copy once the order was %s', async (_name, more, end) => {
    const made = await client.post('/v1/orders', selfManaged(more));
    const id = dashed(made.body.request_id);
    const copy = await copyOf('order_secrets', 'sealed', id);
    expect((await thief().openErasable(copy, `orders/${id}/means`)).toString()).toContain('4242424242424242');
    await end(made.body.request_id);
    await system.queue.drain();
    await expect(thief().openErasable(copy, `orders/${id}/means`)).rejects.toMatchObject({ fault: 'erased' });
    // Without the key of its own, what the master key opens is another box.
    const inner = thief().open(copy.subarray(17), `orders/${id}/means`);
    expect(inner.toString('latin1')).not.toContain('4242424242424242');
    expect(await keyFiles()).toEqual([]);
  });

  it('opens from no copy once a password was changed or its account deleted', async () => {
    const made = await system.post('/managed-accounts', key, {
      email: 'a@example.com',
      password: 'first',
      retailer: 'walmart',
    });
    const { id, short_id } = made.body;
    const context = `managed_accounts/${id}/password`;
    const first = await copyOf('managed_accounts', 'password_sealed', id);
    await system.call(`/managed-accounts/${short_id}`, { method: 'PUT', key, body: { cooldown_minutes: 5 } });
    await system.queue.drain();
    expect((await thief().openErasable(first, context)).toString()).toBe('first');
    await system.call(`/managed-accounts/${short_id}`, { method: 'PUT', key, body: { password: 'second' } });
    const second = await copyOf('managed_accounts', 'password_sealed', id);
    await system.queue.drain();
    await expect(thief().openErasable(first, context)).rejects.toMatchObject({ fault: 'erased' });
    expect((await thief().openErasable(second, context)).toString()).toBe('second');
    await system.call(`/managed-accounts/${short_id}`, { method: 'DELETE', key });
    await system.queue.drain();
    await expect(thief().openErasable(second, context)).rejects.toMatchObject({ fault: 'erased' });
    expect(await keyFiles()).toEqual([]);
  });
});

describe('the checkout of a live order', () => {
  /** Every sealed checkout that was ever in the table, as a backup or the log would have it. */
  const keepCopies = `create table copies (id uuid, sealed bytea);
    create function keep_copy() returns trigger language plpgsql as $$ begin insert into copies values (new.id, new.checkout_sealed); return new; end $$;
    create trigger keep_copy before update on orders for each row when (new.checkout_sealed is not null) execute function keep_copy()`;

  it('opens from no copy once the order has ended', async () => {
    await sql.raw(keepCopies).execute(system.database.db);
    const { key: live } = await system.account('live');
    const { body } = await system.post(
      '/orders',
      live,
      orderFor(await anyProduct(system, 'walmart'), { max_price: 90_000 }),
    );
    await system.queue.drain();
    const order = (await system.get(`/orders/${body.id}`, live)).body;
    expect(order.status, JSON.stringify(order.job_result)).toBe('order_placed');
    const { rows } = await sql<{ sealed: Buffer }>`select sealed from copies where id = ${body.id}`.execute(
      system.database.db,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { sealed } of rows) {
      expect(thief().isErasable(sealed)).toBe(true);
      await expect(thief().openErasable(sealed, `orders/${body.id}/checkout`)).rejects.toMatchObject({
        fault: 'erased',
      });
    }
    expect(await keyFiles()).toEqual([]);
  });
});

describe('an order whose process has ended', () => {
  it('asks for the card again: nothing is bought or held', async () => {
    const first = await startSystem({ databaseUrl: system.databaseUrl });
    const made = await legacyClient(first, key).post('/v1/orders', selfManaged());
    expect(made.status, made.text).toBe(200);
    await first.stop();
    await system.queue.drain();
    const { body } = await client.get(`/v1/orders/${made.body.request_id}`);
    expect(body).toMatchObject({ _type: 'error', code: 'payment_info_problem' });
    expect(body.message).toContain('Send the order again with the card');
    expect(await system.simulator.purchases(dashed(made.body.request_id))).toEqual([]);
    expect(await keyFiles()).toEqual([]);
  });

  it('is bought by another process while the process with the security code runs', async () => {
    const other = await startSystem({ databaseUrl: system.databaseUrl });
    const heard: string[] = [];
    const { listen } = await import('../../src/platform/database/index.ts');
    const listener = await listen(system.databaseUrl, 'errand_memory', (payload) => heard.push(payload));
    const body = selfManaged({
      payment_method: { ...(selfManaged().payment_method as object), security_code: '7391' },
    });
    const made = await legacyClient(other, key).post('/v1/orders', body);
    await system.queue.drain();
    const { body: order } = await client.get(`/v1/orders/${made.body.request_id}`);
    expect(order._type).toBe('order_response');
    expect(heard.map((payload) => JSON.parse(payload).kind)).toEqual(expect.arrayContaining(['ask', 'answer']));
    expect(heard.join('\n')).not.toContain('7391');
    await listener.close();
    await other.stop();
  });
});

it('keeps the keys of existing records, and deletes the others', async () => {
  const { sweepErasableKeys } = await import('../../src/platform/secrets/index.ts');
  const { everySealedColumn } = await import('../../src/main/sealed-columns.ts');
  const { utimes } = await import('node:fs/promises');
  await system.post('/managed-accounts', key, { email: 'kept@example.com', password: 'pw', retailer: 'walmart' });
  const order = (
    await system.post('/orders', key, orderFor(await anyProduct(system, 'walmart'), { max_price: 90_000 }))
  ).body;
  const [note, checkout] = [await system.vault.sealErasable('note', 'n'), await system.vault.sealErasable('cart', 'c')];
  await sql`
    update orders set purchase_note_sealed = ${note}, checkout_sealed = ${checkout} where id = ${order.id}`.execute(
    system.database.db,
  );
  await system.vault.sealErasable('never written', 'nowhere');
  const unwritten = await system.vault.sealErasable('never written, and young', 'nowhere');
  const young = unwritten.subarray(1, 17).toString('hex');
  for (const file of await keyFiles()) {
    if (file !== young) await utimes(`${keysFolderOf(system.databaseUrl)}/${file}`, 1, 1);
  }
  const before = await keyFiles();
  const swept = await sweepErasableKeys(system.database.db, system.vault, everySealedColumn);
  expect(before.length - (await keyFiles()).length).toBe(swept);
  expect(swept).toBeGreaterThan(0);
  expect(await keyFiles()).toContain(young);
  expect((await thief().openErasable(note, 'n')).toString()).toBe('note');
  expect((await thief().openErasable(checkout, 'c')).toString()).toBe('cart');
  const { body } = await system.get('/managed-accounts?search=kept@', key);
  const copy = await copyOf('managed_accounts', 'password_sealed', body.credentials[0].id);
  const opened = await thief().openErasable(copy, `managed_accounts/${body.credentials[0].id}/password`);
  expect(opened.toString()).toBe('pw');
});

it('checks some keys each time, and all of them eventually', async () => {
  for (let n = 0; n < 5; n += 1) await system.vault.sealErasable('one of many', 'nowhere');
  const all = await keyFiles();
  const list = (most: number) => system.vault.erasableKeys.listBefore(new Date(Date.now() + 60_000), most);
  expect((await list(all.length)).sort()).toEqual(all.sort());
  const seen = new Set<string>();
  while (seen.size < all.length) {
    const portion = await list(2);
    expect(new Set(portion).size).toBe(2);
    for (const id of portion) seen.add(id);
  }
});
