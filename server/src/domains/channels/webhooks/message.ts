import type { EventType, WebhookEvent } from '../../../events/index.ts';
import type { World } from '../../../kit/world.ts';
import type { subjectKinds } from './model.ts';

/** One event for the client that asked to be told. */
export interface WebhookMessage {
  accountId: string;
  world: World;
  event: WebhookEvent | EventType;
  subject: { kind: (typeof subjectKinds)[number]; id: string };
  /** Null for what is about no order; such messages wait for no other. */
  orderId: string | null;
  urls: string[];
  /** Set for an endpoint of the current API, which has a secret of its own. */
  endpoint?: { id: string; eventId: string | null };
  /** Sent even to a receiver that is stopped, and at once. */
  isReplay?: boolean;
  /** The body is not what happened: a person changed that of another delivery. */
  edited?: { from: string; by: string };
  /** JSON text; these very bytes are sent, however often. */
  body: string;
  /** Names the event. The same name, for the same URL, is queued only once, since an event may be handled twice. */
  cause?: string;
}
