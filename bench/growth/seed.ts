import { CompiledQuery } from 'kysely';
import type { Executor } from '../../server/src/platform/database/index.ts';

/** The growing account. A hundred others have a tenth as many orders. */
export const bigAccount = '0a000000-0000-4000-8000-000000000001';

export const bigAccountEmail = 'customer-1@example.com';

/** The ID of the nth row of a kind, the same in every run. */
const id = (kind: string, n = 'n') => `md5('${kind}' || ${n})::uuid`;

/** Two orders per minute until now: 1,000 are a working day, a million a year. */
const at = `(now() - ($1::int - n) * interval '30 seconds')`;
const owner = `case when n % 11 = 10 then ('0a000000-0000-4000-8000-' || lpad((101 + n % 100)::text, 12, '0'))::uuid else '${bigAccount}'::uuid end`;
const series = 'generate_series(1, $1::int) n';
/** As long as the stored response to such an order: 171 incompressible bytes. */
const packedAnswer = `decode(left((select string_agg(md5(n::text || part), '') from generate_series(1, 11) part), 342), 'hex')`;

const address = `jsonb_build_object('first_name', (array['Jane','Omar','Li','Ana','Piotr','Grace','Noah','Ines','Yuki','Emil'])[1 + n % 10],
  'last_name', 'Person' || md5('name' || n % least(50021, $1::int / 19)), 'address_line1', n % 900 || ' Market St', 'city', 'San Francisco', 'state', 'CA',
  'postal_code', lpad((n % 99999)::text, 5, '0'), 'country', 'US', 'phone_number', '+14155550123')`;
const status = `case when n % 50 = 0 then 'order_failed' when n % 97 = 0 then 'cancelled' when n > $1::int - 20 then 'pending' else 'order_placed' end`;
const event = `case when (${status}) = 'order_failed' then 'order.failed' else 'order.placed' end`;
const isPlaced = `(${status}) = 'order_placed'`;
/** A tenth was bought at the desk. The newest of those are in transit. */
const isAtDesk = `((n % 10 = 7 or n between $1::int - 100 and $1::int - 20) and ${isPlaced})`;
/** Rare rows fill a page among the newest thousand too, so the first page is full at every size. */
const isOpen = `(n % 1000 = 1 or n > $1::int - 1000)`;
const isFailed = `(n % 5000 = 3 or (n > $1::int - 1000 and n % 15 = 3))`;
const isRefused = `(n % 400 = 0 or (n > $1::int - 1000 and n % 15 = 0))`;
/** Every product fills a page at every size. */
const products = `least(2003, $1::int / 80)`;
const merchantOrder = `'113-' || lpad((n::bigint * 7919 % 10000019)::text, 8, '0')`;
const result = `case when n > $1::int - 20 then null else jsonb_build_object('success', ${isPlaced}, 'error', null, 'error_type', null,
  'error_details', null, 'price_components', case when ${isPlaced} then jsonb_build_object('subtotal', 1899, 'shipping', 0, 'tax', 166, 'fees', 0,
  'total', 2065, 'currency', 'USD') end, 'estimated_delivery', '2026-11-20', 'merchant_order_ids', jsonb_build_array(${merchantOrder})) end`;

const parcel = `case when n % 1000 = 7 or (n > $1::int - 1000 and n % 15 = 7) then 'undeliverable' when n > $1::int - 5000 and n % 3 = 0 then 'in_transit' else 'delivered' end`;
const hasParcel = `${isPlaced} and n % 20 <> 3`;

