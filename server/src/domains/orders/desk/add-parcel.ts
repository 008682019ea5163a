import type { TrackingStatus } from '../../../connectors/contract.ts';
import { Invalid } from '../../../kit/failure.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { isBoughtByDesk, loadOrders } from '../orders/index.ts';
import type { DeskNeeds } from './desk-needs.ts';
import { notBoughtByDesk } from './failures.ts';

export interface ParcelReport {
  carrier: string | null;
  trackingNumber: string;
  status: TrackingStatus;
  estimatedDeliveryDate: string | null;
  /** Empty: everything. */
  itemIds: string[];
}

/** Writes parcels like a carrier's report. Passed in, because tracking is a higher area. */
export type ReportParcels = (tx: Tx, orderId: string, parcels: ParcelReport[]) => Promise<void>;

interface Needs extends DeskNeeds {
  reportParcels: ReportParcels;
}

/** Adds a tracking number and the parcel's status. The same number again updates the parcel. */
export async function addParcel(needs: Needs, orderId: string, operator: string, parcel: ParcelReport): Promise<void> {
  const { tx } = needs;
  if (!(await isBoughtByDesk(tx, orderId))) throw notBoughtByDesk();
  const order = (await loadOrders(tx, [orderId])).get(orderId);
  const itemIds = order?.items.filter(({ status }) => status !== 'failed').map(({ id }) => id) ?? [];
  if (parcel.itemIds.some((id) => !itemIds.includes(id))) {
    throw new Invalid([
      { loc: ['body', 'item_ids'], msg: 'An ID does not match an item of this order', type: 'value_error' },
    ]);
  }
  await needs.reportParcels(tx, orderId, [
    { ...parcel, itemIds: parcel.itemIds.length > 0 ? parcel.itemIds : itemIds },
  ]);
  const after = { tracking_number: parcel.trackingNumber, status: parcel.status };
  await needs.record({ operator, name: 'desk.parcel', orderId, after });
}
