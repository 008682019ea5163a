import { publishCte } from '../../../../events/index.ts';
import { type Database, type Executor, relation, runNamed } from '../../../../platform/database/index.ts';
import { settleCurrencyCtes, settleExchangedCtes, settleManyCtes } from '../../../money/wallet/index.ts';
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

interface Variant {
  /** Columns of `given` in addition to the usual ones. */
  columns?: string;
  set?: string;
  returned?: string;
  /** What leaves the hold, read from `given`. */
  owed: string;
  settle: string;
}

const placedText = ({ columns = '', set = '', returned = '', owed: columnsOwed, settle }: Variant): string => `
  with given as (
    select * from json_to_recordset($1::json) as row (id uuid, epoch int, at timestamptz, job_result jsonb,
      merchant_order_ids text[], estimated_delivery date, captured bigint, fee bigint, released bigint, lost bigint,
      items json, note_sealed text, left_out json, concessions jsonb${columns})
  ),
  moved as (
    update orders set status = 'order_placed', phase = null, checkout_handle = null, checkout_sealed = null,
      purchase_note_sealed = decode(given.note_sealed, 'hex'), needs_review_at = null, job_result = given.job_result,
      merchant_order_ids = given.merchant_order_ids, estimated_delivery = given.estimated_delivery,
      charged_cents = given.captured + given.lost, concessions = given.concessions, ended_at = given.at, updated_at = given.at${set}
    from given where orders.id = given.id and orders.epoch = given.epoch and ${orderMayBecome('order_placed')}
    returning orders.id, account_id, world, updated_at, paid_by_card${returned}
  ),
  ${eraseSecrets(moved)},
  owed as (select ${columnsOwed} from given),
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
  ${settle},
  ${publishCte('event_jobs', { type: 'order.placed', from: moved, at: 'updated_at' })}
  select id from moved`;

const placedStatement = {
  name: 'orders-placed',
  text: placedText({ owed: 'id, captured, fee, released, lost', settle: settleManyCtes({ moved, owed: owedById }) }),
};

const exchanged = { set: ', exchange = given.exchange', returned: ', orders.exchange' };

/** Paid in US dollars at a store in another currency. One order at a time. */
const placedExchangedStatement = {
  name: 'order-placed-exchanged',
  text: placedText({
    ...exchanged,
    columns: ', exchange jsonb, charged bigint',
    owed: 'captured, fee, released, lost',
    settle: settleExchangedCtes({ moved, owed }, '(select charged from given)'),
  }),
};

/** Paid from the wallet in the store's currency. One order at a time. */
const placedCurrencyStatement = {
  name: 'order-placed-currency',
  text: placedText({
    ...exchanged,
    columns: ', exchange jsonb, paid_captured bigint, paid_fee bigint, paid_released bigint, paid_lost bigint',
    owed: 'paid_captured as captured, paid_fee as fee, paid_released as released, paid_lost as lost',
    settle: settleCurrencyCtes(moved, owed, {
      captured: '(select captured from given)',
      fee: '(select fee from given)',
    }),
  }),
};

const givenOf = (row: PlacedRow) => ({
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
});

/** A purchase in another currency. False if the epoch did not match. */
export async function writeExchangedPlaced(database: Database | Executor, row: ExchangedRow): Promise<boolean> {
  const { exchange, charged, paid } = row;
  const given = paid
    ? {
        exchange,
        paid_captured: paid.captured,
        paid_fee: paid.fee,
        paid_released: paid.released,
        paid_lost: paid.lost,
      }
    : { exchange, charged };
  const statement = paid ? placedCurrencyStatement : placedExchangedStatement;
  return (await runNamed(database, statement, [JSON.stringify([{ ...givenOf(row), ...given }])])).length === 1;
}

/** Several orders, each by its own epoch. Returns the IDs whose epoch matched. */
export async function writePlaced(database: Database | Executor, rows: PlacedRow[]): Promise<Set<string>> {
  const written = await runNamed<{ id: string }>(database, placedStatement, [JSON.stringify(rows.map(givenOf))]);
  return new Set(written.map(({ id }) => id));
}
