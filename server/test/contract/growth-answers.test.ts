import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bigAccount, seed } from '../../../bench/growth/seed.ts';
import { listRequests, type RequestFilter } from '../../src/domains/access/activity/requests/sql.ts';
import { type DeliveryFilter, listDeliveries } from '../../src/domains/channels/webhooks/sql-deliveries.ts';
import { listEvents } from '../../src/domains/channels/webhooks/sql-events.ts';
import { listReturns } from '../../src/domains/delivery/returns/sql.ts';
import { listActions } from '../../src/domains/operations/operator/sql.ts';
import { listJobsOfOrder, listUnsentMails } from '../../src/domains/operations/operator/sql-subjects.ts';
import { countOrdersByPlace } from '../../src/domains/orders/orders/sql-counts.ts';
import { listOrderIds } from '../../src/domains/orders/orders/sql-list.ts';
import { sumOrders } from '../../src/domains/orders/orders/sql-selection.ts';
import type { OrderFilter } from '../../src/domains/orders/orders/sql-where.ts';
import { dayMs } from '../../src/kit/clock.ts';
import { createTestDatabase, type TestDatabase } from '../harness/postgres.ts';

/** More than are tried at first, collected, or looked through. */
const orderCount = 3_000;
const pageSize = 150;
const own = { accountId: bigAccount, world: 'test' } as const;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await seed(test.database.db, orderCount);
  // An order may be returned in parts.
  await sql`insert into return_requests (id, order_id, account_id, world, status, reason, items, created_at, updated_at)
    select gen_random_uuid(), order_id, account_id, world, status, reason, items, created_at - interval '1 day', updated_at from return_requests
    where account_id = ${bigAccount} order by created_at desc limit 3`.execute(test.database.db);
  await sql`vacuum analyze`.execute(test.database.db);
});
afterAll(() => test.drop());

