import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { newId } from '../../../kit/ids.ts';
import type { Blobs } from '../../../platform/blobs/index.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { lockOrder } from '../../orders/orders/index.ts';
import { badFile, caseIsFull, caseMissing } from './failures.ts';
import { type AttachmentType, attachmentBytesMax, attachmentsMax, hasFileSignature } from './model.ts';
import { findState } from './sql.ts';
import { type AttachmentRow, countAttachments, findAttachment, insertAttachment } from './sql-attachments.ts';

interface Needs {
  db: Db;
  clock: Clock;
  blobs: Blobs;
}

export interface NewAttachment {
  orderId: string;
  author: 'customer' | 'operator';
  name: string;
  contentType: AttachmentType;
  /** Base64. */
  data: string;
}

/** Attaches a file. The bytes are stored before their row; bytes without a row are never shown. */
export async function addAttachment({ db, clock, blobs }: Needs, file: NewAttachment): Promise<AttachmentRow> {
  const bytes = Buffer.from(file.data, 'base64');
  if (bytes.length === 0 || bytes.length > attachmentBytesMax) throw badFile('A file must be between 1 byte and 5 MiB');
  if (!hasFileSignature(bytes, file.contentType)) throw badFile(`The file is not ${file.contentType}`);
  // Checked first, to store nothing in vain, and again under the lock.
  await checkCanAttach(db, file.orderId);
  const id = newId();
  const row: AttachmentRow = {
    id,
    order_id: file.orderId,
    author: file.author,
    name: file.name,
    content_type: file.contentType,
    bytes: bytes.length,
    blob: `case-files/${id}`,
    created_at: clock.now(),
  };
  await blobs.put(row.blob, bytes, file.contentType);
  try {
    await inTransaction(db, async (tx) => {
      await lockOrder(tx, file.orderId);
      await checkCanAttach(tx, file.orderId);
      await insertAttachment(tx, row);
    });
  } catch (error) {
    await blobs.delete(row.blob);
    throw error;
  }
  return row;
}

async function checkCanAttach(executor: Parameters<typeof findState>[0], orderId: string): Promise<void> {
  if ((await findState(executor, orderId)) === null) throw caseMissing();
  if ((await countAttachments(executor, orderId)) >= attachmentsMax) throw caseIsFull(attachmentsMax);
}

export async function readAttachment({ db, blobs }: Pick<Needs, 'db' | 'blobs'>, orderId: string, id: string) {
  const row = await findAttachment(db, orderId, id);
  const bytes = row && (await blobs.get(row.blob));
  if (!row || !bytes) throw notFound();
  return { row, bytes };
}
