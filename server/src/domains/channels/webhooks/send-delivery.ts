import { Webhook } from 'standardwebhooks';
import { type Clock, plusMs } from '../../../kit/clock.ts';
import { runOnTestClock } from '../../../kit/test-clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Answer, Outgoing } from '../../../platform/outgoing/index.ts';
import { excerpt, isGone, isSuccess, messageIdOf, retryDelayAfter } from './model.ts';
import {
  type ClaimedDelivery,
  type HeldDelivery,
  type Outcome,
  type Owner,
  writeDelivered,
  writeFailed,
  writeGone,
} from './sql.ts';
import type { UrlCredentials } from './url-credentials.ts';

export interface SendNeeds {
  database: Database;
  clock: Clock;
  logger: Logger;
  outgoing: Pick<Outgoing, 'post'>;
  urlCredentials: Pick<UrlCredentials, 'open'>;
  /** Scales the waits between attempts. */
  retryScale: number;
  timeoutMs: number;
  /** From 0 to 1. */
  chance: () => number;
}

export const goneReason =
  'The endpoint returned 410 Gone. Errand stopped sending to this URL. It starts again when a resend succeeds.';

/** Makes one attempt and records it. Returns whether the endpoint is healthy. */
export async function sendDelivery(
  needs: SendNeeds,
  owner: Owner,
  delivery: ClaimedDelivery,
  { claim, secrets }: { claim: string; secrets: string[] },
) {
  const sentAt = runOnTestClock(null, () => needs.clock.now());
  const headers = headersOf(delivery, secrets, sentAt);
  const url = await needs.urlCredentials.open(owner, delivery.url);
  const started = performance.now();
  const answer = await needs.outgoing.post(url, { headers, body: delivery.body, timeoutMs: needs.timeoutMs });
  const timing = { durationMs: Math.round(performance.now() - started), sentAt };
  await record(needs, delivery, { id: delivery.id, claim }, { ...outcomeOf(answer), ...timing });
  return answer.kind === 'answered' && isSuccess(answer.status);
}

/** Signed when sent, with every valid secret, so that endpoints can rotate at their own pace. */
function headersOf(delivery: ClaimedDelivery, secrets: string[], now: Date): Record<string, string> {
  const id = messageIdOf(delivery);
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, now, delivery.body));
  return {
    'content-type': 'application/json',
    'user-agent': 'Errand-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
    'x-webhook-event': delivery.event,
  };
}

async function record(
  needs: SendNeeds,
  delivery: ClaimedDelivery,
  held: HeldDelivery,
  outcome: Outcome,
): Promise<void> {
  const { db } = needs.database;
  const now = needs.clock.now();
  if (outcome.error === null) {
    await writeDelivered(db, held, outcome, now);
  } else if (outcome.responseStatus !== null && isGone(outcome.responseStatus)) {
    await writeGone(db, held, { ...outcome, error: goneReason }, now);
  } else {
    const wait = retryDelayAfter(delivery.failures + 1, needs.retryScale, needs.chance());
    await writeFailed(db, held, outcome, { at: wait === null ? null : plusMs(now, wait), now });
    if (wait === null) needs.logger.warn({ delivery: delivery.id, reason: outcome.error }, 'webhook delivery failed');
  }
}

function outcomeOf(answer: Answer): Omit<Outcome, 'durationMs' | 'sentAt'> {
  if (answer.kind !== 'answered') return { responseStatus: null, response: null, error: answer.reason };
  const { status } = answer;
  const error = isSuccess(status) ? null : `The endpoint returned ${status}. Errand expects 200 to 299.`;
  return { responseStatus: status, response: excerpt(answer.text), error };
}
