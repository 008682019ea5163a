import { type Clock, plusMs } from '../../../../kit/clock.ts';
import { newId } from '../../../../kit/ids.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import type { Vault } from '../../../../platform/secrets/index.ts';
import { actionTimeoutMs, answerSchemaOf, isSecretAnswer, type NewAction } from './model.ts';
import { shownDigest } from './purchase-summary.ts';
import { sealResume } from './secret-answers.ts';
import { type ActionRow, insertAction } from './sql.ts';

/** Builds the row of an action, which is written alone or with a new order. */
export async function draftAction(vault: Vault, orderId: string, question: NewAction, now: Date): Promise<ActionRow> {
  const id = newId();
  const details = question.details ?? {};
  return {
    id,
    order_id: orderId,
    kind: question.kind,
    asked_of: question.askedOf,
    message: question.message,
    details,
    answer_schema: answerSchemaOf(question),
    url: question.urlFor?.(id) ?? question.url ?? null,
    digest: question.digest ?? null,
    shown_digest: question.digest == null ? null : shownDigest(details),
    state: 'open',
    is_secret: isSecretAnswer(question),
    answer: null,
    sealed_answer: null,
    answered_by: null,
    sealed_resume: question.resume ? await sealResume(vault, id, question.resume) : null,
    asked_at: now,
    expires_at: plusMs(now, actionTimeoutMs(question)),
    answered_at: null,
    ended_at: null,
  };
}

/**
 * Asks in the caller's transaction, which also marks the order as waiting. An order has one open action: a second one
 * fails on the unique index.
 */
export async function requestAction(
  { tx, clock, vault }: { tx: Tx; clock: Clock; vault: Vault },
  orderId: string,
  question: NewAction,
): Promise<ActionRow> {
  const row = await draftAction(vault, orderId, question, clock.now());
  await insertAction(tx, row);
  return row;
}
