import type { Clock } from '../../../kit/clock.ts';
import { isUuid } from '../../../kit/ids.ts';
import { type Database, inTransaction, type Tx } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { IncomingMail } from '../../../platform/mail-in/index.ts';
import { isBoughtByDesk, loadOrders } from '../orders/index.ts';
import type { DeskAction } from './desk-needs.ts';
import { findParcels } from './parcels-in-mail.ts';
import { addParcel, type ReportParcels } from './record-purchase.ts';
import { findTaskOf } from './sql.ts';

interface Needs {
  database: Database;
  clock: Clock;
  logger: Logger;
  mailDomain: string;
  reportParcels: ReportParcels;
  recordAction(tx: Tx, action: DeskAction): Promise<void>;
}

/** The address an operator gives the retailer, so that its mail about this order arrives here. */
export const mailAddressOf = (orderId: string, mailDomain: string): string => `order-${orderId}@${mailDomain}`;

function orderOf(address: string, mailDomain: string): string | null {
  const [local = '', domain] = address.split('@');
  const id = local.replace(/^order-/, '');
  return domain === mailDomain.toLowerCase() && id !== local && isUuid(id) ? id : null;
}

const hostOf = (text: string): string => (URL.parse(text)?.hostname ?? '').replace(/^www\./, '');
const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** Mailboxes of orders that people buy. A tracking number in the retailer's mail is added as an operator would. */
export function deskMail(needs: Needs) {
  const { db } = needs.database;
  return {
    async knows(address: string): Promise<boolean> {
      const orderId = orderOf(address, needs.mailDomain);
      return orderId !== null && (await findTaskOf(db, orderId)) !== null;
    },
    async take(address: string, mail: IncomingMail): Promise<void> {
      const orderId = orderOf(address, needs.mailDomain);
      if (orderId === null || !(await isBoughtByDesk(db, orderId))) return;
      const items = (await loadOrders(db, [orderId])).get(orderId)?.items ?? [];
      const sender = mail.from.split('@').at(-1)?.toLowerCase() ?? '';
      // Anyone with the order ID can write here, so only mail from its retailer counts.
      if (!items.some(({ url }) => hostOf(url) !== '' && isWithin(sender, hostOf(url)))) {
        return needs.logger.info({ orderId, sender }, 'email for an order is not from its store');
      }
      const proof = await mail.proveSender();
      if (proof.verdict === 'unproven') {
        return needs.logger.info({ orderId, sender, ...proof }, 'email for an order failed sender authentication');
      }
      for (const parcel of findParcels(mail)) await enter(orderId, sender, parcel);
    },
  };

  async function enter(orderId: string, sender: string, parcel: ReturnType<typeof findParcels>[number]): Promise<void> {
    await inTransaction(db, async (tx) => {
      const known = (await loadOrders(tx, [orderId])).get(orderId)?.shipments ?? [];
      // A repeated mail or number never moves a parcel back.
      if (known.some(({ tracking_number: number }) => number === parcel.trackingNumber)) return;
      const desk = { tx, clock: needs.clock, record: (action: DeskAction) => needs.recordAction(tx, action) };
      const report = { ...parcel, status: 'in_transit' as const, estimatedDeliveryDate: null, itemIds: [] };
      await addParcel({ ...desk, reportParcels: needs.reportParcels }, orderId, `mail from ${sender}`, report);
    });
  }
}
