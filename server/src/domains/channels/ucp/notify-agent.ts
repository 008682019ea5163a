import { createHash } from 'node:crypto';
import type { Clock } from '../../../kit/clock.ts';
import type { Database, Executor } from '../../../platform/database/index.ts';
import { type SigningKey, signRequest } from '../../../platform/message-signatures.ts';
import type { Outgoing } from '../../../platform/outgoing/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import type { OrderReader } from '../../orders/orders/index.ts';
import { type AgentProfiles, isProfileUrl } from './agent-profiles.ts';
import { versions } from './checkout.ts';
import { orderView, type ViewSettings, viewOrder } from './present.ts';
import { findAgentOf } from './sql.ts';

export interface AgentNotification {
  orderId: string;
  /** The event's id, the same for every attempt. */
  event: string;
}

const notifyKind = 'ucp.tell';

/** Queues an update for the order's agent, if it has one. Idempotent per event. */
export async function queueAgentNotification(executor: Executor, notification: AgentNotification): Promise<void> {
  if (!(await findAgentOf(executor, notification.orderId))) return;
  await enqueue(executor, {
    kind: notifyKind,
    payload: notification,
    dedupeKey: `${notification.orderId} ${notification.event}`,
  });
}

export interface NotifyNeeds {
  database: Database;
  clock: Clock;
  read: OrderReader;
  profiles: AgentProfiles;
  outgoing: Pick<Outgoing, 'post'>;
  identity(): Promise<{ key: SigningKey }>;
  shown: ViewSettings;
  allowsPlain: boolean;
}

/** Sends the whole current order, as the protocol requires, so a late attempt is never out of date. */
export async function notifyAgent(needs: NotifyNeeds, { orderId, event }: AgentNotification): Promise<void> {
  const origin = await findAgentOf(needs.database.db, orderId);
  const order = await needs.read(orderId);
  if (!origin || !order || !isProfileUrl(origin.agent, needs.allowsPlain)) return;
  const found = await needs.profiles.read(origin.agent);
  if (found.kind !== 'profile') throw new Error(`The agent's profile cannot be read: ${found.reason}`);
  const { webhookUrl } = found.profile;
  if (webhookUrl === null || !isProfileUrl(webhookUrl, needs.allowsPlain)) return;
  const now = needs.clock.now();
  const shown = { ...needs.shown, version: versions[0] };
  const body = JSON.stringify(orderView(shown, viewOrder(order, now), origin.checkoutId));
  const headers = {
    'content-type': 'application/json',
    'ucp-agent': `profile="${needs.shown.publicUrl}/.well-known/ucp"`,
    'webhook-id': createHash('sha256').update(`${orderId} ${event}`).digest('hex').slice(0, 32),
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
  };
  const { key } = await needs.identity();
  const signature = signRequest(key, { method: 'POST', url: webhookUrl, headers, body }, now);
  const answer = await needs.outgoing.post(webhookUrl, { headers: { ...headers, ...signature }, body });
  // A URL that must not be called, or is gone, is not retried.
  if (answer.kind === 'refused' || (answer.kind === 'answered' && answer.status === 410)) return;
  if (answer.kind !== 'answered') throw new Error(answer.reason);
  if (answer.status >= 300) throw new Error(`The agent returned ${answer.status}.`);
}
