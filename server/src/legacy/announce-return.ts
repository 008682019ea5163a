import { type CaseNote, noteOnCase, readCase } from '../domains/cases/index.ts';
import { loadOrders, lockOrder, type WholeOrder } from '../domains/orders/index.ts';
import { findReturn, type ReturnRow } from '../domains/returns/index.ts';
import { queueWebhook } from '../domains/webhooks/index.ts';
import type { Clock } from '../kit/clock.ts';
import { formatCents } from '../kit/money.ts';
import { type Database, inTransaction, type Tx } from '../platform/database/index.ts';
import type { LegacyNews } from './announce.ts';
import { presentLegacyReturn } from './present-return.ts';
import { urlsFor } from './webhooks.ts';

interface Needs {
  database: Database;
  clock: Clock;
  publicUrl: string;
}

/** A return was resolved: its own webhooks and the order's case hear of it. Told again, nobody hears it twice. */
export async function announceReturn({ database, clock, publicUrl }: Needs, news: LegacyNews): Promise<void> {
  await inTransaction(database.db, async (tx) => {
    await lockOrder(tx, news.orderId);
    const order = (await loadOrders(tx, [news.orderId])).get(news.orderId);
    const row = news.returnId === undefined ? null : await findReturn(tx, news.returnId);
    if (!order || !row || row.status === 'open') return;
    const now = clock.now();
    for (const note of notesOf(row, order)) await noteOnce(tx, order.id, note, now);
    const event = row.status === 'denied' ? 'request_failed' : 'request_succeeded';
    await queueWebhook(tx, {
      accountId: order.account_id,
      world: order.world,
      event,
      subject: { kind: 'return', id: row.id },
      orderId: order.id,
      urls: urlsFor(row.client_request, event),
      body: JSON.stringify(presentLegacyReturn(row, order, { publicUrl, now })),
      cause: `${news.name} ${event}`,
    });
  });
}

interface Note {
  type: CaseNote;
  message: string;
}

/** What support would write on the case by hand. */
function notesOf(row: ReturnRow, order: WholeOrder): Note[] {
  const reason = row.resolution_notes ? ` ${row.resolution_notes}` : '';
  const notes: Note[] = [
    { type: 'case.return.status_updated', message: `Return ${row.id} is ${row.status}.${reason}` },
  ];
  if (row.labels.length > 0) {
    const labels = row.labels.length === 1 ? 'A label was made' : `${row.labels.length} labels were made`;
    const message = `${labels} for return ${row.id}: fetch the return for fresh links.`;
    notes.push({ type: 'case.return.label_generated', message });
  }
  if (row.credited_cents !== null && row.credited_cents > 0) {
    const credited = order.returns.reduce((sum, one) => sum + (one.credited_cents ?? 0), 0);
    const isFull = credited >= Math.min(order.charged_cents ?? 0, order.max_price_cents);
    const message = `${formatCents(row.credited_cents)} were credited for return ${row.id}.`;
    notes.push({ type: isFull ? 'case.refund.full' : 'case.refund.partial', message });
  }
  return notes;
}

/** The return's id is part of each note, so a note that is there already is this one. */
async function noteOnce(tx: Tx, orderId: string, note: Note, now: Date): Promise<void> {
  const { messages } = await readCase(tx, orderId);
  if (messages.some(({ type, message }) => type === note.type && message === note.message)) return;
  await noteOnCase(tx, orderId, note.type, note.message, now);
}
