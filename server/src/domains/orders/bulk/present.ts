import { assertDefined } from '../../../kit/assert-defined.ts';
import { nextTurn } from '../../../kit/next-turn.ts';
import { writeInPieces, writeList } from '../../../kit/write-in-pieces.ts';
import { targetOf } from './columns.ts';
import { batchStatusOf, rowStatusOf } from './model.ts';
import type { BatchRow, RowState } from './sql.ts';
import { isCovered, type ValidatedBatch, type ValidatedRow } from './validate-batch.ts';

const validationTotals = (batch: ValidatedBatch) => ({
  total_rows: batch.rows.length,
  valid_rows: batch.validRows,
  invalid_rows: batch.rows.length - batch.validRows,
  estimated_total_cents: batch.estimate,
  wallet_balance_cents: batch.holds.find(({ currency }) => currency === 'USD')?.available ?? 0,
  sufficient_funds: isCovered(batch),
  holds: batch.holds,
  filename: batch.filename,
});

/** Of ten thousand rows, with turns for other requests. */
export async function presentValidation(batch: ValidatedBatch) {
  const rows: ReturnType<typeof presentValidatedRow>[] = [];
  for (const [index, row] of batch.rows.entries()) {
    if (index % rowsPerTurn === 0) await nextTurn();
    rows.push(presentValidatedRow(row, index));
  }
  return { ...validationTotals(batch), rows };
}

const rowsPerTurn = 200;

/** The same as JSON text in pieces, so that a large file blocks nobody. */
export const validationText = (batch: ValidatedBatch): AsyncGenerator<string> =>
  writeList('rows', batch.rows.entries(), ([index, row]) => presentValidatedRow(row, index), validationTotals(batch));

interface ReadBody {
  shipping_address: Record<string, string | null | undefined>;
  max_price: number | undefined;
  retailer_credentials_id: string | null;
}

function presentValidatedRow({ read, errors, warnings, order }: ValidatedRow, index: number) {
  const { shipping_address: address, ...body } = read.body as unknown as ReadBody;
  return {
    index,
    ok: order !== null,
    errors: [...errors, ...warnings],
    product_urls: read.productUrls,
    quantities: read.quantities,
    recipient: [address.first_name, address.last_name].filter(Boolean).join(' ') || null,
    destination: destinationOf(address),
    max_price: body.max_price ?? null,
    retailer_credentials_id: body.retailer_credentials_id,
    passthrough: read.passthrough,
  };
}

/** "San Francisco, CA 94105, US". */
function destinationOf(address: ReadBody['shipping_address']): string | null {
  const region = [address.state, address.postal_code].filter(Boolean).join(' ');
  const parts = [address.city, region].filter(Boolean);
  return parts.length === 0 ? null : [...parts, address.country ?? 'US'].join(', ');
}

/** Lists and new batches show this many rows. The batch itself has all of them. */
export const rowsInList = 100;

export function presentBatch(batch: BatchRow, rows: RowState[]) {
  const own = batch.columns.map((name) => targetOf(name) === null);
  return {
    id: batch.id,
    status: batchStatusOf({ ...batch, rows: batch.row_count }),
    row_count: batch.row_count,
    placed_count: batch.placed,
    failed_count: batch.failed,
    filename: batch.filename,
    notify_on_complete: batch.notify_on_complete,
    notified_at: batch.notified_at?.toISOString() ?? null,
    created_at: batch.created_at.toISOString(),
    updated_at: batch.updated_at.toISOString(),
    rows: rows.map((row) => presentRow(row, batch.columns, own)),
  };
}

/** The same as JSON text in pieces. `portions` yields a few rows at a time. */
export async function* batchText(batch: BatchRow, portions: AsyncIterable<RowState[]>): AsyncGenerator<string> {
  const own = batch.columns.map((name) => targetOf(name) === null);
  yield JSON.stringify(presentBatch(batch, [])).slice(0, -2);
  let between = '';
  for await (const rows of portions) {
    yield* writeInPieces(rows, (row) => {
      const text = between + JSON.stringify(presentRow(row, batch.columns, own));
      between = ',';
      return text;
    });
  }
  yield ']}';
}

function presentRow(row: RowState, columns: string[], isOwn: boolean[]) {
  const passthrough: Record<string, string> = {};
  for (const [position, cell] of row.cells.entries()) {
    if (isOwn[position] && cell !== null) passthrough[assertDefined(columns[position])] = cell;
  }
  return {
    index: row.row_index,
    status: rowStatusOf(row.order_status),
    order_id: row.order_status === null ? null : row.order_id,
    order_status: row.order_status,
    tracking_statuses: row.tracking_statuses,
    is_late: row.is_late,
    waiting_for: row.waiting_for,
    error: errorOf(row),
    recipient: row.recipient,
    product_urls: row.product_urls,
    passthrough,
  };
}

/** Why a row was not placed. */
export function errorOf(row: Pick<RowState, 'order_status' | 'order_error'>): string | null {
  if (row.order_status === 'cancelled_by_retailer') return 'The store canceled the order after it was placed.';
  return row.order_error;
}
