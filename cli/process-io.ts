import { createInterface } from 'node:readline';
import type { Io } from './command.ts';

/** The terminal or pipes that this process was started with. */
export const ioOf = (env: Io['env']): Io => ({
  env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  lines: () => createInterface({ input: process.stdin }),
  isTerminal: process.stderr.isTTY === true,
  isColoured: process.stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb',
});
