import type { EventType, WebhookEvent } from '../../../events/index.ts';
import type { World } from '../../../kit/world.ts';
import type { subjectKinds } from './model.ts';

export interface WebhookMessage {
  accountId: string;
  world: World;
  event: WebhookEvent | EventType;
  subject: { kind: (typeof subjectKinds)[number]; id: string };
  /** Null if it is not about an order; such messages wait for no other. */
  orderId: string | null;
  urls: string[];
  /** Set for an endpoint of the current API, which has its own secret. */
  endpoint?: { id: string; eventId: string | null };
  /** Sent right away, even to a disabled endpoint. */
  isReplay?: boolean;
  /** A person edited the body of another delivery. */
  edited?: { from: string; by: string };
  /** JSON text; every attempt sends the same bytes. */
  body: string;
  /** The event's key. The same key and URL are queued only once, since an event may be handled twice. */
  cause?: string;
}
