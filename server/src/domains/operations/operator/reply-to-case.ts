import type { Clock } from '../../../kit/clock.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { answerCase, type CaseAnswer } from '../../delivery/cases/index.ts';
import { recordAction } from './export-audit.ts';

interface Needs {
  tx: Tx;
  clock: Clock;
}

/** Replies to a customer, and may close the case. */
export async function replyToCase(needs: Needs, operator: string, orderId: string, answer: CaseAnswer): Promise<void> {
  const { message, close = false } = answer;
  await answerCase(needs, orderId, answer);
  await recordAction(needs, {
    operator,
    name: close ? 'case.closed' : 'case.answered',
    subject: { type: 'case', id: orderId.toLowerCase() },
    before: { state: 'open' },
    after: { state: close ? 'closed' : 'open' },
    note: message,
  });
}
