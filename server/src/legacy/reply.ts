import {
  type Answer,
  findStoredAnswer,
  type IdempotentRequest,
  replayAnswer,
} from '../domains/access/accounts/index.ts';
import type { Db } from '../platform/database/index.ts';
import { requestIdOf } from './ids.ts';

/**
 * What was accepted once stays accepted: a request that would be refused today (its card has expired, a name does not
 * resolve any more) gets its first answer again, or the client would believe that there is no order and order twice.
 */
export async function readUnlessAnswered<Read>(
  db: Db,
  once: IdempotentRequest,
  read: () => Promise<Read>,
): Promise<Read | Answer> {
  try {
    return await read();
  } catch (refusal) {
    const row = once.key === null ? null : await findStoredAnswer(db, { ...once, key: once.key });
    if (row) return replayAnswer(once, row);
    throw refusal;
  }
}

/** The answer of every call that begins something: by which name to ask for it. */
export const requestIdAnswer = ({ id }: { id: string }) => ({
  status: 200,
  text: JSON.stringify({ request_id: requestIdOf(id) }),
});
