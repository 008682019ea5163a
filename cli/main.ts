import { createInterface } from 'node:readline';
import { run } from './run.ts';

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  lines: () => createInterface({ input: process.stdin }),
  isTerminal: process.stderr.isTTY === true,
  isColoured: process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
});
