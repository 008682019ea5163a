import type { Clock } from '../../../kit/clock.ts';
import { type Database, inTransaction } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/logger.ts';
import { composeMail, type Mail, MailError, type Mailer } from '../../../platform/mailer/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import type { StoreNames } from '../../access/accounts/index.ts';
import { type FullOrder, loadOrders } from '../../orders/orders/index.ts';
import { languageOfCountry, textsByLanguage } from './languages.ts';
import { type Stage, stageOf } from './model.ts';
import { recordMail } from './sql.ts';

export interface MailNeeds extends StoreNames {
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
 * Emails the address in `customer_notifications`, once per stage. Sandbox orders send nothing, because anyone can place one with
 * any address.
 */
export async function queueCustomerMail(needs: Pick<MailNeeds, 'database' | 'clock'>, order: FullOrder): Promise<void> {
  const stage = stageOf(order);
  if (order.customer_email === null || order.world !== 'live' || stage === null) return;
  const now = needs.clock.now();
  await inTransaction(needs.database.db, async (tx) => {
    if (!(await recordMail(tx, order.id, stage, now))) return;
    await enqueue(tx, { kind: 'tracking.mail', payload: { orderId: order.id, stage }, runAt: now });
  });
}

export async function mailCustomer(needs: MailNeeds, { orderId, stage }: MailPayload): Promise<void> {
  const order = (await loadOrders(needs.database, [orderId])).get(orderId);
  if (!order?.customer_email) return;
  try {
    await needs.mailer.send(composeCustomerMail(order, order.customer_email, stage, needs));
  } catch (error) {
    if (!(error instanceof MailError && error.isPermanent)) throw error;
    needs.logger.warn({ orderId, err: error }, 'customer email permanently rejected');
  }
}

/** Names the store and links to the tracking page, but not what was bought or who paid: others may read it. */
export function composeCustomerMail(
  order: FullOrder,
  to: string,
  stage: Stage,
  { publicUrl, storeNameOf }: Pick<MailNeeds, 'publicUrl' | 'storeNameOf'>,
): Mail {
  const texts = textsByLanguage[languageOfCountry(order.shipping_address.country ?? '')];
  const { subject, text } = texts.mails[stage];
  return {
    to,
    messageId: `order-${order.id}-${stage}`,
    ...composeMail({
      subject,
      intro: [text(storeNameOf(order.retailer))],
      button: { label: texts.trackOrder, url: `${publicUrl}/track/${order.id}` },
    }),
  };
}
