import type { Guard } from './guard.ts';

const platform = 'server/src/platform/';
const matchFile = 'server/src/connectors/browser/match-pattern.ts';
const matching = ['server/src/connectors/browser/match-pattern.test.ts'];

/** What one stranger's text may cost. */
export const linearGuards: Guard[] = [
  {
    name: 'any number of signatures is verified',
    file: `${platform}signature-fields.ts`,
    from: `lists.slice(0, candidatesMax)`,
    to: `lists`,
    tests: [`${platform}message-signatures.test.ts`],
  },
  {
    name: 'a signature covers any number of components',
    file: `${platform}signature-fields.ts`,
    from: `if (items.length > componentsMax) return null;`,
    to: '',
    tests: [`${platform}message-signatures.test.ts`],
  },
  {
    name: 'a store answers with any number of values',
    file: 'server/src/kit/fields.ts',
    from: `if (values > jsonValuesMax) return true;`,
    to: '',
    tests: ['server/src/kit/fields.test.ts'],
  },
  {
    name: 'a thread that hangs is never ended',
    file: `${platform}thread-pool.ts`,
    after: "end({ kind: 'failed', reason: 'slow' });",
    from: `void thread.terminate();`,
    to: '',
    tests: [`${platform}thread-pool.test.ts`],
  },
  {
    name: 'any number of pages waits for a thread',
    file: `${platform}thread-pool.ts`,
    from: `if (waiting.length >= options.waitingMax) return`,
    to: `if (waiting.length < 0) return`,
    tests: [`${platform}thread-pool.test.ts`],
  },
  {
    name: "patterns: a recipe's pattern runs on a store's text as long as it likes",
    file: matchFile,
    from: `{ timeout: deadlineMs }`,
    to: `{}`,
    tests: matching,
  },
  {
    name: 'patterns: a page makes any number of matches slow',
    file: matchFile,
    from: `if (spent > visitCpuMsMax) throw tooSlow(pattern, text);`,
    to: '',
    tests: matching,
  },
  {
    name: 'patterns: a pattern runs on a text of any length',
    file: matchFile,
    from: `if (text.length > textLengthMax)`,
    to: `if (text.length < 0)`,
    tests: matching,
  },
  {
    name: 'patterns: a recipe whose pattern takes long to compile is loaded',
    file: 'server/src/connectors/browser/recipe-problems.ts',
    from: `matchPattern(pattern, '');`,
    to: '',
    tests: matching,
  },
  {
    name: 'a long list is written at once',
    file: 'server/src/kit/write-in-pieces.ts',
    from: `if (piece.length < pieceChars) continue;`,
    to: `if (piece.length >= 0) continue;`,
    tests: ['server/src/kit/write-in-pieces.test.ts'],
  },
];
