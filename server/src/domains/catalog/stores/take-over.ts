import { createHash, randomBytes } from 'node:crypto';
import type { Input } from '../../../connectors/browser/index.ts';
import { type Clock, plusMs } from '../../../kit/clock.ts';
import { Failure, notFound } from '../../../kit/failure.ts';
import { type Database, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { addInputs, lockWaitingSession, takeOverMs, writeTakeOver } from './sql-browser-sessions.ts';

export interface TakeOverNeeds {
  database: Database;
  clock: Clock;
  /** Writes the audit log. */
  recordAction(
    tx: Tx,
    action: { operator: string; name: string; orderId: string; after: Record<string, unknown> },
  ): Promise<void>;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const takenByOther = (by: string): Failure => new Failure('task_taken', 409, `${by} is using this page.`);
const notYourSession = (): Failure =>
  new Failure(
    'action_closed',
    409,
    'You no longer control this page, or it no longer needs manual input. Take over the page again.',
  );

/**
 * Gives a waiting page to one operator. The token is shown once, replaced by a new takeover, and expires after two
 * idle minutes.
 */
export async function takeOverSession({ database, clock, recordAction }: TakeOverNeeds, id: string, operator: string) {
  return inTransaction(database.db, async (tx) => {
    const now = clock.now();
    const visit = await lockWaitingSession(tx, id, now);
    if (!visit) throw notFound();
    if (visit.taken_by !== null && visit.taken_by !== operator) throw takenByOther(visit.taken_by);
    const token = randomBytes(24).toString('base64url');
    const until = plusMs(now, takeOverMs);
    await writeTakeOver(tx, id, { by: operator, tokenHash: hashOf(token), until });
    const { store, reference, waits_for: waitsFor, page_url: pageUrl } = visit;
    const taking = { operator, name: 'visit.taken_over', orderId: reference };
    await recordAction(tx, { ...taking, after: { store, page_url: pageUrl } });
    return { token, store, reference, message: waitsFor ?? '', expiresAt: until };
  });
}

/** Queues the person's inputs for the browser. */
export async function forwardInputs(
  { database, clock }: TakeOverNeeds,
  id: string,
  given: { token: string; by: string; inputs: readonly Input[] },
): Promise<void> {
  const { by, inputs } = given;
  const isTheirs = await addInputs(database.db, id, { tokenHash: hashOf(given.token), by, inputs, now: clock.now() });
  if (!isTheirs) throw notYourSession();
}
