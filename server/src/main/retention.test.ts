import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seed } from '../../../bench/growth/seed.ts';
import { createTestDatabase, type TestDatabase } from '../../test/harness/postgres.ts';
import { dayMs, plusMs } from '../kit/clock.ts';
import type { Blobs } from '../platform/blobs/index.ts';
import { deleteOldBatches, deleteOldOrders } from './store-retention.ts';
import { storageText } from './store-storage.ts';

let test: TestDatabase;
const deletedBlobs: string[] = [];
const blobs = { delete: async (key: string) => void deletedBlobs.push(key) } as unknown as Blobs;

beforeAll(async () => {
  test = await createTestDatabase();
  await seed(test.database.db, 1_100);
  await sql`
    insert into return_labels (id, return_id, position, carrier, tracking_number, blob, link_key, created_at)
    select gen_random_uuid(), id, 0, 'UPS', '1', 'label-' || status, sha256('x'), now()
    from return_requests where created_at < now() - interval '3 hours'`.execute(test.database.db);
}, 60_000);
afterAll(() => test.drop());

const count = async (from: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.raw(from)}`.execute(test.database.db)).rows[0]!.n;

const isOld = `created_at < now() - interval '3 hours'`;
/** Orders that came at two a minute: the last three hours are 360 of them. */
const threeHours = () => plusMs(new Date(), -dayMs / 8);

describe('what was over long ago', () => {
  it('goes with all that hangs on it, but for what is open, in a batch, or of the other world', async () => {
    const { db } = test.database;
    const money = await count('ledger_transfers');
    await sql`update orders set status = 'in_progress' where id in (select id from orders where ${sql.raw(isOld)} limit 1)`.execute(
      db,
    );
    expect(await deleteOldOrders({ db, blobs }, 'live', threeHours())).toBe(0);
    expect(await count('orders')).toBe(1_100);
    const deleted = await deleteOldOrders({ db, blobs }, 'test', threeHours());
    expect(deleted).toBeGreaterThan(600);
    expect(await count('orders')).toBe(1_100 - deleted);
    expect(await count(`orders where ${isOld} and status in ('pending', 'in_progress')`)).toBe(1);
    expect(await count(`cases where state = 'open' and ${isOld.replace('created_at', 'opened_at')}`)).toBeGreaterThan(
      0,
    );
    expect(await count(`return_requests where status = 'open' and ${isOld}`)).toBeGreaterThan(0);
    expect(await count(`orders o join bulk_rows b on b.order_id = o.id`)).toBe(99);
    for (const table of ['order_items', 'shipments', 'return_requests', 'cases', 'case_messages'])
      expect(await count(`${table} t where not exists (select from orders o where o.id = t.order_id)`), table).toBe(0);
    expect(await count('idempotency_keys')).toBe(await count('orders'));
    expect(await count('ledger_transfers')).toBe(money);
    expect(new Set(deletedBlobs)).toEqual(new Set(['label-credited']));
  });

  it('goes batch by batch, and the orders stay until it is their turn', async () => {
    const { db } = test.database;
    const before = await count('orders');
    await deleteOldBatches(db, threeHours());
    expect(await count('bulk_batches')).toBe(1);
    await deleteOldBatches(db, plusMs(new Date(), dayMs));
    expect([await count('bulk_batches'), await count('bulk_rows'), await count('orders')]).toEqual([0, 0, before]);
    expect(await deleteOldOrders({ db, blobs }, 'test', threeHours())).toBeGreaterThan(80);
  });

  it('is told by its size', async () => {
    await sql`analyze orders`.execute(test.database.db);
    expect(await storageText(test.database.db)).toMatch(
      /orders +[\d,]+ +[\d.]+ MB.*B\/order[\s\S]*In all [\d.]+ MB, \d+ B\/order for/,
    );
  });
});
