import {
  ordersOfAgents,
  ordersOfLinks,
  type PlaceNeeds,
  placePaid,
  refundLinkRest,
  refundOrderRest,
} from '../domains/channels/agent/core.ts';
import { ordersOfUcp, tellAgentSoon } from '../domains/channels/ucp/core.ts';
import { type ComposeNeeds, composeEvent, eventIdOf, isTold, recordEvent } from '../domains/channels/webhooks/index.ts';
import { noteReturn, tellOfCase } from '../domains/delivery/cases/index.ts';
import { followOrder, tellCustomer } from '../domains/delivery/tracking/index.ts';
import { tellFailure } from '../domains/money/wallet/index.ts';
import { countLate } from '../domains/operations/monitoring/index.ts';
import type { OrderReader } from '../domains/orders/orders/index.ts';
import { tellPeople } from '../domains/orders/orders/index.ts';
import { type AppEvent, announcements, type EventName } from '../events/index.ts';
import { announceCancellation, announceCase, announceOrder, announceReturn, wantsEvent } from '../legacy/index.ts';
import { createBatcher } from '../platform/batcher.ts';
import { inTransaction } from '../platform/database/index.ts';
import { earlierJobsOf, type JobHandlers } from '../platform/queue/index.ts';

interface Needs extends ComposeNeeds {
  /** What orders that a person pays for by a link are made with; null where there are none. */
  links: PlaceNeeds | null;
  read: OrderReader;
}

/** What else than a key an order may have come by; most came by none of these. */
interface Origin {
  isOfAgent: boolean;
  isOfLink: boolean;
  isOfUcp: boolean;
}

interface ListenerNeeds extends Needs {
  originOf(orderId: string): Promise<Origin>;
}

type Told<Name extends EventName> = AppEvent<Name> & { name: string };
type Listener<Name extends EventName> = (needs: ListenerNeeds, event: Told<Name>) => Promise<void>;
type OrderEvents = { [Name in EventName]: AppEvent<Name> extends { orderId: string } ? Name : never }[EventName];

const follow: Listener<OrderEvents> = ({ database, clock }, { orderId }) => followOrder(database, orderId, clock.now());
const noteOnCase: Listener<'return.requested' | 'return.resolved'> = ({ database, clock }, event) =>
  inTransaction(database.db, (tx) => noteReturn({ tx, clock }, event));

/** Sends webhooks of the earlier API. Each order's events are sent in the order in which they came true. */
async function tellLegacy(needs: ListenerNeeds, event: Told<OrderEvents>): Promise<void> {
  const { legacy } = announcements[event.type];
  if ('cancellationId' in event) return announceCancellation(needs, event, legacy);
  if ('returnId' in event) return announceReturn(needs, event);
  return event.type === 'case.updated' ? announceCase(needs, event, legacy) : announceOrder(needs, event, legacy);
}

/** What an agent paid and the order does not need goes back. */
const refund: Listener<OrderEvents> = async (needs, { orderId }) => {
  const { isOfAgent, isOfLink } = await needs.originOf(orderId);
  if (isOfAgent) await refundOrderRest(needs, orderId);
  if (isOfLink && needs.links) await refundLinkRest(needs.links, orderId);
};

/** The money for an order that waited for it is there. */
const placeOrder: Listener<'top_up.paid'> = async ({ links }, { topUpId }) => {
  if (links) await placePaid(links, topUpId);
};

const tellPeopleOf: Listener<'order.action_required'> = ({ database, clock }, { actionId }) =>
  tellPeople(database.db, actionId, clock.now());

const tellOfFailure: Listener<'order.failed'> = ({ database, clock }, { orderId }) =>
  tellFailure(database.db, orderId, clock.now());

const tellOfAnswer: Listener<'case.updated'> = ({ database, clock }, { orderId }) =>
  tellOfCase(database.db, orderId, clock.now());

/** The charts count an end whenever it is told. */
const countEnd: Listener<'order.placed' | 'order.failed'> = async (needs, { at }) => {
  if (at !== undefined) await countLate(needs, new Date(at));
};

/** An agent that bought by UCP hears what becomes of its order. */
const tellAgent: Listener<OrderEvents> = async ({ database, originOf }, { orderId, name }) => {
  const { isOfUcp } = await originOf(orderId);
  if (isOfUcp) await tellAgentSoon(database.db, { orderId, event: name });
};

/** Who else reacts to what: the one table. An event may be handled twice, so each listener must not mind. */
const listeners: { [Name in EventName]?: Listener<Name>[] } = {
  'top_up.paid': [placeOrder],
  'order.action_required': [tellPeopleOf],
  'order.placed': [follow, refund, tellAgent, countEnd],
  'order.failed': [refund, tellAgent, tellOfFailure, countEnd],
  'order.cancelled': [refund, tellAgent],
  'order.cancelled_by_retailer': [refund, tellAgent],
  'case.updated': [refund, tellOfAnswer],
  'tracking.obtained': [tellAgent],
  'tracking.updated': [tellAgent],
  'return.requested': [noteOnCase],
  'return.resolved': [noteOnCase, refund],
};

/** Events that may be worth a mail to the person who gets the parcel. */
const stages = new Set<EventName>([
  'order.placed',
  'order.cancelled_by_retailer',
  'tracking.obtained',
  'tracking.updated',
]);

export function eventJobs(given: Needs): Pick<JobHandlers, 'events'> {
  const needs: ListenerNeeds = { ...given, originOf: createOrigins(given) };
  const turnOf = createTurns(needs);
  return {
    events: {
      // They share their statements, so many at once cost less than a few.
      concurrency: 100,
      maxAttempts: 1000,
      async run(job, control) {
        // The name is stored with what the event caused, so it keeps its old form.
        const event = { ...job.payload, name: `news ${job.id}` };
        const order = 'orderId' in event ? await needs.read(event.orderId) : null;
        const isForLegacy =
          'orderId' in event && announcements[event.type].legacy.length > 0 && wantsEvent(order, event);
        if ('orderId' in event && (isForLegacy || isTold(event))) {
          const turn = await turnOf({ id: job.id, value: event.orderId });
          if (turn) return control.rescheduleAt(needs.database.db, turn);
          if (isForLegacy) await tellLegacy(needs, event);
        }
        const told = await composeEvent(needs, event, order);
        if (told) await recordEvent(needs, told, { id: eventIdOf(event, told), cause: event.name });
        const within = { ...needs, originOf: askOnce(needs.originOf) };
        for (const listener of listeners[event.type] ?? []) await handle(listener, within, event);
        if (order && stages.has(event.type)) await tellCustomer(needs, order);
      },
    },
  };
}

/** All listeners of one event ask where the same order came from. */
function askOnce(originOf: ListenerNeeds['originOf']): ListenerNeeds['originOf'] {
  let origin: Promise<Origin> | null = null;
  return (orderId) => {
    origin ??= originOf(orderId);
    return origin;
  };
}

/** The tables above pair each name with listeners of that name; here the compiler sees only that both are of some name. */
async function handle(listener: unknown, needs: ListenerNeeds, event: Told<EventName>): Promise<void> {
  await (listener as Listener<EventName>)(needs, event);
}

/** Says when to come back because earlier events of the same order are not told yet; null when it is this one's turn. */
function createTurns({ database, clock }: Needs): (job: { id: number; value: string }) => Promise<Date | null> {
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

/** Where orders came from; what is asked at the same moment is asked together. */
function createOrigins({ database }: Needs): ListenerNeeds['originOf'] {
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
