import type { Call } from '../../../connectors/contract.ts';
import { type Clock, secondMs } from '../../../kit/clock.ts';

type StoreQuery<Answer> = (call: Call) => Promise<Answer>;

export interface SearchTimeouts {
  /** Overall deadline, unless a store has its own. */
  deadlineMs: number;
  /** Wait for stores without known times after half have answered. */
  graceMs: number;
  /** Maximum wait for this store, or null. */
  ownMs?(index: number): number | null;
  /** Usual time. 0: didn't answer last time, null: unknown. */
  usualMs?(index: number): number | null;
}

export interface SearchListeners<Answer> {
  /** An answer in time. */
  onAnswer?(index: number, answer: Answer): void;
  onFailure(index: number, error: unknown): void;
  /** Duration of an answer, even if late. Null: none. */
  onTime?(index: number, tookMs: number | null): void;
}

/** Extra time beyond a store's usual time and the last answer. */
const graceAfterAnswerMs = 0.1 * secondMs;
const slack = { factor: 1.25, ms: 0.1 * secondMs };

/**
 * Asks all stores at once. Null: the store failed or was too slow. Stops waiting when no remaining store is likely to
 * answer soon. Late answers still update the known times.
 */
export async function queryAll<Answer>(
  clock: Clock,
  questions: readonly StoreQuery<Answer>[],
  patience: SearchTimeouts,
  listening: SearchListeners<Answer>,
): Promise<(Answer | null)[]> {
  const answers: (Answer | null)[] = questions.map(() => null);
  const open = new Set(questions.keys());
  const start = performance.now();
  const since = () => performance.now() - start;
  const over = new AbortController();
  let isOver = false;
  let answered = 0;
  let lastAnswerMs = 0;
  let halfMs: number | null = null;
  let changed = Promise.withResolvers<void>();

  const mostMs = (index: number): number => patience.ownMs?.(index) ?? patience.deadlineMs;

  function untilOf(index: number): number {
    const usualMs = patience.usualMs?.(index) ?? null;
    const most = mostMs(index);
    if (usualMs !== null && answered > 0) {
      return Math.min(most, Math.max(usualMs * slack.factor + slack.ms, lastAnswerMs + graceAfterAnswerMs));
    }
    const hasOwn = (patience.ownMs?.(index) ?? null) !== null;
    return hasOwn || halfMs === null ? most : Math.min(most, halfMs + patience.graceMs);
  }

  function acceptAnswer(index: number, answer: Answer): void {
    listening.onTime?.(index, since());
    if (isOver || !open.delete(index)) return;
    answers[index] = answer;
    answered += 1;
    lastAnswerMs = since();
    if (answered * 2 >= questions.length) halfMs ??= lastAnswerMs;
    listening.onAnswer?.(index, answer);
    changed.resolve();
  }

  function lose(index: number, error: unknown): void {
    if (!open.delete(index)) return;
    if (!isOver) listening.onFailure(index, error);
    changed.resolve();
  }

  for (const [index, question] of questions.entries()) {
    void queryOne(clock, question, mostMs(index), {
      onAnswer: (answer) => acceptAnswer(index, answer),
      onFailure: (error) => lose(index, error),
      onSilence: () => {
        listening.onTime?.(index, null);
        open.delete(index);
        changed.resolve();
      },
    });
  }
  while (open.size > 0) {
    const until = Math.max(...[...open].map(untilOf));
    const waitMs = until - since();
    if (waitMs <= 0) break;
    const pause = clock.sleep(waitMs, over.signal).then(() => true);
    pause.catch(() => {});
    const isSlept = await Promise.race([pause, changed.promise.then(() => false)]);
    if (isSlept && Math.max(0, ...[...open].map(untilOf)) <= until) break;
    changed = Promise.withResolvers();
  }
  isOver = true;
  over.abort(new Error('The search ended'));
  return [...answers];
}

interface SingleListener<Answer> {
  onAnswer(answer: Answer): void;
  onFailure(error: unknown): void;
  onSilence(): void;
}

/** Asks one store with a deadline, even if its connector ignores the signal. */
async function queryOne<Answer>(
  clock: Clock,
  question: StoreQuery<Answer>,
  mostMs: number,
  { onAnswer, onFailure, onSilence }: SingleListener<Answer>,
): Promise<void> {
  const late = new AbortController();
  const done = new AbortController();
  clock.sleep(mostMs, done.signal).then(
    () => {
      late.abort(new Error(`No response within ${mostMs} ms`));
      onSilence();
    },
    () => {},
  );
  try {
    const answer = await question({ signal: late.signal });
    if (!late.signal.aborted) onAnswer(answer);
  } catch (error) {
    if (!late.signal.aborted) onFailure(error);
  } finally {
    done.abort();
  }
}
