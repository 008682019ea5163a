import { assertDefined } from '../../../kit/assert-defined.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { Blobs } from '../../../platform/blobs/index.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { checkFile, lockOrder, type NewFile, storeFile } from '../../orders/orders/index.ts';
import { caseIsFull, caseMissing } from './failures.ts';
import { attachmentsMax } from './model.ts';
import { findState } from './sql.ts';
import { type AttachmentRow, countAttachments, insertAttachment } from './sql-attachments.ts';

interface Needs {
  db: Db;
  clock: Clock;
  blobs: Blobs;
}

export async function addAttachment(
  needs: Needs,
  author: 'customer' | 'operator',
  file: NewFile,
): Promise<AttachmentRow> {
  checkFile(file);
  // Checked first, to store nothing in vain, and again under the lock.
  await checkCanAttach(needs.db, file.orderId);
  const added = await storeFile(needs, 'case-files', file, (stored) =>
    inTransaction(needs.db, async (tx) => {
      await lockOrder(tx, file.orderId);
      await checkCanAttach(tx, file.orderId);
      await insertAttachment(tx, { ...stored, author });
      return { ...stored, author };
    }),
  );
  return assertDefined(added);
}

async function checkCanAttach(executor: Parameters<typeof findState>[0], orderId: string): Promise<void> {
  if ((await findState(executor, orderId)) === null) throw caseMissing();
  if ((await countAttachments(executor, orderId)) >= attachmentsMax) throw caseIsFull(attachmentsMax);
}
