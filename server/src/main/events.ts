import type { Registry } from '../connectors/registry.ts';
import {
  ordersOfAgents,
  ordersOfLinks,
  type PlaceNeeds,
  placePaidOrder,
  refundUnusedLinkFunds,
  refundUnusedOrderFunds,
} from '../domains/channels/agent/core.ts';
import { ordersOfUcp, queueAgentNotification } from '../domains/channels/ucp/core.ts';
import {
  type ComposeNeeds,
  composeEvent,
  eventIdOf,
  isOutgoing,
  recordEvent,
} from '../domains/channels/webhooks/index.ts';
import { addReturnNote, queueCaseNotice, queueDocuments, queueRefundNotice } from '../domains/delivery/cases/index.ts';
import { queueCustomerMail, queueLateMail, startTracking } from '../domains/delivery/tracking/index.ts';
import { settleKind } from '../domains/money/top-ups/index.ts';
import { queueFailureNotice } from '../domains/money/wallet/index.ts';
import { recountLate } from '../domains/operations/monitoring/index.ts';
import type { FullOrder, OrderReader } from '../domains/orders/orders/index.ts';
import { queueActionMail } from '../domains/orders/orders/index.ts';
import { type AppEvent, announcements, type EventName } from '../events/index.ts';
import { notifyCancellation, notifyCase, notifyOrder, notifyReturn, wantsEvent } from '../legacy/index.ts';
import { createBatcher } from '../platform/batcher.ts';
import { inTransaction } from '../platform/database/index.ts';
import { earlierJobsOf, enqueue, type JobHandlers } from '../platform/queue/index.ts';

interface Needs extends ComposeNeeds {
  registry: Registry;
  /** For orders that are paid by a payment link; null if there are none. */
  links: PlaceNeeds | null;
  read: OrderReader;
}

/** How an order was placed, if not with a key. */
interface Origin {
  isOfAgent: boolean;
  isOfLink: boolean;
  isOfUcp: boolean;
}

interface ListenerNeeds extends Needs {
  /** The event's order, if it has one. */
  order: FullOrder | null;
  originOf(orderId: string): Promise<Origin>;
}

type DeliveredEvent<Name extends EventName> = AppEvent<Name> & { name: string };
type Listener<Name extends EventName> = (needs: ListenerNeeds, event: DeliveredEvent<Name>) => Promise<void>;
type OrderEvents = { [Name in EventName]: AppEvent<Name> extends { orderId: string } ? Name : never }[EventName];

const trackOrderParcels: Listener<OrderEvents> = ({ database, clock }, { orderId }) =>
  startTracking(database, orderId, clock.now());
const addCaseNote: Listener<'return.requested' | 'return.resolved'> = ({ database, clock }, event) =>
  inTransaction(database.db, (tx) => addReturnNote({ tx, clock }, event));

/** Sends webhooks of /v1, in the order in which an order's events happened. */
async function tellLegacy(needs: Needs, event: DeliveredEvent<OrderEvents>): Promise<void> {
  const { legacy } = announcements[event.type];
  if ('cancellationId' in event) return notifyCancellation(needs, event, legacy);
  if ('returnId' in event) return notifyReturn(needs, event);
  return event.type === 'case.updated' ? notifyCase(needs, event, legacy) : notifyOrder(needs, event, legacy);
}

/** Refunds what an agent paid beyond the order's cost. */
const refund: Listener<OrderEvents> = async (needs, { orderId }) => {
  const { isOfAgent, isOfLink } = await needs.originOf(orderId);
  if (isOfAgent) await refundUnusedOrderFunds(needs, orderId);
  if (isOfLink && needs.links) await refundUnusedLinkFunds(needs.links, orderId);
};

/** Captures the card payment for what was bought, or releases its authorization. */
const settleCard: Listener<OrderEvents> = async ({ database, clock, order }, { orderId }) => {
  if (!order?.paid_by_card) return;
  await enqueue(database.db, { kind: settleKind, payload: { orderId }, runAt: clock.now(), dedupeKey: orderId });
};

/** Places an order that waited for a payment. */
const placeOrder: Listener<'top_up.paid'> = async ({ links }, { topUpId }) => {
  if (links) await placePaidOrder(links, topUpId);
};

const mailAction: Listener<'order.action_required'> = ({ database, clock }, { actionId }) =>
  queueActionMail(database.db, actionId, clock.now());

const mailFailure: Listener<'order.failed'> = ({ database, clock }, { orderId }) =>
  queueFailureNotice(database.db, orderId, clock.now());

const mailLate: Listener<'order.late'> = async ({ database, clock, order }, { at }) => {
  if (order) await queueLateMail(database.db, order, at === undefined ? clock.now() : new Date(at));
};

const mailCaseReply: Listener<'case.updated'> = ({ database, clock }, { orderId }) =>
  queueCaseNotice(database.db, orderId, clock.now());

const mailRefund: Listener<'order.refunded'> = ({ database, clock }, { orderId, refundId }) =>
  queueRefundNotice(database.db, { orderId, refundId }, clock.now());

