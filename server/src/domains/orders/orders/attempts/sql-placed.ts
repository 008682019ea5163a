import { publishCte } from '../../../../events/index.ts';
import { type Database, type Executor, relation, runNamed } from '../../../../platform/database/index.ts';
import { settleCtes, settleCurrencyCtes, settleExchangedCtes, settleManyCtes } from '../../../money/wallet/index.ts';
import type { OrderExchange } from '../order-exchange.ts';
import type { OrderRow } from '../rows.ts';
import { itemMayBecome, orderMayBecome } from '../sql-moves.ts';
import { eraseSecrets } from '../sql-release.ts';

export interface PlacedRow {
  id: string;
  epoch: number;
  now: Date;
  jobResult: NonNullable<OrderRow['job_result']>;
  merchantOrderIds: string[];
  estimatedDelivery: string | null;
  captured: number;
  fee: number;
  released: number;
  lost: number;
  itemIds: string[];
  unitPrices: (number | null)[];
  /** Null: everything that was ordered. */
  boughtQuantities: (number | null)[];
  /** Items that were not bought. */
  leftOut: { id: string; errorType: string }[];
  concessions: OrderRow['concessions'];
  noteSealed: Buffer | null;
}

/** A purchase in another currency. The amounts above are in US cents, those of `paid` in the store's minor unit. */
export interface ExchangedRow extends PlacedRow {
  exchange: OrderExchange;
  /** What the store was paid. */
  charged: number;
  /** What leaves the hold on the wallet in the store's currency; null if US dollars pay. */
  paid: { captured: number; fee: number; released: number; lost: number } | null;
}

const moved = relation<'id' | 'account_id' | 'world' | 'updated_at' | 'paid_by_card' | 'exchange'>('moved');
const owed = relation<'captured' | 'fee' | 'released' | 'lost'>('owed');
const owedById = relation<'id' | 'captured' | 'fee' | 'released' | 'lost'>('owed');

const placedText = (more: { set: string; column: string; owed: string; settle: string }): string => `
  with moved as (
    update orders set status = 'order_placed', phase = null, checkout_handle = null, checkout_sealed = null,
      purchase_note_sealed = $13, needs_review_at = null, job_result = $4::jsonb,
      merchant_order_ids = $5, estimated_delivery = $6, charged_cents = $7::bigint + $10::bigint, concessions = $15::jsonb,${more.set}
      ended_at = $3, updated_at = $3
    where id = $1 and epoch = $2 and ${orderMayBecome('order_placed')}
    returning id, account_id, world, updated_at, paid_by_card${more.column}
  ),
  ${eraseSecrets(moved)},
  owed as (${more.owed}),
  items as (
    update order_items set status = 'ordered', unit_price_cents = priced.cents, bought_quantity = priced.quantity, updated_at = $3
    from unnest($11::uuid[], $12::bigint[], $14::int[]) as priced (id, cents, quantity)
    where order_items.id = priced.id and order_id in (select id from moved) and ${itemMayBecome('ordered')}
  ),
  left_out as (
    update order_items set status = 'failed', error_type = missing.error_type, updated_at = $3
    from unnest($16::uuid[], $17::text[]) as missing (id, error_type)
    where order_items.id = missing.id and order_id in (select id from moved) and ${itemMayBecome('failed')}
  ),
  ${more.settle},
  ${publishCte('event_jobs', { type: 'order.placed', from: moved, at: '$3' })}
  select id from moved`;

const owedInUsCents = 'select $7::bigint as captured, $8::bigint as fee, $9::bigint as released, $10::bigint as lost';

const placedStatement = {
  name: 'order-placed',
  text: placedText({ set: '', column: '', owed: owedInUsCents, settle: settleCtes({ moved, owed }) }),
};

const exchangeSet = { set: ' exchange = $18::jsonb,', column: ', exchange' };

/** Paid in US dollars at a store in another currency. */
const placedExchangedStatement = {
  name: 'order-placed-exchanged',
  text: placedText({
    ...exchangeSet,
    owed: owedInUsCents,
    settle: settleExchangedCtes({ moved, owed }, '$19::bigint'),
  }),
};

/** Paid from the wallet in the store's currency. */
const placedCurrencyStatement = {
  name: 'order-placed-currency',
  text: placedText({
    ...exchangeSet,
    owed: 'select $9::bigint as captured, $19::bigint as fee, $20::bigint as released, $21::bigint as lost',
    settle: settleCurrencyCtes(moved, owed, { captured: '$7', fee: '$8' }),
  }),
};

