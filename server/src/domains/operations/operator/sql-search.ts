import { type RawBuilder, sql } from 'kysely';
import type { World } from '../../../kit/world.ts';
import {
  begins,
  type Executor,
  hasPart,
  hasTrigram,
  idBegins,
  planned,
  type Row,
} from '../../../platform/database/index.ts';
import type { Stage } from '../../delivery/tracking/index.ts';
import { findOrdersLike } from '../../orders/orders/index.ts';

export const foundKinds = ['order', 'parcel', 'customer', 'key', 'mail'] as const;
export type FoundKind = (typeof foundKinds)[number];

export interface FoundRow {
  kind: FoundKind;
  /** Id of the order, account or key. */
  id: string;
  /** Id in the URL of its page: that of a parcel, otherwise `id`. */
  page_id: string;
  account_id: string | null;
  world: World | null;
  title: string;
  note: string;
}

const resultsPerKind = 8;
/** At most this many matches are read, so that a search costs the same at any size. */
const rowsRead = 20;
/** One or two letters of a recipient's address are searched only among this many newest orders. */
const newestOrders = 600;

type Sql = RawBuilder<unknown>;

/** One query per way to match, each with its own index. */
const unionOf = (ways: Sql[]): Sql =>
  sql.join(
    ways.map((way) => sql`(${way} limit ${rowsRead})`),
    sql` union `,
  );

/** Uses the prefix index. A bitmap scan would collect every match first. */
const sortedBy = (column: Sql, is: Sql): Sql => sql`${is} order by ${column} using ~<~`;

/** Matches any part of a text, or its start if the text is too short for trigrams. */
const containsOrBegins = (column: Sql, text: string): Sql =>
  hasTrigram(text) ? hasPart(column, text) : sortedBy(column, begins(column, text));

const idInOrder = (text: string): Sql[] => idBegins(sql`id`, text).map((is) => sql`${is} order by id`);

function customersLike(text: string): Sql {
  const accounts = sql`select id, email from account_summaries where email is not null and`;
  const ways = [
    sql`${accounts} ${containsOrBegins(sql`email`, text)}`,
    ...idInOrder(text).map((is) => sql`${accounts} ${is}`),
  ];
  return sql`
    select 'customer' as kind, id, id as page_id, id as account_id, null::text as world, email as title, 'Customer' as note
    from (${unionOf(ways)}) a order by email limit ${resultsPerKind}`;
}

function parcelsLike(text: string): Sql {
  const number = sql`lower(tracking_number)`;
  return sql`
    select 'parcel', o.id, s.id, o.account_id, o.world, s.tracking_number, concat_ws(' · ', 'Parcel', s.carrier, s.status)
    from (
      select * from (select * from parcels where ${sortedBy(number, begins(number, text))} limit ${rowsRead}) few
      order by created_at desc limit ${resultsPerKind}) s
    join order_summaries o on o.id = s.order_id order by s.created_at desc`;
}

const newestOf = (world: World): Sql => sql`(
  select * from order_summaries where world = ${sql.lit(world)} order by created_at desc limit ${newestOrders})`;

function mailsLike(text: string): Sql {
  const mail = sql`lower(customer_email)`;
  const found = hasTrigram(text)
    ? sql`order_summaries where customer_email is not null and ${hasPart(mail, text)}`
    : sql`(${newestOf('live')} union all ${newestOf('test')}) newest
        where customer_email is not null and ${begins(mail, text)}`;
  return sql`
    select 'mail', o.id, o.id, o.account_id, o.world, o.customer_email,
      concat('Mail to the recipient · ', (select string_agg(m.stage, ', ') from recipient_mails m where m.order_id = o.id))
    from (select id, account_id, world, customer_email, created_at from ${found} limit ${rowsRead}) o
    order by o.created_at desc limit ${resultsPerKind}`;
}

function keysLike(text: string): Sql {
  const keys = sql`select id, account_id, world, label, hint, created_at from key_summaries where not is_web and order_id is null and`;
  const ways = [
    sql`${keys} ${containsOrBegins(sql`lower(label)`, text.toLowerCase())}`,
    sql`${keys} hint = ${/^svc_/i.test(text) ? text.slice(-4) : text}`,
    ...idInOrder(text.toLowerCase()).map((is) => sql`${keys} ${is}`),
  ];
  return sql`
    select 'key', id, id, account_id, world, concat(label, ' …', hint), 'API key'
    from (${unionOf(ways)}) k order by created_at desc limit ${resultsPerKind}`;
}

/** Searches ids, numbers, names, addresses and the last characters of keys. */
export async function searchAll(executor: Executor, text: string): Promise<FoundRow[]> {
  const lower = text.toLowerCase();
  const { rows } = await sql<FoundRow>`${planned}
    (${customersLike(lower)})
    union all
    (select 'order', o.id, o.id, o.account_id, o.world,
       concat_ws(' ', o.shipping_address ->> 'first_name', o.shipping_address ->> 'last_name'),
       concat_ws(' · ', 'Order', o.retailer, o.status)
     from order_summaries o where o.id = any (${await findOrdersLike(executor, text, resultsPerKind)}::uuid[])
     order by o.created_at desc)
    union all (${parcelsLike(lower)})
    union all (${mailsLike(lower)})
    union all (${keysLike(text)})`.execute(executor);
  return rows;
}

export async function listMailsOfOrder(executor: Executor, orderId: string) {
  const { rows } = await sql<{ stage: Stage; created_at: Date }>`
    select stage, created_at from recipient_mails where order_id = ${orderId} order by created_at`.execute(executor);
  return rows;
}

type DeliveryOfOrder = Row<
  'webhook_deliveries',
  'id' | 'event' | 'status' | 'attempts' | 'response_status' | 'created_at'
>;

export async function listDeliveriesOfOrder(executor: Executor, orderId: string): Promise<DeliveryOfOrder[]> {
  const { rows } = await sql<DeliveryOfOrder>`
    select id, event, status, attempts, response_status, created_at from webhook_attempts
    where order_id = ${orderId} order by created_at desc limit 50`.execute(executor);
  return rows;
}

type CustomerRow = Row<'accounts', 'id' | 'email' | 'created_at'> & {
  session_count: number;
  last_session_at: Date | null;
};

export async function findCustomer(executor: Executor, id: string, now: Date): Promise<CustomerRow | null> {
  const { rows } = await sql<CustomerRow>`
    select a.id, a.email, a.created_at,
      (select count(*) from person_sessions s join account_roles m on m.person_id = s.person_id
        where m.account_id = a.id and s.expires_at > ${now}) as session_count,
      (select max(s.created_at) from person_sessions s join account_roles m on m.person_id = s.person_id
        where m.account_id = a.id) as last_session_at
    from account_summaries a where a.id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

export async function listLatestOrderIds(executor: Executor, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from order_summaries where account_id = ${accountId} order by created_at desc, id limit 20`.execute(
    executor,
  );
  return rows.map((row) => row.id);
}
