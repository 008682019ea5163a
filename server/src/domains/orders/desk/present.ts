import { type FullOrder, presentOrder } from '../orders/index.ts';
import type { QueuedTask } from './read-tasks.ts';
import { mailAddressOf } from './receive-mail.ts';
import type { ReceiptRow } from './sql.ts';

export const presentReceipt = (row: ReceiptRow) => ({
  id: row.id,
  name: row.name,
  content_type: row.content_type,
  bytes: row.bytes,
  uploaded_by: row.uploaded_by,
  created_at: row.created_at.toISOString(),
});

export function presentTask(file: QueuedTask, operator: string, mailDomain: string | null, now: Date) {
  const { task, action, order, receipts, account } = file;
  return {
    task: {
      state: task?.state ?? ('waiting' as const),
      holder: task?.holder ?? null,
      is_mine: task?.state === 'taken' && task.holder === operator,
      lease: task?.lease ?? 0,
      lease_until: task?.lease_until?.toISOString() ?? null,
      asked_at: action?.asked_at.toISOString() ?? null,
      expires_at: action?.expires_at?.toISOString() ?? null,
      why: action?.message ?? null,
      note: task?.note ?? null,
    },
    world: order.world,
    account,
    mail_address: mailDomain === null ? null : mailAddressOf(order.id, mailDomain),
    order: presentOrder(order satisfies FullOrder, now),
    receipts: receipts.map(presentReceipt),
  };
}
