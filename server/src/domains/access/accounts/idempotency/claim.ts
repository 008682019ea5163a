import { type Clock, minuteMs, plusMs } from '../../../../kit/clock.ts';
import { newId } from '../../../../kit/ids.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { keyReusedWithOtherBody, requestStillRunning } from './failures.ts';
import { type Answer, replayAnswer } from './run-idempotent.ts';
import { claimIdempotencyKey, dropClaim, type IdempotencyScope, saveClaimedAnswer } from './sql.ts';

interface Needs {
  db: Db;
  clock: Clock;
}

/** A request that this process carries out. */
export interface Claim {
  scope: IdempotencyScope;
  token: string;
}

/** After this, a claim of a crashed process may be taken over. */
const claimMs = 2 * minuteMs;

/**
 * For work that is not one transaction: claims the key first, and stores the response before it is sent. Otherwise
 * returns the first response, or throws a conflict.
 */
export async function claimOnce(needs: Needs, scope: IdempotencyScope, bodyHash: Buffer): Promise<Claim | Answer> {
  const now = needs.clock.now();
  const token = newId();
  const row = await claimIdempotencyKey(needs.db, scope, { token, bodyHash, now, staleBefore: plusMs(now, -claimMs) });
  if (row === null) return { scope, token };
  if (!row.body_hash.equals(bodyHash)) throw keyReusedWithOtherBody(row.resource, scope.key, row.resource_id);
  if (row.status === 0) throw requestStillRunning();
  return replayAnswer({ ...scope, bodyHash }, row);
}

/** Refusals and responses that cannot be stored (null) are not remembered: the client can retry with the same key. */
export async function settleClaim(
  db: Db,
  { scope, token }: Claim,
  status: number,
  answer: string | null,
): Promise<void> {
  const isDone = status >= 200 && status < 300;
  if (isDone && answer !== null) await saveClaimedAnswer(db, scope, { token, status, answer });
  else await dropClaim(db, scope, token);
}
