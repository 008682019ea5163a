import type { Needed, Prepared, Question } from '../contract.ts';
import type { LiveView } from './live-view.ts';
import type { Visit } from './visit.ts';

/** How long a page waits for a person. */
export const personMs = 10 * 60_000;

/** The question that leads a person to the page. */
export const askAtPage = (view: LiveView, visit: Visit, message: string, more: Partial<Question>): Needed => ({
  kind: 'needs',
  question: {
    kind: 'open_url',
    askedOf: 'operator',
    message: `${message} Open the page, do it there, and say when it is done.`,
    details: { store: visit.storeName },
    answerSchema: {
      type: 'object',
      properties: { done: { type: 'boolean', const: true, title: 'Done' } },
      required: ['done'],
      additionalProperties: false,
    },
    url: view.url,
    expiresInMs: personMs,
    ...more,
  },
});

/** A visit that waits at its page, with what it was doing. */
export interface Kept<T> {
  visit: Visit;
  view: Promise<LiveView>;
  running: Promise<T>;
}

/** Visits of this process that wait for a person. */
export function createWaitingVisits() {
  const waiting = new Map<string, Kept<Prepared> & { timer: NodeJS.Timeout }>();
  return {
    keep(id: string, kept: Kept<Prepared>): void {
      kept.running.catch(() => {});
      const timer = setTimeout(() => {
        waiting.delete(id);
        kept.visit.person.giveUp();
      }, personMs);
      timer.unref();
      waiting.set(id, { ...kept, timer });
    },
    /** Hands it over to the call that goes on with it. */
    take(id: string): Kept<Prepared> | null {
      const found = waiting.get(id);
      if (!found) return null;
      clearTimeout(found.timer);
      waiting.delete(id);
      return found;
    },
  };
}

export type WaitingVisits = ReturnType<typeof createWaitingVisits>;
