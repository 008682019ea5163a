import type { Clock } from '../../../../kit/clock.ts';
import { Failure } from '../../../../kit/failure.ts';
import type { Blobs } from '../../../../platform/blobs/index.ts';
import { type Db, inTransaction } from '../../../../platform/database/index.ts';
import { lockOrder, type NewFile, storeFile } from '../../../orders/orders/index.ts';
import { type DocumentRow, insertDocument, listDocuments } from './sql.ts';

export const documentsMax = 20;

interface Needs {
  db: Db;
  clock: Clock;
  blobs: Blobs;
}

const tooMany = (): Failure => new Failure('bad_request', 400, `An order can have at most ${documentsMax} documents.`);

/** Files a document with its order, once. Null: the order already has it. */
export function fileDocument(
  needs: Needs,
  file: NewFile,
  about: Pick<DocumentRow, 'kind' | 'store_document_id' | 'filed_by'>,
): Promise<DocumentRow | null> {
  return storeFile(needs, 'documents', file, (stored) =>
    inTransaction(needs.db, async (tx) => {
      await lockOrder(tx, file.orderId);
      if ((await listDocuments(tx, file.orderId)).length >= documentsMax) throw tooMany();
      const row = { ...stored, ...about };
      return (await insertDocument(tx, row)) ? row : null;
    }),
  );
}
