import { loadOrders, lockOrder } from '../domains/orders/index.ts';
import { findReturn } from '../domains/returns/index.ts';
import { queueWebhook } from '../domains/webhooks/index.ts';
import type { Clock } from '../kit/clock.ts';
import { type Database, inTransaction } from '../platform/database/index.ts';
import type { LegacyNews } from './announce.ts';
import { presentLegacyReturn } from './present-return.ts';
import { urlsFor } from './webhooks.ts';

interface Needs {
  database: Database;
  clock: Clock;
  publicUrl: string;
}

/** A return was resolved: its own webhooks hear of it. Told again, nobody hears it twice. */
export async function announceReturn({ database, clock, publicUrl }: Needs, news: LegacyNews): Promise<void> {
  await inTransaction(database.db, async (tx) => {
    await lockOrder(tx, news.orderId);
    const order = (await loadOrders(tx, [news.orderId])).get(news.orderId);
    const row = news.returnId === undefined ? null : await findReturn(tx, news.returnId);
    if (!order || !row || row.status === 'open') return;
    const now = clock.now();
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
