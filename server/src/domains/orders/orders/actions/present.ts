import type { OpenActionRow } from './sql.ts';

const moment = (text: string): string => new Date(text).toISOString();

/** The question as those see it whom it concerns: never an answer, never what it is bound to. */
export function presentAction(asked: OpenActionRow) {
  return {
    id: asked.id,
    kind: asked.kind,
    asked_of: asked.asked_of,
    message: asked.message,
    details: asked.details,
    answer_schema: asked.answer_schema,
    url: asked.url,
    expires_at: asked.expires_at && moment(asked.expires_at),
  };
}

/** What an order asks now; null when it asks nothing. */
export function openAction(questions: readonly OpenActionRow[]): ReturnType<typeof presentAction> | null {
  const open = questions.find(({ state }) => state === 'open');
  return open ? presentAction(open) : null;
}
