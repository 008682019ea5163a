import type { Clock } from '../../../../kit/clock.ts';
import { Failure, notFound } from '../../../../kit/failure.ts';
import { newId } from '../../../../kit/ids.ts';
import type { Blobs } from '../../../../platform/blobs/index.ts';
import { type Db, inTransaction } from '../../../../platform/database/index.ts';
import { lockOrder } from '../../../orders/orders/index.ts';
import { badFile } from '../failures.ts';
import { type AttachmentType, attachmentBytesMax, hasFileSignature } from '../model.ts';
import { type DocumentRow, findDocument, insertDocument, listDocuments } from './sql.ts';

export const documentsMax = 20;

interface Needs {
  db: Db;
  clock: Clock;
  blobs: Blobs;
}

export interface NewDocument {
  orderId: string;
  kind: DocumentRow['kind'];
  name: string;
  contentType: AttachmentType;
  bytes: Uint8Array;
  storeDocumentId: string | null;
  filedBy: string | null;
}

const tooMany = (): Failure => new Failure('bad_request', 400, `An order has at most ${documentsMax} documents.`);

/** Files a document with its order, once. Null: the order already has it. Bytes without a row are never shown. */
export async function fileDocument({ db, clock, blobs }: Needs, file: NewDocument): Promise<DocumentRow | null> {
  const { bytes, contentType } = file;
  if (bytes.length === 0 || bytes.length > attachmentBytesMax) throw badFile('A file must be between 1 byte and 5 MiB');
  if (!hasFileSignature(bytes, contentType)) throw badFile(`The file is not ${contentType}`);
  const id = newId();
  const row: DocumentRow = {
    id,
    order_id: file.orderId,
    kind: file.kind,
    name: file.name,
    content_type: contentType,
    bytes: bytes.length,
    blob: `documents/${id}`,
    store_document_id: file.storeDocumentId,
    filed_by: file.filedBy,
    created_at: clock.now(),
  };
  await blobs.put(row.blob, Buffer.from(bytes), contentType);
  let isFiled = false;
  try {
    isFiled = await inTransaction(db, async (tx) => {
      await lockOrder(tx, file.orderId);
      if ((await listDocuments(tx, file.orderId)).length >= documentsMax) throw tooMany();
      return insertDocument(tx, row);
    });
  } finally {
    if (!isFiled) await blobs.delete(row.blob);
  }
  return isFiled ? row : null;
}

export async function readDocument({ db, blobs }: Pick<Needs, 'db' | 'blobs'>, orderId: string, id: string) {
  const row = await findDocument(db, orderId, id);
  const bytes = row && (await blobs.get(row.blob));
  if (!row || !bytes) throw notFound();
  return { row, bytes };
}
