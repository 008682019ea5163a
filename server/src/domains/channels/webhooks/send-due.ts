import { setTimeout as pause } from 'node:timers/promises';
import { plusMs, secondMs } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import { runOnTestClock } from '../../../kit/test-clock.ts';
import { readSecrets, type SecretNeeds } from './secrets.ts';
import { goneReason, type SendNeeds, sendDelivery } from './send-delivery.ts';
import { createSlots } from './slots.ts';
import { type Candidate, claimDeliveries, findDue, findNextDue, type SenderScope, writeStopped } from './sql.ts';

export type SenderNeeds = SendNeeds & SecretNeeds;

/** In real time: how long new messages may wait while others are sent. */
const recheckMs = 250;
const candidatesMax = 100;
/** Longer than any response can take: then a dead sender cannot still be sending. */
const claimMarginMs = 5 * secondMs;

/**
 * Sends an account's due deliveries, and returns when the next one is due. One runs per account, as it holds the
 * account's job. Its claim keeps a sender that lost the job from writing.
 */
export async function sendDue(needs: SenderNeeds, owner: SenderScope, signal: AbortSignal): Promise<Date | null> {
  const { db } = needs.database;
  const claim = newId();
  const slots = createSlots();
  const underWay = new Set<Promise<void>>();
  const errors: unknown[] = [];

  /** Endpoints have their own secrets; URLs of orders share the account's (null). */
  async function secretsOf(signers: (string | null)[]): Promise<Map<string | null, string[]>> {
    const found = new Map<string | null, string[]>();
    for (const endpointId of new Set(signers)) {
      // Secrets expire in real time, also under a test clock.
      const secrets = await runOnTestClock(null, () => readSecrets(needs, db, { ...owner, endpointId }));
      found.set(
        endpointId,
        secrets.map(({ secret }) => secret),
      );
    }
    return found;
  }

  async function start(candidates: Candidate[]): Promise<void> {
    const ids = candidates.map((one) => one.id);
    const until = plusMs(needs.clock.now(), needs.timeoutMs + claimMarginMs);
    const deliveries = await claimDeliveries(db, ids, { claim, until });
    const claimed = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
    const secretsBySigner = await secretsOf(deliveries.map((delivery) => delivery.endpoint_id));
    for (const one of candidates) {
      const delivery = claimed.get(one.id);
      // A delivery that was stopped meanwhile is not sent, and says nothing about its endpoint.
      const secrets = secretsBySigner.get(delivery?.endpoint_id ?? null) ?? [];
      const sending = delivery ? sendDelivery(needs, owner, delivery, { claim, secrets }) : Promise.resolve(true);
      const done = sending
        .then((isWell) => slots.release(one, isWell))
        .catch((error: unknown) => void errors.push(error))
        .then(() => void underWay.delete(done));
      underWay.add(done);
    }
  }

  /** Fills the free slots. */
  async function fill(): Promise<void> {
    for (let isMore = true; isMore && !slots.isFull(); ) {
      const search = { now: needs.clock.now(), claim, busy: slots.busy(), limit: candidatesMax };
      const due = await findDue(db, owner, search);
      const stopped = due.filter((one) => one.is_stopped).map((one) => one.id);
      if (stopped.length > 0) await writeStopped(db, stopped, goneReason, needs.clock.now());
      const taken = due.filter((one) => !one.is_stopped && slots.take(one));
      if (taken.length > 0) await start(taken);
      // A full page may hide deliveries behind busy endpoints.
      isMore = due.length === candidatesMax && taken.length + stopped.length > 0;
    }
  }

  while (errors.length === 0) {
    signal.throwIfAborted();
    const wasIdle = underWay.size === 0;
    await fill();
    if (underWay.size > 0) await Promise.race([...underWay, pause(recheckMs)]);
    // A delivery that ended during the query freed a slot that the query did not know of.
    else if (wasIdle) break;
  }
  await Promise.all(underWay);
  if (errors.length > 0) throw errors[0];
  return findNextDue(db, owner);
}