/** The charts count an outcome whenever its event arrives. */
const countOutcome: Listener<'order.placed' | 'order.failed'> = async (needs, { at }) => {
  if (at !== undefined) await recountLate(needs, new Date(at));
};

/** Notifies the agent of an order placed over UCP. */
const notifyUcpAgent: Listener<OrderEvents> = async ({ database, originOf }, { orderId, name }) => {
  const { isOfUcp } = await originOf(orderId);
  if (isOfUcp) await queueAgentNotification(database.db, { orderId, event: name });
};

/** Stores create the invoice when they ship. */
const fetchInvoices: Listener<OrderEvents> = async ({ database, clock, order, registry }) => {
  if (order) await queueDocuments(database.db, registry, order, clock.now());
};

/** The listeners of every event. An event may be delivered twice, so listeners must be idempotent. */
const listeners: { [Name in EventName]?: Listener<Name>[] } = {
  'top_up.paid': [placeOrder],
  'order.action_required': [mailAction],
  'order.placed': [trackOrderParcels, settleCard, refund, notifyUcpAgent, countOutcome],
  'order.failed': [settleCard, refund, notifyUcpAgent, mailFailure, countOutcome],
  'order.cancelled': [settleCard, refund, notifyUcpAgent],
  'order.cancelled_by_retailer': [refund, notifyUcpAgent],
  'order.late': [mailLate],
  'order.refunded': [refund, notifyUcpAgent, mailRefund],
  'case.updated': [refund, mailCaseReply],
  'tracking.obtained': [fetchInvoices, notifyUcpAgent],
  'tracking.updated': [notifyUcpAgent],
  'return.requested': [addCaseNote],
  'return.resolved': [addCaseNote, refund],
};

/** Events that may send an email to the recipient of the parcel. */
const customerMailEvents = new Set<EventName>([
  'order.placed',
  'order.cancelled_by_retailer',
  'tracking.obtained',
  'tracking.updated',
]);

export function eventJobs(needs: Needs): Pick<JobHandlers, 'events'> {
  const originOf = createOriginReader(needs);
  const turnOf = createEventOrder(needs);
  return {
    events: {
      // They share statements, so many at once cost less than a few.
      concurrency: 100,
      maxAttempts: 1000,
      async run(job, control) {
        // The name is stored with the effects of the event, so it keeps its old form.
        const event = { ...job.payload, name: `news ${job.id}` };
        const order = 'orderId' in event ? await needs.read(event.orderId) : null;
        const isForLegacy =
          'orderId' in event && announcements[event.type].legacy.length > 0 && wantsEvent(order, event);
        if ('orderId' in event && (isForLegacy || isOutgoing(event))) {
          const turn = await turnOf({ id: job.id, value: event.orderId });
          if (turn) return control.rescheduleAt(needs.database.db, turn);
          if (isForLegacy) await tellLegacy(needs, event);
        }
        const told = await composeEvent(needs, event, order);
        if (told) await recordEvent(needs, told, { id: eventIdOf(event, told), cause: event.name });
        const within = { ...needs, order, originOf: cacheOrigin(originOf) };
        for (const listener of listeners[event.type] ?? []) await handle(listener, within, event);
        if (order && customerMailEvents.has(event.type)) await queueCustomerMail(needs, order);
      },
    },
  };
}

/** All listeners of an event ask for the origin of the same order. */
function cacheOrigin(originOf: ListenerNeeds['originOf']): ListenerNeeds['originOf'] {
  let origin: Promise<Origin> | null = null;
  return (orderId) => {
    origin ??= originOf(orderId);
    return origin;
  };
}

/** The tables above pair each name with its listeners. Here, the compiler sees only the union. */
async function handle(listener: unknown, needs: ListenerNeeds, event: DeliveredEvent<EventName>): Promise<void> {
  await (listener as Listener<EventName>)(needs, event);
}

/** Returns when to retry if earlier events of the same order are pending; null if it is this event's turn. */
function createEventOrder({ database, clock }: Needs): (job: { id: number; value: string }) => Promise<Date | null> {
  return createBatcher<{ id: number; value: string }, Date | null>({
    maxBatch: 100,
    maxInFlight: 2,
    async run(jobs) {
      const earlier = await earlierJobsOf(database.db, { kind: 'events', field: 'orderId' }, jobs);
      const now = clock.now();
      return earlier.map((runAt) => runAt && (runAt > now ? runAt : now));
    },
  });
}

/** Reads where orders came from, in batches. */
function createOriginReader({ database }: Needs): ListenerNeeds['originOf'] {
  return createBatcher<string, Origin>({
    maxBatch: 100,
    maxInFlight: 2,
    async run(ids) {
      const [agents, links, ucp] = await Promise.all([
        ordersOfAgents(database.db, ids),
        ordersOfLinks(database.db, ids),
        ordersOfUcp(database.db, ids),
      ]);
      return ids.map((id) => ({ isOfAgent: agents.has(id), isOfLink: links.has(id), isOfUcp: ucp.has(id) }));
    },
  });
}
