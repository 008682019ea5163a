import { csvRow } from '../../../kit/csv.ts';
import type { World } from '../../../kit/world.ts';
import { writeInPieces } from '../../../kit/write-in-pieces.ts';
import type { Db } from '../../../platform/database/index.ts';
import { rowStatusOf } from './model.ts';
import { batchText, errorOf, rowsInList } from './present.ts';
import { type BatchRow, loadRows, type RowState } from './sql.ts';

const rowsAtOnce = 25;

/** All rows of a batch, a few at a time, to save memory and block nobody. */
export async function* rowsOf(db: Db, batch: BatchRow): AsyncGenerator<RowState[]> {
  for (let from = 0; from < batch.row_count; from += rowsAtOnce)
    yield await loadRows(db, [batch.id], from, from + rowsAtOnce);
}

/** A page of batches as JSON text, each with its first rows. */
export async function* batchListText(db: Db, batches: BatchRow[], page: object): AsyncGenerator<string> {
  yield '{"batches":[';
  for (const [place, batch] of batches.entries()) {
    if (place > 0) yield ',';
    yield* batchText(batch, rowsOf(db, { ...batch, row_count: Math.min(batch.row_count, rowsInList) }));
  }
  yield `],${JSON.stringify(page).slice(1)}`;
}

/** The original file with the result of each row. */
export async function* resultsFile(db: Db, batch: BatchRow): AsyncGenerator<string> {
  yield csvRow([...batch.columns, 'order_id', 'status', 'error']);
  for await (const rows of rowsOf(db, batch)) {
    yield* writeInPieces(rows, (row) => {
      const orderId = row.order_status === null ? null : row.order_id;
      return csvRow([...row.cells, orderId, rowStatusOf(row.order_status), errorOf(row)]);
    });
  }
}

/** A file to start from: every column once, and in the sandbox a row that works. No row would work in every live deployment. */
export function templateFile(publicUrl: string, world: World): string {
  const example = {
    product_url: `${publicUrl}/shop/products/test-success`,
    quantity: '1',
    product_url_2: '',
    quantity_2: '',
    name: 'Jane Doe',
    address1: '1 Market St',
    address2: 'Apt 4',
    city: 'San Francisco',
    state: 'CA',
    zip: '94105',
    country: 'US',
    phone: '415-555-0123',
    max_price: '5000',
    max_price_currency: '',
    retailer_credentials_id: '',
    po_number: '',
    tax_id: '',
    is_gift: 'no',
    gift_message: '',
    fulfillment_gift: '',
    fulfillment_items: '',
    fulfillment_quantity: '',
  };
  const head = csvRow(Object.keys(example));
  return world === 'test' ? head + csvRow(Object.values(example)) : head;
}
