import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { lockOrder } from '../../orders/orders/index.ts';
import { addMessage } from './add-message.ts';
import { badMessage, caseIsClosed } from './failures.ts';
import { type Case, messageLengthMax } from './model.ts';
import { findCase, findState, writeClosed } from './sql.ts';

interface Needs {
  tx: Tx;
  clock: Clock;
}

export interface CaseAnswer {
  message: string;
  close?: boolean;
}

/** An operator's reply, which may close the case. */
export async function answerCase({ tx, clock }: Needs, orderId: string, answer: CaseAnswer): Promise<Case> {
  const { message, close = false } = answer;
  if (message.trim() === '' || message.length > messageLengthMax) throw badMessage();
  await lockOrder(tx, orderId);
  const state = await findState(tx, orderId);
  if (state === null) throw notFound();
  if (state === 'closed') throw caseIsClosed();
  if (close) await writeClosed(tx, orderId);
  const type = close ? 'case.closed' : 'case.freetext';
  await addMessage(tx, orderId, { author: 'operator', type, message }, clock.now());
  return findCase(tx, orderId);
}
