import type { Guard } from './guard.ts';

const platform = 'server/src/platform/';

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
    name: 'a long list is written at once',
    file: 'server/src/kit/write-in-pieces.ts',
    from: `if (piece.length < pieceChars) continue;`,
    to: `if (piece.length >= 0) continue;`,
    tests: ['server/src/kit/write-in-pieces.test.ts'],
  },
];
