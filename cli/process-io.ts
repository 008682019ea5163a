import { createInterface } from 'node:readline';
import type { Io } from './command.ts';

/** Exits quietly when the reader closes the pipe, as in `errand orders export | head -1`. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
}

/** Closes the input when the caller stops reading. An open pipe would keep the process alive. */
async function* readLines(): AsyncGenerator<string> {
  const reader = createInterface({ input: process.stdin });
  try {
    yield* reader;
  } finally {
    reader.close();
  }
}

/** The terminal or pipes that this process was started with. */
export function ioOf(env: Io['env']): Io {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endWithReader);
  return {
    env,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    lines: readLines,
    isTerminal: process.stderr.isTTY === true,
    isColoured: process.stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb',
  };
}
