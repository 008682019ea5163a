import type { OpenActionRow } from './sql.ts';

const moment = (text: string): string => new Date(text).toISOString();

/** The action without its answer and digest. */
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

/** The open action of an order; null if there is none. */
export function openAction(questions: readonly OpenActionRow[]): ReturnType<typeof presentAction> | null {
  const open = questions.find(({ state }) => state === 'open');
  return open ? presentAction(open) : null;
}
