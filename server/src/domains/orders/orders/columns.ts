import type { Row } from '../../../platform/database/index.ts';
import type { ShippingAddress } from './address.ts';
import { type PlainFields, plainColumns } from './fields.ts';
import type { Fulfillment } from './fulfillment.ts';

/** Columns that are set at acceptance and never change. Statements and row types use this list. */
const acceptedColumns = {
  id: 'uuid',
  account_id: 'uuid',
  world: 'text',
  api_key_id: 'uuid',
  retailer: 'text',
  max_price_cents: 'bigint',
  fee_cents: 'bigint',
  shipping_address: 'jsonb',
  ...plainColumns,
  fulfillment: 'jsonb',
  customer_email: 'text',
  retailer_credentials_id: 'text',
  options: 'jsonb',
  paid_by_client: 'boolean',
  paid_by_card: 'boolean',
  legacy_request: 'json',
  test_clock: 'uuid',
};

export interface AcceptedOrder
  extends Omit<Row<'orders', keyof typeof acceptedColumns>, keyof PlainFields>,
    PlainFields {
  shipping_address: ShippingAddress;
  /** Null: everything is strict. */
  fulfillment: Fulfillment | null;
  options: Record<string, unknown>;
  /** The request of an order of the legacy API, without its secrets. */
  legacy_request: Record<string, unknown> | null;
}

/** `id, account_id, …`: to insert, and to select what to insert. */
export const acceptedColumnList = Object.keys(acceptedColumns).join(', ');

/** `id uuid, account_id uuid, …`: for json_to_recordset. */
export const acceptedColumnDefinition = Object.entries(acceptedColumns)
  .map(([name, sqlType]) => `${name} ${sqlType}`)
  .join(', ');

/** `o.id, o.account_id, …`: what readers of orders see. Only placement reads the purchase options. */
export const acceptedColumnsOf = (table: string): string =>
  Object.keys(acceptedColumns)
    .filter((name) => name !== 'options')
    .map((name) => `${table}.${name}`)
    .join(', ');
