import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../../kit/ids.ts';
import { createLines } from './lines.ts';
import { readSecrets, type SecretNeeds } from './secrets.ts';
import { goneReason, type SendNeeds, sendDelivery } from './send-delivery.ts';
import { claimDeliveries, findDue, findNextDue, type Owner, writeStopped } from './store.ts';

export type SenderNeeds = SendNeeds & SecretNeeds;

/** Real time, unlike the clock: how long new messages may wait while others are under way. */
const lookAgainMs = 250;
const candidatesMax = 100;

/**
 * Sends what an account owes its receivers until nothing is due, and says when something will be. Only one of these runs
 * per account (it holds the account's job); its claim keeps one that lost the job from writing.
 */
export async function sendDue(needs: SenderNeeds, owner: Owner, signal: AbortSignal): Promise<Date | null> {
  const { db } = needs.database;
  const claim = newId();
  const lines = createLines();
  const underWay = new Set<Promise<void>>();
  const errors: unknown[] = [];

  function start(delivery: Awaited<ReturnType<typeof claimDeliveries>>[number], secrets: string[]): void {
    const sent = sendDelivery(needs, delivery, claim, secrets)
      .then((isWell) => lines.release(delivery, isWell))
      .catch((error: unknown) => void errors.push(error))
      .then(() => void underWay.delete(sent));
    underWay.add(sent);
  }

  /** Starts as much as there are lines for. */
  async function fill(): Promise<void> {
    while (!lines.isFull()) {
      const search = { now: needs.clock.now(), claim, busy: lines.busy(), limit: candidatesMax };
      const due = await findDue(db, owner, search);
      const stopped = due.filter((one) => one.is_stopped).map((one) => one.id);
      if (stopped.length > 0) await writeStopped(db, stopped, goneReason, needs.clock.now());
      const taken = due.filter((one) => !one.is_stopped && lines.take(one));
      if (taken.length === 0 && stopped.length === 0) return;
      if (taken.length === 0) continue;
      const secrets = (await readSecrets(needs, db, owner)).map(({ secret }) => secret);
      const claimed = new Map(
        (
          await claimDeliveries(
            db,
            taken.map((one) => one.id),
            claim,
          )
        ).map((delivery) => [delivery.id, delivery]),
      );
      for (const one of taken) {
        const delivery = claimed.get(one.id);
        if (delivery) start(delivery, secrets);
        else lines.release(one, true);
      }
    }
  }

  while (errors.length === 0) {
    signal.throwIfAborted();
    const wasIdle = underWay.size === 0;
    await fill();
    if (underWay.size > 0) await Promise.race([...underWay, pause(lookAgainMs)]);
    // What ended during the look has left a line free that the look knew nothing of.
    else if (wasIdle) break;
  }
  await Promise.all(underWay);
  if (errors.length > 0) throw errors[0];
  return findNextDue(db, owner);
}
