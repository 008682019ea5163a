#!/usr/bin/env node
// Starts the command with the Node.js that the project brings along: the one on the path may be too old for it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const own = join(import.meta.dirname, '..', 'node_modules', '.bin', 'node');
const child = spawn(
  existsSync(own) ? own : process.execPath,
  [join(import.meta.dirname, 'whole.ts'), ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
// `errand serve` stops in order, whichever of the two processes is told to.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
