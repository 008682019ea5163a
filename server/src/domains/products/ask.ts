import type { Ability, Call, Connector } from '../../connectors/contract.ts';
import type { Registry } from '../../connectors/registry.ts';
import type { Clock } from '../../kit/clock.ts';
import type { World } from '../../kit/world.ts';

/** The store of this name, if this world has one that can be asked this. */
export function storeFor(
  registry: Registry,
  world: World,
  retailer: string,
  ability: Ability,
): { connector: Connector; retailer: string } | null {
  return registry.supports(world, retailer, ability) ? registry.forRetailer(world, retailer) : null;
}

type Question<Answer> = (call: Call) => Promise<Answer>;

/** Asks with a deadline of our own: it also ends the wait for a connector that does not listen to its signal. */
export async function askWithin<Answer>(clock: Clock, deadlineMs: number, question: Question<Answer>): Promise<Answer> {
  const over = new AbortController();
  const late = clock.sleep(deadlineMs, over.signal).then(() => {
    throw new Error(`No answer within ${deadlineMs} ms`);
  });
  try {
    return await Promise.race([late, begin(question, over.signal)]);
  } finally {
    over.abort(new Error('The deadline is over'));
  }
}

/** A connector that throws at once fails like one that throws later. */
async function begin<Answer>(question: Question<Answer>, signal: AbortSignal): Promise<Answer> {
  return question({ signal });
}

export interface Patience {
  /** When the waiting ends, except for a store that has a time of its own. */
  deadlineMs: number;
  /** How long the slow are waited for once half of all have answered. */
  graceMs: number;
  /** How long this one is waited for, whatever the others do; null: as long as everybody. */
  ownMs?(index: number): number | null;
}

/** Asks all stores at once. Null stands for a store that failed or was too slow; it neither delays nor spoils the others. */
export async function askAll<Answer>(
  clock: Clock,
  questions: readonly Question<Answer>[],
  patience: Patience,
  onFailure: (index: number, error: unknown) => void,
): Promise<(Answer | null)[]> {
  const answers: (Answer | null)[] = questions.map(() => null);
  const over = new AbortController();
  const half = Promise.withResolvers<void>();
  let answered = 0;
  const everybody = questions.map(async (question, index) => {
    try {
      answers[index] = await begin(question, over.signal);
      answered += 1;
      if (answered * 2 >= questions.length) half.resolve();
    } catch (error) {
      if (!over.signal.aborted) onFailure(index, error);
    }
  });
  const pause = (ms: number) => clock.sleep(ms, over.signal);
  const lastCall = Promise.race([pause(patience.deadlineMs), half.promise.then(() => pause(patience.graceMs))]);
  // Ended with the rest where no request waits for it.
  lastCall.catch(() => {});
  const endOf = (index: number): Promise<void> => {
    const ownMs = patience.ownMs?.(index) ?? null;
    return ownMs === null ? lastCall : pause(ownMs);
  };
  await Promise.all(everybody.map((asked, index) => Promise.race([asked, endOf(index)])));
  const inTime = [...answers];
  over.abort(new Error('The deadline is over'));
  return inTime;
}
