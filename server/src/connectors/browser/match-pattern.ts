import { createContext, Script } from 'node:vm';
import { fieldsOf } from '../../kit/fields.ts';
import { RecipeBroken } from './attempt-errors.ts';

/** No price, number or message of a store is longer. */
const textLengthMax = 100_000;
/** Most matches take microseconds. One that takes this long is stopped. */
const deadlineMs = 10;
const matchCpuMsMax = 20;
/** Matches above this count toward what one visit to a store may spend. */
const slowCpuMs = 2;
const visitCpuMsMax = 200;

const sandbox = createContext({ pattern: /$/, text: '' });
const match = new Script('pattern.exec(text)');

/** Slow matches so far, by the `store` of a visit's scope. */
const spentMs = new WeakMap<object, number>();

/**
 * Runs a recipe's regular expression on outside text, within limits: recipes are shared, and the pages that they read
 * may be hostile. `visit` is the `store` of the scope.
 */
export function matchPattern(pattern: RegExp, text: string, visit: unknown = {}): RegExpExecArray | null {
  const store = fieldsOf(visit);
  if (text.length > textLengthMax)
    throw new RecipeBroken(`The text for the pattern ${nameOf(pattern)} has more than ${textLengthMax} characters.`);
  const spent = spentMs.get(store) ?? 0;
  if (spent > visitCpuMsMax) throw tooSlow(pattern, text);
  const startedAt = process.threadCpuUsage();
  const cpuMs = (): number => {
    const { user, system } = process.threadCpuUsage(startedAt);
    return (user + system) / 1000;
  };
  try {
    // The deadline also passes while other processes run, so only processor time counts.
    while (cpuMs() < matchCpuMsMax) {
      const found = matchOnce(pattern, text);
      if (found !== 'late') return found;
    }
    throw tooSlow(pattern, text);
  } finally {
    const ms = cpuMs();
    if (ms > slowCpuMs) spentMs.set(store, spent + ms);
  }
}

function matchOnce(pattern: RegExp, text: string): RegExpExecArray | null | 'late' {
  try {
    Object.assign(sandbox, { pattern, text });
    return match.runInContext(sandbox, { timeout: deadlineMs });
  } catch (error) {
    // The error may be of the other context, so not an instance of our Error.
    if (fieldsOf(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'late';
    throw new RecipeBroken(`The pattern ${nameOf(pattern)} is too large.`);
  }
}

const tooSlow = (pattern: RegExp, text: string): RecipeBroken =>
  new RecipeBroken(`The pattern ${nameOf(pattern)} takes too long to match ${text.length} characters of text.`);

const nameOf = ({ source }: RegExp): string => JSON.stringify(source.slice(0, 200));
