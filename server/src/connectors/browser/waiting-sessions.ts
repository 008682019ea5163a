import type { ActionRequest, ActionRequired, Prepared } from '../contract.ts';
import type { BrowserSession } from './browser-session.ts';
import type { LiveView } from './live-view.ts';

/** How long a page waits for a person. */
export const personTimeoutMs = 10 * 60_000;

/** The action that leads a person to the page. */
export const requestPersonAtPage = (
  view: LiveView,
  browserSession: BrowserSession,
  message: string,
  more: Partial<ActionRequest>,
): ActionRequired => ({
  kind: 'needs',
  question: {
    kind: 'open_url',
    askedOf: 'operator',
    message: `${message} Open the page, complete the steps, then confirm here.`,
    details: { store: browserSession.storeName },
    answerSchema: {
      type: 'object',
      properties: { done: { type: 'boolean', const: true, title: 'Done' } },
      required: ['done'],
      additionalProperties: false,
    },
    url: view.url,
    expiresInMs: personTimeoutMs,
    ...more,
  },
});

/** A session that waits at its page, and its pending work. */
export interface WaitingSession<T> {
  browserSession: BrowserSession;
  view: Promise<LiveView>;
  running: Promise<T>;
}

/** Sessions of this process that wait for a person. */
export function createWaitingSessions() {
  const waiting = new Map<string, WaitingSession<Prepared> & { timer: NodeJS.Timeout }>();
  return {
    keep(id: string, kept: WaitingSession<Prepared>): void {
      kept.running.catch(() => {});
      const timer = setTimeout(() => {
        waiting.delete(id);
        kept.browserSession.person.timeOut();
      }, personTimeoutMs);
      timer.unref();
      waiting.set(id, { ...kept, timer });
    },
    /** Hands it to the call that continues it. */
    take(id: string): WaitingSession<Prepared> | null {
      const found = waiting.get(id);
      if (!found) return null;
      clearTimeout(found.timer);
      waiting.delete(id);
      return found;
    },
  };
}

export type WaitingSessions = ReturnType<typeof createWaitingSessions>;