const steps: Record<string, string> = {
  accounts: `insert into accounts (id, email, created_at)
    select ('0a000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'customer-' || n || '@example.com', now() - interval '2 years'
    from generate_series(1, 200) n where n = 1 or n > 100`,
  orders: `insert into orders (id, account_id, world, status, retailer, max_price_cents, fee_cents, shipping_address, metadata, po_number,
      is_gift, attempts, epoch, job_result, merchant_order_ids, estimated_delivery, charged_cents, created_at, updated_at, started_at, ended_at,
      bought_by_desk, is_desk_done, delivery, late_since, outcome)
    select ${id('o')}, ${owner}, 'test', ${status}, (array['amazon','bestbuy','target','walmart','homedepot'])[1 + n % 5], 2500, 100, ${address},
      jsonb_build_object('ref', 'm-' || n, 'team', 't' || n % 10), case when n % 3 = 0 then 'PO-' || md5('po' || n) end, false, 1, 1, ${result},
      case when ${isPlaced} then array[${merchantOrder}] else '{}' end, date '2026-11-20', case when ${isPlaced} then 2065 end,
      ${at}, ${at} + interval '2 minutes', ${at} + interval '2 seconds', case when n > $1::int - 20 then null else ${at} + interval '4 seconds' end,
      ${isAtDesk}, ${isAtDesk} and n <= $1::int - 100,
      case when ${hasParcel} then replace(${parcel}, 'in_transit', 'on_the_way') end, case when ${isPlaced} and n % 60 = 3 then ${at} + interval '9 days' end,
      nullif(nullif(${status}, 'pending'), 'in_progress')
    from ${series}`,
  arrivals: `insert into arrivals (order_id, account_id, world, delivery, late_since)
    select id, account_id, world, delivery, late_since from orders
    where status = 'order_placed' and delivery is distinct from 'delivered' and $1::int > 0`,
  order_items: `insert into order_items (id, order_id, position, url, product_id, quantity, condition_in, condition_not_in, status,
      unit_price_cents, created_at, updated_at)
    select ${id('i')}, ${id('o')}, 0, 'https://www.amazon.com/dp/B' || lpad((n % ${products})::text, 9, '0'), 'B' || lpad((n % ${products})::text, 9, '0'), 1,
      '{New}', '{}', 'ordered', 1899, ${at}, ${at} from ${series}`,
  product_titles: `insert into product_titles (world, retailer, product_id, title, ordered_at)
    select 'test', (array['amazon','bestbuy','target','walmart','homedepot'])[1 + r], 'B' || lpad(n::text, 9, '0'),
      'Thing ' || md5('title' || n) || ' of kind ' || n % 7, now()
    from generate_series(0, 2002) n, generate_series(0, 4) r where $1::int > 0`,
  shipments: `insert into shipments (id, order_id, position, parcel_id, carrier, tracking_number, status, item_ids, checkpoints, created_at, updated_at)
    select ${id('s')}, ${id('o')}, 0, 'p1', 'UPS', '1Z' || upper(substr(md5('t' || n), 1, 16)),
      ${parcel},
      array[${id('i')}], '[{"city": null, "status": "delivered", "message": "Delivered", "checkpoint_time": "2026-11-15T10:00:00.000Z"}]', ${at}, ${at}
    from ${series} where ${hasParcel}`,
  // Before the orders, so the newest transfers are those of orders.
  funds: `insert into ledger_transfers (world, account_id, kind, debit, credit, amount_cents, cause, cause_id, created_at)
    select 'test', id, 'fund', 'sandbox', 'wallet.available', 100000000000, 'sandbox', md5(id::text || m)::uuid, created_at + m * interval '1 month' from accounts, generate_series(0, 23) m where $1::int > 0`,
  ledger_transfers: `insert into ledger_transfers (world, account_id, kind, debit, credit, amount_cents, cause, cause_id, created_at)
    select 'test', ${owner}, part.kind, part.debit, part.credit, part.cents, 'order', ${id('o')}, ${at} + part.late from ${series},
      lateral (values ('hold', 'wallet.available', 'wallet.held', 2600, interval '0'), ('capture', 'wallet.held', 'retailer', 2065, interval '4 seconds'),
        ('fee', 'wallet.held', 'fees', 100, interval '4 seconds'), ('release', 'wallet.held', 'wallet.available', 435, interval '4 seconds'))
        part (kind, debit, credit, cents, late)
    where ${isPlaced}`,
  wallets: `insert into wallets (account_id, world, available_cents, held_cents)
    select account_id, world, sum(case when credit = 'wallet.available' then amount_cents when debit = 'wallet.available' then -amount_cents else 0 end),
      sum(case when credit = 'wallet.held' then amount_cents when debit = 'wallet.held' then -amount_cents else 0 end)
    from ledger_transfers where $1::int > 0 group by 1, 2`,
  cases: `insert into cases (order_id, account_id, world, state, reason, opened_at, updated_at)
    select ${id('o')}, ${owner}, 'test', case when n % 500 = 25 then 'open' else 'closed' end, 'customer_request', ${at}, ${at} from ${series} where n % 25 = 0`,
  case_messages: `insert into case_messages (order_id, author, type, message, created_at)
    select ${id('o')}, (array['customer','operator'])[k], 'message', 'Where is it? ' || n, ${at} + k * interval '1 minute'
    from ${series}, generate_series(1, 2) k where n % 25 = 0`,
  return_requests: `insert into return_requests (id, order_id, account_id, world, status, reason, items, merchant_return_id, ordered_at, created_at, updated_at, resolved_at, credited_cents)
    select ${id('r')}, ${id('o')}, ${owner}, 'test', case when ${isOpen} then 'open' else 'credited' end, 'damaged',
      jsonb_build_array(jsonb_build_object('order_item_id', ${id('i')}, 'quantity', 1)), 'RMA-' || n, (select created_at from orders where id = ${id('o')}), ${at}, ${at},
      case when ${isOpen} then null else ${at} end, case when ${isOpen} then null else 1899 end
    from ${series} where n % 20 = 1 and ${isPlaced}`,
  bulk_batches: `insert into bulk_batches (id, account_id, world, filename, row_count, columns, notify_on_complete, completed_at, placed_count,
      failed_count, cancelled_count, created_at)
    select ${id('b')}, '${bigAccount}', 'test', 'orders-' || n || '.csv', 100, '{product_url,quantity}', false, now(), 98, 2, 0, now() - n * interval '1 hour'
    from generate_series(1, greatest(60, $1::int / 1000)) n`,
  bulk_rows: `insert into bulk_rows (batch_id, row_index, order_id, recipient, product_urls, cells, draft)
    select ${id('b', '(1 + n / 1000)')}, n % 1000, ${id('o')}, 'Jane Doe', '{https://www.amazon.com/dp/B000000001}', '["https://www.amazon.com/dp/B000000001","1"]',
      json_build_object('id', ${id('o')}, 'shipping_address', ${address}, 'products', '[]'::json)
    from ${series} where n % 1000 < 100 and n < greatest(1, $1::int / 1000) * 1000`,
  events: `insert into events (id, account_id, world, type, order_id, subject_kind, subject_id, body, cause, created_at)
    select ${id('e')}, ${owner}, 'test', ${event}, ${id('o')}, 'order',
      ${id('o')}::text, json_build_object('id', ${id('o')}, 'note', repeat('x', 300))::text, 'order/' || n, ${at}
    from ${series}`,
  webhook_deliveries: `insert into webhook_deliveries (id, account_id, world, event, subject_kind, subject_id, order_id, url, origin, receiver, body, status,
      attempts, failures, response_status, created_at, delivered_at, ended_at)
    select ${id('d')}, ${owner}, 'test', ${event}, 'order', ${id('o')}::text, ${id('o')}, 'https://hooks.example.com/orders', 'https://hooks.example.com',
      'https://hooks.example.com/orders', json_build_object('type', 'order.placed', 'data', json_build_object('id', ${id('o')}, 'note', repeat('x', 300)))::text,
      case when ${isFailed} then 'failed' else 'delivered' end, 1, case when ${isFailed} then 8 else 0 end, 200, ${at},
      case when ${isFailed} then null else ${at} end, ${at}
    from ${series}`,
  request_log: `insert into request_log (account_id, world, api_key_id, request_id, at, method, route, path, status, ms, body_state)
    select ${owner}, 'test', '${bigAccount}', 'req-' || n, ${at}, 'POST', '/orders', '/orders', case when ${isRefused} then 422 else 201 end, 5, 'none' from ${series}`,
  account_activity: `insert into account_activity (account_id, world, at, person_id, person, action, subject_id, details, outcome)
    select '${bigAccount}', 'test', ${at}, ${id('person', 'n % 7')}, 'person', case when n % 10 = 0 then 'return.requested' else 'order.placed' end, ${id('o')}::text,
      '{}', 'done' from ${series} where n % 5 = 0`,
  usage_daily: `insert into usage_daily (account_id, world, endpoint, day, total)
    select '${bigAccount}', 'test', e, current_date - n, 10 from generate_series(0, 180) n, unnest(array['search','details','offers']) e`,
  jobs: `insert into jobs (kind, payload, run_at, dedupe_key, created_at) select (array['orders.place','tracking.follow','events','webhooks.send'])[1 + n % 4],
      jsonb_build_object('orderId', ${id('o')}), case when n % 2 = 0 then '-infinity'::timestamptz else now() + n * interval '1 second' end,
      case when n % 4 = 1 then 'tracking ' || ${id('o')} end, now() from ${series}`,
  idempotency_keys: `insert into idempotency_keys (account_id, world, operation, key, body_hash, status, answer, packed, resource, resource_id, created_at)
    select ${owner}, 'test', 'POST /orders', 'key-' || n, decode(md5('h' || n) || md5('g' || n), 'hex'), 201, '', ${packedAnswer}, 'order', ${id('o')}, ${at} from ${series}`,
  // A tenth as many customers as orders, with a key each, and an account and key for every fifth order, which an agent
  // paid for.
  customers: `insert into accounts (id, email, created_at)
    select ${id('customer')}, case when n % 3 = 0 then 'person-' || md5('mail' || n) || '@example.com' end, now() - n * interval '1 minute'
    from generate_series(1, $1::int * 3 / 10) n`,
  api_keys: `insert into api_keys (id, account_id, world, hash, label, hint, order_id, created_at)
    select ${id('key')}, ${id('customer')}, 'test', decode(md5('h' || n) || md5('g' || n), 'hex'), case when n % 3 = 0 then 'Shop ' || n else 'Agent order' end,
      right(md5('h' || n), 4), case when n % 3 > 0 then ${id('o')} end, now() - n * interval '1 minute'
    from generate_series(1, $1::int * 3 / 10) n`,
  audit_log: `insert into audit_log (at, operator, action, subject_type, subject_id, after)
    select now() - ($1::int - n) * interval '1 minute', 'operator-' || n % 5 || '@example.com',
      case when n / 10 % 2 = 0 then 'key.frozen' else 'case.answered' end, case when n / 10 % 2 = 0 then 'key' else 'order' end, ${id('key')}::text,
      jsonb_build_object('frozen', true, 'account_id', ${id('customer')})
    from ${series} where n % 10 = 0 or n > $1::int - 1000`,
};

const emptied = `truncate accounts, account_activity, events, orders, order_items, shipments, ledger_transfers, wallets, cases, case_messages, return_requests, bulk_batches,
  bulk_rows, webhook_deliveries, request_log, usage_daily, jobs, idempotency_keys, product_titles, api_keys, audit_log cascade`;

/** Fills an empty database with orders and their dependent rows, with one statement per table: all of them, or the named ones. */
export async function seed(executor: Executor, orders: number, tables = Object.keys(steps)): Promise<void> {
  // The ledger refuses deletes, and all references are valid.
  await executor.executeQuery(CompiledQuery.raw('set session_replication_role = replica'));
  await executor.executeQuery(CompiledQuery.raw(emptied));
  for (const [name, text] of Object.entries(steps)) {
    if (!tables.includes(name)) continue;
    const values = text.includes('$1') ? [orders] : [];
    await executor.executeQuery(CompiledQuery.raw(text, values));
  }
  await executor.executeQuery(CompiledQuery.raw('set session_replication_role = default'));
}
