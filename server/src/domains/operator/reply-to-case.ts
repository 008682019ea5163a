import type { Clock } from '../../kit/clock.ts';
import { type Db, inTransaction } from '../../platform/database/index.ts';
import { answerCase, type CaseAnswer } from '../cases/index.ts';
import { recordAction } from './record-action.ts';

interface Needs {
  db: Db;
  clock: Clock;
}

/** What the operator has to say to a customer; a last word closes the case. */
export async function replyToCase(
  { db, clock }: Needs,
  operator: string,
  orderId: string,
  answer: CaseAnswer,
): Promise<void> {
  const { message, close = false } = answer;
  await inTransaction(db, async (tx) => {
    await answerCase({ tx, clock }, orderId, answer);
    await recordAction(
      { tx, clock },
      {
        operator,
        name: close ? 'case.closed' : 'case.answered',
        subject: { type: 'case', id: orderId.toLowerCase() },
        before: { state: 'open' },
        after: { state: close ? 'closed' : 'open' },
        note: message,
      },
    );
  });
}
