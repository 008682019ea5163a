#!/usr/bin/env node
// Starts the command with the Node.js that the project brings along: the one on the path may be too old for it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const own = join(import.meta.dirname, '..', 'node_modules', '.bin', 'node');
const { status, signal } = spawnSync(
  existsSync(own) ? own : process.execPath,
  [join(import.meta.dirname, 'whole.ts'), ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
process.exit(signal ? 1 : (status ?? 1));
