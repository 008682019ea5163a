// Reads migrations for what would stop others from writing, or break the version that still runs beside the new one.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join('server', 'migrations');

/** Those before were released before there was a lint, and are never edited. */
const firstLinted = 400;
/** The ones of before that hold to it. */
const linted = /^03[01]\d_/;

const files = readdirSync(join(root, folder)).filter(
  (file) => linted.test(file) || Number.parseInt(file, 10) >= firstLinted,
);

/** Within a transaction nothing is built concurrently: the indexes are linted by themselves. */
const runs = [
  files.sort().map((file) => join(folder, file)),
  ['--no-assume-in-transaction', join(folder, 'indexes.sql')],
];

let isGood = true;
for (const args of runs) {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules', '.bin', 'squawk'), args, {
    cwd: root,
    encoding: 'utf8',
  });
  if (status === 0) continue;
  isGood = false;
  console.error(`${stdout}${stderr}`);
}
console.log(`${files.length} migrations and the indexes linted`);
process.exit(isGood ? 0 : 1);
