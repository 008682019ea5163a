import { isoOrNull } from '../../../kit/clock.ts';
import { presentCheckpoint } from '../../orders/orders/index.ts';
import { presentAction } from './present.ts';
import type { KeyFile, MailFile, ParcelFile } from './read-subjects.ts';
import type { MoveRow, RequestRow, SessionRow } from './sql-subjects.ts';

export const presentSession = (row: SessionRow) => ({
  id: row.id,
  email: row.email,
  signed_in_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  ip_address: row.ip_address || null,
  browser: row.user_agent?.slice(0, 300) ?? null,
});

export const presentMove = (row: MoveRow) => ({
  id: String(row.id),
  world: row.world,
  type: row.kind,
  amount_cents: row.amount_cents,
  from: row.debit,
  to: row.credit,
  order_id: row.cause === 'order' ? row.cause_id : null,
  by_operator: row.cause === 'operator',
  note: row.note,
  created_at: row.created_at.toISOString(),
});

export const presentRequest = (row: RequestRow) => ({
  request_id: row.request_id,
  at: row.at.toISOString(),
  method: row.method,
  path: row.path,
  status: row.status,
  ms: Math.round(row.ms),
  error_code: row.error_code,
});

export const presentKeyFile = ({ key, email, requests, audit }: KeyFile) => ({
  id: key.id,
  world: key.world,
  account_id: key.account_id,
  account_email: email,
  label: key.label,
  hint: key.hint,
  scopes: key.scopes,
  limits: {
    spend_per_day_cents: key.spend_per_day_cents,
    spend_per_order_cents: key.spend_per_order_cents,
    allowed_retailers: key.allowed_retailers,
  },
  allowed_addresses: key.allowed_addresses,
  spent_today_cents: key.spent_today_cents,
  expires_at: isoOrNull(key.expires_at),
  created_at: key.created_at.toISOString(),
  last_used_at: isoOrNull(key.last_used_at),
  revoked_at: isoOrNull(key.revoked_at),
  frozen_at: isoOrNull(key.frozen_at),
  requests: requests.map(presentRequest),
  audit: audit.map(presentAction),
});

const presentOwned = ({ order, email }: Pick<ParcelFile, 'order' | 'email'>) => ({
  world: order.world,
  account_id: order.account_id,
  account_email: email,
  order_id: order.id,
  retailer: order.retailer,
  recipient: `${order.shipping_address.first_name} ${order.shipping_address.last_name}`,
});

export const presentParcelFile = ({ parcel, ...owned }: ParcelFile) => ({
  ...presentOwned(owned),
  id: parcel.id,
  carrier: parcel.carrier,
  tracking_number: parcel.tracking_number,
  status: parcel.status,
  merchant_order_id: parcel.merchant_order_id,
  estimated_delivery_date: parcel.estimated_delivery_date,
  checkpoints: parcel.checkpoints.map(presentCheckpoint),
});

export const presentMailFile = ({ to, mails, ...owned }: MailFile) => ({
  ...presentOwned(owned),
  to,
  mails: mails.map(({ stage, at, mail, waiting }) => ({
    stage,
    at: at.toISOString(),
    subject: mail.subject,
    text: mail.text,
    state: waiting === null ? ('sent' as const) : waiting.dead_at ? ('given_up' as const) : ('waiting' as const),
    error: waiting?.last_error ?? null,
  })),
});
