import { assertDefined } from '../../../kit/assert-defined.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { Blobs } from '../../../platform/blobs/index.ts';
import { type Db, type Executor, inTransaction } from '../../../platform/database/index.ts';
import { checkFile, lockOrder, type NewFile, storeFile } from '../../orders/orders/index.ts';
import { caseIsFull, caseMissing, sandboxIsFull } from './failures.ts';
import { attachmentsMax, sandboxBytesMax } from './model.ts';
import { findState } from './sql.ts';
import {
  type AttachmentRow,
  countAttachments,
  countSandboxBytes,
  insertAttachment,
  lockSandboxFiles,
} from './sql-attachments.ts';

interface Needs {
  db: Db;
  clock: Clock;
  blobs: Blobs;
}

type Author = AttachmentRow['author'];

export async function addAttachment(needs: Needs, author: Author, file: NewFile): Promise<AttachmentRow> {
  checkFile(file);
  // Checked first, to store nothing in vain, and again under the lock.
  await checkCanAttach(needs.db, author, file);
  const added = await storeFile(needs, 'case-files', file, (stored) =>
    inTransaction(needs.db, async (tx) => {
      await lockOrder(tx, file.orderId);
      await lockSandboxFiles(tx, file.orderId);
      await checkCanAttach(tx, author, file);
      await insertAttachment(tx, { ...stored, author });
      return { ...stored, author };
    }),
  );
  return assertDefined(added);
}

async function checkCanAttach(executor: Executor, author: Author, { orderId, bytes }: NewFile): Promise<void> {
  if ((await findState(executor, orderId)) === null) throw caseMissing();
  if ((await countAttachments(executor, orderId)) >= attachmentsMax) throw caseIsFull(attachmentsMax);
  if (author === 'customer' && (await countSandboxBytes(executor, orderId)) + bytes.length > sandboxBytesMax) {
    throw sandboxIsFull(sandboxBytesMax / 1024 / 1024);
  }
}
