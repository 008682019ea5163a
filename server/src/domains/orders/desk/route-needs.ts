import type { Clock } from '../../../kit/clock.ts';
import type { Blobs } from '../../../platform/blobs/index.ts';
import { type Database, inTransaction, type Tx } from '../../../platform/database/index.ts';
import type { Guard, Person } from '../../access/accounts/index.ts';
import type { Coverage } from '../../money/top-ups/index.ts';
import type { DeskAction, DeskNeeds } from './desk-needs.ts';
import { presentTask } from './present.ts';
import { readTask } from './read-tasks.ts';
import type { ReportParcels } from './record-purchase.ts';

export interface DeskRouteNeeds {
  database: Database;
  clock: Clock;
  guard: Guard;
  blobs: Blobs;
  reportParcels: ReportParcels;
  /** Mail domain for retailers; null: no mail is received. */
  mailDomain: string | null;
  /** Whether the order's card is authorized for long enough to buy. */
  coverageOf(orderId: string): Promise<Coverage>;
  recordAction(tx: Tx, action: DeskAction): Promise<void>;
}

interface OrderParams {
  params: { order_id: string };
  person: Person;
}

interface OperatedOrder {
  orderId: string;
  operator: string;
}

export type DeskHandlers = ReturnType<typeof createDeskHandlers>;

export function createDeskHandlers(needs: DeskRouteNeeds) {
  const { db } = needs.database;
  const onOrder = ({ params, person }: OrderParams): OperatedOrder => ({
    orderId: params.order_id.toLowerCase(),
    operator: person.email,
  });
  /** Runs one action in a transaction, with its audit log. */
  const run = (act: (desk: DeskNeeds) => Promise<void>): Promise<void> =>
    inTransaction(db, (tx) => act({ tx, clock: needs.clock, record: (action) => needs.recordAction(tx, action) }));
  return {
    onOrder,
    run,
    /** Runs one action on the order of a request, and shows the order afterwards. */
    async change(request: OrderParams, act: (desk: DeskNeeds, at: OperatedOrder) => Promise<void>) {
      const at = onOrder(request);
      await run((desk) => act(desk, at));
      return presentTask(await readTask(db, at.orderId), at.operator, needs.mailDomain, needs.clock.now());
    },
  };
}