/** The same for a purchase in another currency. */
export async function writeExchangedPlaced(database: Database | Executor, row: ExchangedRow): Promise<boolean> {
  const { exchange, charged, paid } = row;
  const rows = await (paid === null
    ? runNamed(database, placedExchangedStatement, [...placedValues(row), JSON.stringify(exchange), charged])
    : runNamed(database, placedCurrencyStatement, [
        ...placedValues({ ...row, released: paid.captured }),
        JSON.stringify(exchange),
        paid.fee,
        paid.released,
        paid.lost,
      ]));
  return rows.length === 1;
}

export async function writePlaced(database: Database | Executor, row: PlacedRow): Promise<boolean> {
  return (await runNamed(database, placedStatement, placedValues(row))).length === 1;
}

function placedValues(row: PlacedRow): unknown[] {
  return [
    row.id,
    row.epoch,
    row.now,
    JSON.stringify(row.jobResult),
    row.merchantOrderIds,
    row.estimatedDelivery,
    row.captured,
    row.fee,
    row.released,
    row.lost,
    row.itemIds,
    row.unitPrices,
    row.noteSealed,
    row.boughtQuantities,
    row.concessions && JSON.stringify(row.concessions),
    row.leftOut.map(({ id }) => id),
    row.leftOut.map(({ errorType }) => errorType),
  ];
}

const placedManyStatement = {
  name: 'orders-placed',
  text: `
  with given as (
    select * from json_to_recordset($1::json) as row (id uuid, epoch int, at timestamptz, job_result jsonb,
      merchant_order_ids text[], estimated_delivery date, captured bigint, fee bigint, released bigint, lost bigint,
      items json, note_sealed text, left_out json, concessions jsonb)
  ),
  moved as (
    update orders set status = 'order_placed', phase = null, checkout_handle = null, checkout_sealed = null,
      purchase_note_sealed = decode(given.note_sealed, 'hex'), needs_review_at = null, job_result = given.job_result,
      merchant_order_ids = given.merchant_order_ids, estimated_delivery = given.estimated_delivery,
      charged_cents = given.captured + given.lost, concessions = given.concessions, ended_at = given.at, updated_at = given.at
    from given where orders.id = given.id and orders.epoch = given.epoch and ${orderMayBecome('order_placed')}
    returning orders.id, account_id, world, updated_at, paid_by_card
  ),
  ${eraseSecrets(moved)},
  owed as (select id, captured, fee, released, lost from given),
  priced as (
    select given.id as order_id, given.at, item.id, item.cents, item.quantity
    from given, json_to_recordset(given.items) as item (id uuid, cents bigint, quantity int)
  ),
  missing as (
    select given.id as order_id, given.at, item.id, item.error_type
    from given, json_to_recordset(given.left_out) as item (id uuid, error_type text)
  ),
  items as (
    update order_items set status = 'ordered', unit_price_cents = priced.cents, bought_quantity = priced.quantity,
      updated_at = priced.at from priced
    where order_items.id = priced.id and order_items.order_id = priced.order_id
      and order_items.order_id in (select id from moved) and ${itemMayBecome('ordered')}
  ),
  left_out as (
    update order_items set status = 'failed', error_type = missing.error_type, updated_at = missing.at from missing
    where order_items.id = missing.id and order_items.order_id = missing.order_id
      and order_items.order_id in (select id from moved) and ${itemMayBecome('failed')}
  ),
  ${settleManyCtes({ moved, owed: owedById })},
  ${publishCte('event_jobs', { type: 'order.placed', from: moved, at: 'updated_at' })}
  select id from moved`,
};

/** The same for several orders, each by its own epoch. Returns the IDs whose epoch matched. */
export async function writeManyPlaced(database: Database, rows: PlacedRow[]): Promise<Set<string>> {
  const given = rows.map((row) => ({
    id: row.id,
    epoch: row.epoch,
    at: row.now,
    job_result: row.jobResult,
    merchant_order_ids: row.merchantOrderIds,
    estimated_delivery: row.estimatedDelivery,
    captured: row.captured,
    fee: row.fee,
    released: row.released,
    lost: row.lost,
    items: row.itemIds.map((id, index) => ({
      id,
      cents: row.unitPrices[index] ?? null,
      quantity: row.boughtQuantities[index] ?? null,
    })),
    left_out: row.leftOut.map(({ id, errorType }) => ({ id, error_type: errorType })),
    concessions: row.concessions,
    note_sealed: row.noteSealed?.toString('hex') ?? null,
  }));
  const moved = await runNamed<{ id: string }>(database, placedManyStatement, [JSON.stringify(given)]);
  return new Set(moved.map(({ id }) => id));
}