/** The ids that a plain condition finds, read from the table itself. */
async function plainly(table: string, condition: string, order: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from ${sql.table(table)} o where account_id = ${bigAccount} and world = 'test' and (${sql.raw(condition)})
    order by ${sql.raw(order)}`.execute(test.database.db);
  return rows.map(({ id }) => String(id));
}

/** All pages one after the other. */
async function paged(
  limit: number,
  list: (page: { limit: number; offset: number }) => Promise<{ ids: string[]; total: number }>,
): Promise<string[]> {
  const all: string[] = [];
  for (;;) {
    const { ids, total } = await list({ limit, offset: all.length });
    all.push(...ids);
    expect(total).toBeGreaterThanOrEqual(all.length);
    if (all.length >= total || ids.length === 0) return all;
  }
}

const named = `lower(concat(shipping_address ->> 'first_name', ' ', shipping_address ->> 'last_name', E'\\n', po_number))`;
const sold = (part: string) =>
  `exists (select from unnest(merchant_order_ids) m where lower(m) like '${part}%') or o.id::text like '${part}%'
   or exists (select from shipments s where s.order_id = o.id and lower(tracking_number) like '${part}%')`;
const titled = (part: string) => `exists (select from order_items i join product_titles p using (product_id)
  where i.order_id = o.id and p.retailer = o.retailer and p.world = o.world and lower(p.title) ~ '${part}')`;

const began = Date.now();
const hoursAgo = (hours: number): Date => new Date(began - (hours * dayMs) / 24);

const places = new Set(['preparing', 'on_the_way', 'late', 'delivered', 'undeliverable']);
const atParcel = (status: string): string =>
  `status = 'order_placed' and exists (select from shipments s where s.order_id = o.id and s.status = '${status}')`;

const filters: [Partial<OrderFilter>, string][] = [
  [{ status: 'order_failed', retailer: 'amazon' }, `status = 'order_failed' and retailer = 'amazon'`],
  [{ status: 'order_failed', retailer: 'target' }, 'false'],
  [{ status: 'order_placed', retailer: 'target' }, `status = 'order_placed' and retailer = 'target'`],
  [{ place: 'order_failed' }, `status = 'order_failed'`],
  [{ place: 'late' }, `status = 'order_placed' and late_since is not null`],
  [
    { place: 'preparing' },
    `status = 'order_placed' and late_since is null and not exists (select from shipments s where s.order_id = o.id)`,
  ],
  [{ place: 'on_the_way' }, atParcel('in_transit')],
  [{ place: 'delivered' }, atParcel('delivered')],
  [{ place: 'undeliverable', retailer: 'target' }, `${atParcel('undeliverable')} and retailer = 'target'`],
  [{ metadata: { key: 'team', value: null } }, 'true'],
  [{ metadata: { key: 'campaign', value: null } }, 'false'],
  [{ metadata: { key: 'team', value: 't3' } }, `metadata ->> 'team' = 't3'`],
  [{ hasTracking: false }, `not exists (select from shipments s where s.order_id = o.id)`],
  [
    { status: 'order_placed', hasTracking: false },
    `status = 'order_placed' and not exists (select from shipments s where s.order_id = o.id)`,
  ],
  [
    { retailer: 'target', trackingStatus: 'undeliverable' },
    `retailer = 'target' and exists (select from shipments s where s.order_id = o.id and s.status = 'undeliverable')`,
  ],
  ...(['open', 'credited', 'denied'] as const).map((status): [Partial<OrderFilter>, string] => [
    { returnStatus: status },
    `exists (select from return_requests r where r.order_id = o.id and r.status = '${status}')`,
  ]),
  [
    { returnStatus: 'credited', retailer: 'bestbuy' },
    `retailer = 'bestbuy' and exists (select from return_requests r where r.order_id = o.id and r.status = 'credited')`,
  ],
  [{ returnStatus: 'credited', retailer: 'target' }, 'false'],
  [
    { returnStatus: 'open', metadata: { key: 'team', value: 't1' } },
    `metadata ->> 'team' = 't1' and exists (select from return_requests r where r.order_id = o.id and r.status = 'open')`,
  ],
  [
    { returnStatus: 'open', createdAfter: hoursAgo(4), createdBefore: hoursAgo(2) },
    `created_at >= '${hoursAgo(4).toISOString()}' and created_at < '${hoursAgo(2).toISOString()}'
      and exists (select from return_requests r where r.order_id = o.id and r.status = 'open')`,
  ],
  [
    { status: 'order_placed', retailer: 'bestbuy', createdAfter: hoursAgo(4) },
    `status = 'order_placed' and retailer = 'bestbuy' and created_at >= '${hoursAgo(4).toISOString()}'`,
  ],
  [{ merchantOrderId: '113-00039595' }, `merchant_order_ids = '{113-00039595}'`],
  // A part of a name, and as the beginning of a word where it is short.
  [{ search: 'Jane' }, `${named} like '%jane%'`],
  [{ search: 'ane' }, `${named} like '%ane%' or ${titled('ane')}`],
  [{ search: 'Li' }, `${named} ~ '(^|[ \\n-])li' or ${titled('(^|[ \\n-])li')}`],
  [{ search: 'an' }, `${named} ~ '(^|[ \\n-])an' or ${titled('(^|[ \\n-])an')}`],
  [{ search: '1Z' }, `${sold('1z')} or ${named} ~ '(^|[ \\n-])1z' or ${titled('(^|[ \\n-])1z')}`],
  [{ search: 'a1' }, `${sold('a1')} or ${named} ~ '(^|[ \\n-])a1' or ${titled('(^|[ \\n-])a1')}`],
  [{ search: '113-' }, `${sold('113-')} or ${named} like '%113-%' or ${titled('113-')}`],
  [{ search: 'kind 3' }, titled('kind 3')],
  [{ search: 'jane', status: 'order_failed' }, `status = 'order_failed' and ${named} like '%jane%'`],
];

describe('what is found by the quick way', () => {
  it.each(filters)('%j: is what is there, page by page', async (filter, condition) => {
    const expected = await plainly('orders', condition, 'created_at desc, id');
    const list = async (page: { limit: number; offset: number }) =>
      listOrderIds(test.database.db, { ...own, ...filter }, page);
    expect(await paged(pageSize, list)).toEqual(expected);
    // A total may stop early, and then says so.
    const { total, isTotalExact } = await list({ limit: 10, offset: 0 });
    expect(total).toBeLessThanOrEqual(expected.length);
    if (isTotalExact) expect(total).toBe(expected.length);
    // Up to 10,000 orders are summed up.
    const { rows, hasMore } = await sumOrders(test.database.db, { ...own, ...filter });
    expect([rows.reduce((sum, row) => sum + row.orders, 0), hasMore]).toEqual([expected.length, false]);
    // Backwards the newest ones say nothing about the first page.
    const oldest = await listOrderIds(
      test.database.db,
      { ...own, ...filter },
      { limit: 40, offset: 0, sort: 'oldest' },
    );
    expect(oldest.ids).toEqual(expected.toReversed().slice(0, 40));
    const behind = await listOrderIds(
      test.database.db,
      { ...own, ...filter },
      { limit: 40, offset: 0, after: expected[9] ?? bigAccount },
    );
    expect(behind.ids).toEqual(expected.slice(10, 50));
  });

  it('counts every order in its status exactly, and says when it stops counting', async () => {
    const { rows } = await sql<{ place: string; n: number }>`
      select case when status <> 'order_placed' then status
          when late_since is not null then 'late'
          when exists (select from shipments s where s.order_id = o.id and s.status = 'undeliverable') then 'undeliverable'
          when exists (select from shipments s where s.order_id = o.id and s.status = 'delivered') then 'delivered'
          when exists (select from shipments s where s.order_id = o.id) then 'on_the_way' else 'preparing' end as place, count(*) as n
      from orders o where account_id = ${own.accountId} and world = 'test' group by 1`.execute(test.database.db);
    const counts = await countOrdersByPlace(test.database.db, own);
    expect(counts).toMatchObject(Object.fromEntries(rows.map(({ place, n }) => [place, n])));
    const all = Object.values(counts).reduce((sum, n) => sum + n, 0);
    expect(all).toBe(rows.reduce((sum, { n }) => sum + n, 0));
    const placed = await listOrderIds(test.database.db, { ...own, status: 'order_placed' }, { limit: 10, offset: 0 });
    expect(placed.total).toBe(rows.filter(({ place }) => places.has(place)).reduce((sum, { n }) => sum + n, 0));
  });

  it('belongs to the calling account', async () => {
    const other = { accountId: '0a000000-0000-4000-8000-000000000110', world: 'test' } as const;
    for (const [filter] of filters) {
      const { ids } = await listOrderIds(test.database.db, { ...other, ...filter }, { limit: 200, offset: 0 });
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from orders where id = any (${ids}::uuid[]) and account_id <> ${other.accountId}`.execute(
        test.database.db,
      );
      expect([filter, rows[0]?.n]).toEqual([filter, 0]);
    }
  });

  it('does not reveal what comes after another account’s order', async () => {
    const { rows } = await sql<{ id: string }>`
      select id from orders where account_id <> ${bigAccount} order by created_at desc limit 1`.execute(
      test.database.db,
    );
    for (const filter of [{}, { returnStatus: 'open' }, { retailer: 'target' }] satisfies Partial<OrderFilter>[]) {
      const page = { limit: 5, offset: 0, after: rows[0]!.id };
      expect((await listOrderIds(test.database.db, { ...own, ...filter }, page)).ids).toEqual([]);
    }
  });

  it('finds deliveries by event, URL and order', async () => {
    const { rows: events } = await sql<{ id: string; order_id: string }>`
      select id, order_id from events where account_id = ${bigAccount} and type = 'order.failed' order by seq`.execute(
      test.database.db,
    );
    const [event] = events;
    await sql`update webhook_deliveries set event_id = ${event!.id} where order_id = ${event!.order_id}`.execute(
      test.database.db,
    );
    // Another delivery of the same order, of another event.
    await sql`update webhook_deliveries set order_id = ${event!.order_id} where order_id = ${events[1]!.order_id}`.execute(
      test.database.db,
    );
    await sql`update webhook_deliveries set url = 'https://jane:swordfish@hidden.example/x' where order_id = ${event!.order_id}`.execute(
      test.database.db,
    );
    const asked: [Partial<DeliveryFilter>, string][] = [
      [{ event: 'order.failed' }, `event = 'order.failed'`],
      [{ event: 'order.failed', status: 'failed' }, `event = 'order.failed' and status = 'failed'`],
      [{ event: 'order.cancelled' }, 'false'],
      [{ eventId: event!.id }, `event_id = '${event!.id}'`],
      [{ eventId: event!.order_id }, 'false'],
      [{ url: 'EXAMPLE.com/ord', event: 'order.failed' }, `event = 'order.failed' and url not like '%hidden%'`],
      [{ url: 'elsewhere' }, 'false'],
      // Text before the host is not searched, and doesn't prevent a match.
      [{ url: 'https://hidden.example', event: 'order.failed' }, `url like '%hidden%'`],
      [{ url: 'swordfish', event: 'order.failed' }, 'false'],
    ];
    for (const [filter, condition] of asked) {
      const expected = await plainly('webhook_deliveries', condition, 'created_at desc, seq desc');
      const list = async (page: { limit: number; offset: number }) => {
        const { rows, total } = await listDeliveries(test.database.db, { ...own, ...filter }, page);
        return { ids: rows.map(({ id }) => id), total };
      };
      expect([filter, await paged(pageSize, list)]).toEqual([filter, expected]);
    }
    const listed = await listEvents(test.database.db, { ...own, type: 'order.failed', afterSeq: 0 }, 1000);
    expect(listed.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
  });

  it('finds a return by the numbers on it', async () => {
    const { rows } = await sql<{ id: string; order_id: string; merchant_return_id: string }>`
      select id, order_id, merchant_return_id from return_requests where account_id = ${bigAccount} order by created_at desc offset 9 limit 1`.execute(
      test.database.db,
    );
    const { id, order_id: orderId, merchant_return_id: number } = rows[0]!;
    for (const search of [id.slice(0, 20), orderId.slice(0, 20).toUpperCase(), number.toLowerCase()]) {
      const found = await listReturns(test.database.db, { owner: own, search }, { limit: 10, offset: 0 });
      expect([search, found.rows.map((row) => row.id), found.total]).toEqual([search, [id], 1]);
    }
    const none = await listReturns(test.database.db, { owner: own, search: '%' }, { limit: 10, offset: 0 });
    expect(none).toEqual({ rows: [], total: 0 });
  });

  it('finds a request by its ID no matter how old it is, and by a word among the newest', async () => {
    const since = new Date(Date.now() - 30 * dayMs);
    const list = async (filter: RequestFilter) => {
      const { rows, total } = await listRequests(test.database.db, own, { ...filter, limit: 40, offset: 0 }, since);
      return { ids: rows.map((row) => row.request_id), total };
    };
    expect(await list({ search: 'req-1' })).toEqual({ ids: ['req-1'], total: 1 });
    expect(await list({ search: 'req-1', method: 'GET' })).toEqual({ ids: [], total: 0 });
    expect(await list({ search: 'req-1', status: '4xx' })).toEqual({ ids: [], total: 0 });
    expect((await list({ search: 'ORDERS' })).ids.length).toBe(40);
    expect(await list({ search: 'order%' })).toEqual({ ids: [], total: 0 });
    expect(await list({ method: 'DELETE' })).toEqual({ ids: [], total: 0 });
    const { rows: refused } = await sql<{ request_id: string }>`
      select request_id from request_log where account_id = ${bigAccount} and status = 422 order by at desc limit 40`.execute(
      test.database.db,
    );
    expect((await list({ status: '422' })).ids).toEqual(refused.map((row) => row.request_id));
    expect((await list({ keyId: bigAccount })).total).toBe(1001);
    const nobody = await list({ keyId: '0a000000-0000-4000-8000-000000000110' });
    expect(nobody).toEqual({ ids: [], total: 0 });
  });

  it('covers all work on an order, and nothing else', async () => {
    const { db } = test.database;
    const { rows } = await sql<{ id: string }>`
      select payload ->> 'orderId' as id from jobs where kind = 'tracking.follow' limit 2`.execute(db);
    const [order, other] = rows.map(({ id }) => id);
    const kinds = ['events', 'notices.case', 'orders.place', 'tracking.mail', 'ucp.tell'];
    await sql`
      insert into jobs (kind, payload, dead_at) select kind, jsonb_build_object('orderId', id, 'stage', 'shipped'), dead_at
      from unnest(${kinds}::text[]) kind, unnest(${[order, other]}::text[]) id, unnest(array[null, now()]) dead_at`.execute(
      db,
    );
    // Failed jobs count as work of the order they name.
    await sql`insert into jobs (kind, payload, dead_at) values ('tracking.follow', ${{ orderId: order }}, now())`.execute(
      db,
    );
    const named = await sql<{ id: number; kind: string }>`
      select id, kind from jobs where payload ->> 'orderId' = ${order} order by id`.execute(db);
    expect(named.rows.map((row) => row.kind).sort()).toEqual(
      [...kinds, ...kinds, 'tracking.follow', 'tracking.follow'].sort(),
    );
    expect((await listJobsOfOrder(db, order!)).map((row) => row.id)).toEqual(named.rows.map((row) => row.id));
    const unsent = await listUnsentMails(db, order!);
    expect(unsent.map((row) => [row.stage, row.dead_at === null])).toEqual(
      expect.arrayContaining([
        ['shipped', true],
        ['shipped', false],
      ]),
    );
    expect(unsent.length).toBe(2);
  });

  it('lists what operators did, with any combination of filters', async () => {
    const { db } = test.database;
    const operators = [undefined, 'Operator-0@example.com', 'operator-1@example.com'];
    const actions = [undefined, 'key.frozen', 'case.answered'];
    const types = [undefined, 'key', 'order'];
    for (const operator of operators)
      for (const action of actions)
        for (const subjectType of types) {
          const { rows } = await sql<{ id: string }>`
            select id from audit_log where (${operator ?? null}::text is null or operator = lower(${operator ?? null}::text))
              and (${action ?? null}::text is null or action = ${action ?? null})
              and (${subjectType ?? null}::text is null or subject_type = ${subjectType ?? null})
            order by at desc, id desc`.execute(db);
          const filter = { operator, action, subjectType };
          const list = async (page: { limit: number; offset: number }) => {
            const found = await listActions(db, filter, page);
            return { ids: found.rows.map(({ id }) => String(id)), total: found.total };
          };
          expect([filter, await paged(500, list)]).toEqual([filter, rows.map(({ id }) => String(id))]);
        }
  });
});
