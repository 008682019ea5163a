import type { Call } from '../../../connectors/contract.ts';
import { type Clock, secondMs } from '../../../kit/clock.ts';

type StoreQuery<Answer> = (call: Call) => Promise<Answer>;

export interface SearchTimeouts {
  /** When the waiting ends, except for a store that has a time of its own. */
  deadlineMs: number;
  /** How long stores of which nothing is known are waited for once half of all have answered. */
  graceMs: number;
  /** How long this one is waited for at most; null: as long as everybody. */
  ownMs?(index: number): number | null;
  /** How long this one usually takes, 0 when it did not answer the last time; null: nothing is known yet. */
  usualMs?(index: number): number | null;
}

export interface SearchListeners<Answer> {
  /** An answer that is in time. */
  onAnswer?(index: number, answer: Answer): void;
  onFailure(index: number, error: unknown): void;
  /** How long an answer took, in time or not; null: none came as long as this store may take. */
  onTime?(index: number, tookMs: number | null): void;
}

/** A store is given a little more than its usual time, and at least this long after the last answer of another. */
const graceAfterAnswerMs = 0.1 * secondMs;
const slack = { factor: 1.25, ms: 0.1 * secondMs };

/**
 * Asks all stores at once. Null stands for a store that failed or was too slow; it neither delays nor spoils the others:
 * the waiting ends as soon as none is left that is likely to answer soon. Those that are late are listened to all the
 * same, so that the next search knows how long they take.
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
    // Ended with the rest where nobody waits for it.
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

/** One store, as long as it may take at most; a connector that does not listen to its signal is not waited for either. */
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
      late.abort(new Error(`No answer within ${mostMs} ms`));
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
