import { setTimeout as pause } from 'node:timers/promises';
import { plusMs, secondMs } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import { runOnTestClock } from '../../../kit/test-clock.ts';
import { readSecrets, type SecretNeeds } from './secrets.ts';
import { goneReason, type SendNeeds, sendDelivery } from './send-delivery.ts';
import { createSlots } from './slots.ts';
import { type Candidate, claimDeliveries, findDue, findNextDue, type SenderScope, writeStopped } from './sql.ts';

export type SenderNeeds = SendNeeds & SecretNeeds;

/** Real time, unlike the clock: how long new messages may wait while others are under way. */
const recheckMs = 250;
const candidatesMax = 100;
/** Beyond the longest that an answer can take: by then a dead sender cannot still be sending what it had claimed. */
const claimMarginMs = 5 * secondMs;

/**
 * Sends what an account owes its receivers until nothing is due, and says when something will be. Only one of these runs
 * per account (it holds the account's job); its claim keeps one that lost the job from writing.
 */
export async function sendDue(needs: SenderNeeds, owner: SenderScope, signal: AbortSignal): Promise<Date | null> {
  const { db } = needs.database;
  const claim = newId();
  const slots = createSlots();
  const underWay = new Set<Promise<void>>();
  const errors: unknown[] = [];

  /** An endpoint has secrets of its own; the URLs of orders share the account's (null). */
  async function secretsOf(signers: (string | null)[]): Promise<Map<string | null, string[]>> {
    const found = new Map<string | null, string[]>();
    for (const endpointId of new Set(signers)) {
      // Secrets expire in real time, and receivers compare signatures with it.
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
      // One that was stopped in the meantime is not sent, which says nothing about its receiver.
      const secrets = secretsBySigner.get(delivery?.endpoint_id ?? null) ?? [];
      const sending = delivery ? sendDelivery(needs, owner, delivery, { claim, secrets }) : Promise.resolve(true);
      const done = sending
        .then((isWell) => slots.release(one, isWell))
        .catch((error: unknown) => void errors.push(error))
        .then(() => void underWay.delete(done));
      underWay.add(done);
    }
  }

  /** Starts as much as there are slots for. */
  async function fill(): Promise<void> {
    for (let isMore = true; isMore && !slots.isFull(); ) {
      const search = { now: needs.clock.now(), claim, busy: slots.busy(), limit: candidatesMax };
      const due = await findDue(db, owner, search);
      const stopped = due.filter((one) => one.is_stopped).map((one) => one.id);
      if (stopped.length > 0) await writeStopped(db, stopped, goneReason, needs.clock.now());
      const taken = due.filter((one) => !one.is_stopped && slots.take(one));
      if (taken.length > 0) await start(taken);
      // A short list was all there is; a full one may hide others behind receivers that are busy now.
      isMore = due.length === candidatesMax && taken.length + stopped.length > 0;
    }
  }

  while (errors.length === 0) {
    signal.throwIfAborted();
    const wasIdle = underWay.size === 0;
    await fill();
    if (underWay.size > 0) await Promise.race([...underWay, pause(recheckMs)]);
    // What ended during the look has left a slot free that the look knew nothing of.
    else if (wasIdle) break;
  }
  await Promise.all(underWay);
  if (errors.length > 0) throw errors[0];
  return findNextDue(db, owner);
}
