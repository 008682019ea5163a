import { isoOrNull } from '../../../kit/clock.ts';
import { presentOrder, timelineOf } from '../../orders/orders/index.ts';
import { presentAction } from './present.ts';
import { presentMove, presentRequest, presentSession } from './present-subjects.ts';
import type { CustomerFile, OrderFile } from './read-files.ts';
import type { FoundRow } from './sql-search.ts';

export const presentFound = (row: FoundRow) => ({
  kind: row.kind,
  id: row.id,
  page_id: row.page_id,
  account_id: row.account_id,
  world: row.world,
  title: row.title,
  note: row.note,
});

export const presentOrderFile = (
  { order, email, transfers, mails, deliveries, jobs, events, requests, audit }: OrderFile,
  now: Date,
) => ({
  world: order.world,
  account_id: order.account_id,
  account_email: email,
  api_key_id: order.api_key_id,
  recipient_email: order.customer_email,
  order: presentOrder(order, now),
  timeline: timelineOf(order),
  money: transfers.map((row) => ({
    id: String(row.id),
    type: row.kind,
    amount_cents: row.amount_cents,
    from: row.debit,
    to: row.credit,
    note: row.note,
    created_at: row.created_at.toISOString(),
  })),
  mails: mails.map((row) => ({ stage: row.stage, created_at: row.created_at.toISOString() })),
  deliveries: deliveries.map((row) => ({
    id: row.id,
    event: row.event,
    status: row.status,
    attempts: row.attempts,
    response_status: row.response_status,
    created_at: row.created_at.toISOString(),
  })),
  jobs: jobs.map((row) => ({
    id: String(row.id),
    kind: row.kind,
    attempts: row.attempts,
    error: row.last_error?.slice(0, 500) ?? null,
    next_attempt_at: row.dead_at ? null : row.run_at.toISOString(),
    dead_at: isoOrNull(row.dead_at),
  })),
  events: events.map((row) => ({ id: row.id, type: row.type, created_at: row.created_at.toISOString() })),
  requests: requests.map(presentRequest),
  audit: audit.map(presentAction),
});

export const presentCustomerFile = ({ customer, sides, keys, people, sessions, orders, audit }: CustomerFile) => ({
  account_id: customer.id,
  account_email: customer.email,
  created_at: customer.created_at.toISOString(),
  sessions: customer.session_count,
  last_signed_in_at: isoOrNull(customer.last_session_at),
  worlds: sides.map(({ world, wallet, orders: places }) => ({
    world,
    available_cents: wallet.available_cents,
    held_cents: wallet.held_cents,
    orders: Object.values(places).reduce((sum, count) => sum + count, 0),
  })),
  people: people.map((person) => ({
    id: person.id,
    email: person.email,
    name: person.name,
    role: person.role,
    joined_at: person.created_at.toISOString(),
  })),
  session_list: sessions.map(presentSession),
  money: sides.flatMap(({ moves }) => moves).map(presentMove),
  keys: keys.map((key) => ({
    id: key.id,
    world: key.world,
    label: key.label,
    hint: key.hint,
    scopes: key.scopes,
    spend_per_day_cents: key.spend_per_day_cents,
    spend_per_order_cents: key.spend_per_order_cents,
    created_at: key.created_at.toISOString(),
    last_used_at: isoOrNull(key.last_used_at),
    revoked_at: isoOrNull(key.revoked_at),
    frozen_at: isoOrNull(key.frozen_at),
  })),
  orders: orders.map((order) => ({
    id: order.id,
    world: order.world,
    status: order.status,
    retailer: order.retailer,
    recipient: `${order.shipping_address.first_name} ${order.shipping_address.last_name}`,
    max_price_cents: order.max_price_cents,
    charged_cents: order.charged_cents,
    tracking_numbers: order.shipments.map(({ status }) => ({ status })),
    created_at: order.created_at.toISOString(),
  })),
  audit: audit.map(presentAction),
});
