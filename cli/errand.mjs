#!/usr/bin/env node
// Starts the command with the pinned Node.js: the one on the path may be too old.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const own = join(import.meta.dirname, '..', 'node_modules', '.bin', 'node');
const child = spawn(
  existsSync(own) ? own : process.execPath,
  [join(import.meta.dirname, 'start.mjs'), ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
// Forward signals, so `errand serve` stops cleanly whichever process gets them.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
