import type { World } from '../kit/world.ts';
import type { Executor } from '../platform/database/index.ts';
import { enqueue } from '../platform/queue/index.ts';

interface PolicyAlert {
  at?: string;
  accountId: string;
  world: World;
  policyId: string;
  rule: string;
  periodStart: string;
  percent: number;
  limit: number;
  used: number;
}

interface OfOrder {
  orderId: string;
  /** When it happened, in ISO 8601; who publishes it need not say. */
  at?: string;
}

/** A parcel as it stood at the moment of an event, without its scans. */
export interface ParcelSnapshot {
  id: string;
  parcel_id: string;
  carrier: string | null;
  tracking_number: string | null;
  status: 'pending' | 'in_transit' | 'delivered' | 'undeliverable';
  estimated_delivery_date: string | null;
  merchant_order_id: string | null;
  item_ids: string[];
  created_at: string;
}

interface OfParcels extends OfOrder {
  shipments: ParcelSnapshot[];
}

interface OfReturn extends OfOrder {
  returnId: string;
}

interface ResolvedReturn extends OfReturn {
  /** What it became then: it may have moved on before anybody hears of it. */
  status?: 'approved' | 'denied' | 'credited';
  /** The retailer had approved it before, and its refund came or was refused. */
  wasApproved?: boolean;
}

interface OfCancellation extends OfOrder {
  cancellationId: string;
}

interface OfAction extends OfOrder {
  actionId: string;
}

interface OfBatch {
  batchId: string;
  at?: string;
}

interface OfManagedAccount {
  managedAccountId: string;
  at?: string;
}

/** Every event and what it carries. A new one is a line here, and its listeners' line in main/events.ts. */
export interface EventPayloads {
  'order.created': OfOrder;
  'order.started': OfOrder;
  /** Back to pending: the attempt bought nothing and will be made again. */
  'order.waiting': OfOrder;
  'order.action_required': OfAction;
  'order.action_answered': OfAction;
  'order.placed': OfOrder;
  'order.failed': OfOrder;
  'order.cancelled': OfOrder;
  'order.cancelled_by_retailer': OfOrder;
  'tracking.obtained': OfParcels;
  'tracking.updated': OfParcels;
  'case.updated': OfOrder;
  'return.requested': OfReturn;
  'return.resolved': ResolvedReturn;
  'cancellation.succeeded': OfCancellation;
  'cancellation.failed': OfCancellation;
  /** The last order of a batch is over. */
  'bulk.completed': OfBatch;
  'managed_account.paused': OfManagedAccount;
  /** Money came onto a wallet. */
  'top_up.paid': { topUpId: string; at?: string };
  /** A window of a spend policy fills up. */
  'policy.alert': PolicyAlert;
}

export type EventName = keyof EventPayloads;

export type AppEvent<Name extends EventName = EventName> = {
  [One in Name]: { type: One } & EventPayloads[One];
}[Name];

declare module '../platform/queue/kinds.ts' {
  interface JobPayloads {
    events: AppEvent;
  }
}

/** Announces what the caller's transaction made true; it is heard after the commit. */
export async function publish(executor: Executor, event: AppEvent, at: Date): Promise<void> {
  await enqueue(executor, { kind: 'events', payload: { ...event, at: at.toISOString() }, runAt: at });
}

type OrderEvent = { [Name in EventName]: OfOrder extends EventPayloads[Name] ? Name : never }[EventName];

/** The same as a CTE called `name`, for statements that move orders: one event for each row of `from`. */
export const publishCte = (
  name: string,
  { type, from, at, where = 'true' }: { type: OrderEvent; from: string; at: string; where?: string },
): string => `${name} as (
    insert into jobs (kind, payload, run_at)
    select 'events', json_build_object('type', '${type}', 'orderId', id, 'at', ${at}::timestamptz), ${at} from ${from} where ${where}
  )`;
