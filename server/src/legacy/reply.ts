import {
  type Answer,
  findStoredAnswer,
  type IdempotentRequest,
  replayAnswer,
} from '../domains/access/accounts/index.ts';
import type { Db } from '../platform/database/index.ts';
import { requestIdOf } from './ids.ts';

/**
 * An accepted request stays accepted. If it would be refused today (expired card, unresolvable name), it still gets its
 * first response. Otherwise the client would believe that there is no order, and order twice.
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

/** The response of every call that starts something: the id to retrieve it by. */
export const requestIdAnswer = ({ id }: { id: string }) => ({
  status: 200,
  text: JSON.stringify({ request_id: requestIdOf(id) }),
});
