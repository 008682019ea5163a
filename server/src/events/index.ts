import type { Executor, Relation } from '../platform/database/index.ts';
import { enqueue, enqueueCte } from '../platform/queue/index.ts';
import type { EventName, EventPayloads } from './catalog.ts';

export * from './catalog.ts';

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

type OrderEvent = { [Name in EventName]: { orderId: string } extends EventPayloads[Name] ? Name : never }[EventName];

interface OrderEvents {
  type: OrderEvent;
  /** The orders that it happened to, by their id. */
  from: Relation<'id'>;
  /** SQL: when it happened. */
  at: string;
  where?: string;
}

/** The same as a CTE called `name`, for statements that move orders: one event for each row of `from`. */
export const publishCte = (name: string, { type, from, at, where = 'true' }: OrderEvents): string =>
  enqueueCte(name, {
    kind: 'events',
    from: from.name,
    payload: `json_build_object('type', '${type}', 'orderId', ${from.column('id')}, 'at', ${at}::timestamptz)`,
    runAt: at,
    where,
  });
