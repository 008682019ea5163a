// Checks migrations: unique numbers, nothing that blocks writers, nothing that breaks the previous version while it
// still runs.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** A test passes another folder. */
const folder = process.argv[2] ?? join('server', 'migrations');

/** Earlier ones predate this lint and are never edited. */
const firstLinted = 400;
/** Earlier ones that pass it anyway. */
const alsoLinted = /^03[01]\d_/;

const all = readdirSync(join(root, folder)).sort();
const numberOf = (file: string): string => /^\d+/.exec(file)?.[0] ?? '';
const repeated = all.filter((file, place) => /^\d/.test(file) && numberOf(file) === numberOf(all[place - 1] ?? ''));
for (const file of repeated) console.error(`${file}: another migration has the number ${numberOf(file)}. Renumber it.`);

/** Nothing is built concurrently inside a transaction, so indexes are linted separately. */
function lint(args: string[]): boolean {
  const squawk = join(root, 'node_modules', '.bin', 'squawk');
  const { status, stdout, stderr } = spawnSync(squawk, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) console.error(`${stdout}${stderr}`);
  return status === 0;
}

const linted = all.filter((file) => alsoLinted.test(file) || Number.parseInt(file, 10) >= firstLinted);
const isGood =
  repeated.length === 0 &&
  lint(linted.map((file) => join(folder, file))) &&
  lint(['--no-assume-in-transaction', join(folder, 'indexes.sql')]);
if (isGood) console.log(`${all.length - 1} migrations with different numbers; ${linted.length} and the indexes linted`);
else process.exitCode = 1;
