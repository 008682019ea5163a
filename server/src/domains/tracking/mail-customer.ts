import type { Clock } from '../../kit/clock.ts';
import { type Database, inTransaction } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/logger.ts';
import { type Mail, MailError, type Mailer } from '../../platform/mailer/index.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { loadOrders, type WholeOrder } from '../orders/index.ts';
import { type Stage, stageOf } from './model.ts';
import { noteMail } from './store.ts';

export interface MailNeeds {
  database: Database;
  clock: Clock;
  logger: Logger;
  mailer: Mailer;
  publicUrl: string;
}

export interface MailPayload {
  orderId: string;
  stage: Stage;
}

/**
 * Has the address of `customer_notifications` told how its order stands, each stage once. Orders of the sandbox tell
 * no one: any visitor may place one, with any address.
 */
export async function tellCustomer(needs: Pick<MailNeeds, 'database' | 'clock'>, order: WholeOrder): Promise<void> {
  const stage = stageOf(order);
  if (order.customer_email === null || order.world !== 'live' || stage === null) return;
  const now = needs.clock.now();
  await inTransaction(needs.database.db, async (tx) => {
    if (!(await noteMail(tx, order.id, stage, now))) return;
    await enqueue(tx, { kind: 'tracking.mail', payload: { orderId: order.id, stage }, runAt: now });
  });
}

export async function mailCustomer(needs: MailNeeds, { orderId, stage }: MailPayload): Promise<void> {
  const order = (await loadOrders(needs.database, [orderId])).get(orderId);
  if (!order?.customer_email) return;
  try {
    await needs.mailer.send(mailAbout(order, order.customer_email, stage, needs.publicUrl));
  } catch (error) {
    if (!(error instanceof MailError && error.isPermanent)) throw error;
    needs.logger.warn({ orderId, err: error }, 'the mail to a customer was refused for good');
  }
}

const wordsByStage: Record<Stage, { subject: string; text: string }> = {
  placed: { subject: 'Your order is placed', text: 'has been placed. You will hear from us when it is on its way' },
  shipped: { subject: 'Your parcel is on its way', text: 'is on its way' },
  delivered: { subject: 'Your parcel was delivered', text: 'was delivered' },
  cancelled: { subject: 'Your order was cancelled', text: 'was cancelled by the store and will not arrive' },
};

/** Says where to look, and nothing about what was bought or who paid: a mail may be read by others. */
function mailAbout(order: WholeOrder, to: string, stage: Stage, publicUrl: string): Mail {
  const { subject, text } = wordsByStage[stage];
  return {
    to,
    subject,
    messageId: `order-${order.id}-${stage}`,
    text: `Your order from ${order.retailer} ${text}.

Where it is:
${publicUrl}/track/${order.id}
`,
  };
}
