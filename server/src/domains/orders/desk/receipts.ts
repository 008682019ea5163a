import type { Clock } from '../../../kit/clock.ts';
import { Invalid, notFound } from '../../../kit/failure.ts';
import { newId } from '../../../kit/ids.ts';
import type { Blobs } from '../../../platform/blobs/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { loadOrders } from '../orders/index.ts';
import { findReceipt, insertReceipt, type ReceiptRow } from './sql.ts';

/** Allowed types. The bytes must match, so that nothing else is served under that name. */
export const receiptTypes = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46],
  'image/png': [0x89, 0x50, 0x4e, 0x47],
  'image/jpeg': [0xff, 0xd8, 0xff],
} as const;
export type ReceiptType = keyof typeof receiptTypes;

export const receiptBytesMax = 5 * 1024 * 1024;

interface Needs {
  db: Db;
  clock: Clock;
  blobs: Blobs;
}

export interface NewReceipt {
  orderId: string;
  name: string;
  contentType: ReceiptType;
  data: string;
  operator: string;
}

const problem = (msg: string) => new Invalid([{ loc: ['body', 'data'], msg, type: 'value_error' }]);

/** Stores a file as evidence. The bytes are stored before their row; bytes without a row are never shown. */
export async function addReceipt({ db, clock, blobs }: Needs, receipt: NewReceipt): Promise<ReceiptRow> {
  if (!(await loadOrders(db, [receipt.orderId])).has(receipt.orderId)) throw notFound();
  const bytes = Buffer.from(receipt.data, 'base64');
  if (bytes.length === 0 || bytes.length > receiptBytesMax) throw problem('A file must be between 1 byte and 5 MiB');
  const isAsSaid = receiptTypes[receipt.contentType].every((byte, index) => bytes[index] === byte);
  if (!isAsSaid) throw problem(`The file is not ${receipt.contentType}`);
  const id = newId();
  const row: ReceiptRow = {
    id,
    order_id: receipt.orderId,
    name: receipt.name,
    content_type: receipt.contentType,
    bytes: bytes.length,
    blob: `receipts/${id}`,
    uploaded_by: receipt.operator,
    created_at: clock.now(),
  };
  await blobs.put(row.blob, bytes, receipt.contentType);
  await insertReceipt(db, row);
  return row;
}

export async function readReceipt({ db, blobs }: Needs, orderId: string, id: string) {
  const row = await findReceipt(db, orderId, id);
  const bytes = row && (await blobs.get(row.blob));
  if (!row || !bytes) throw notFound();
  return { row, bytes };
}
