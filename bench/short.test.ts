import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const isWhole = process.env.TEST_WHOLE === '1';
const parts = isWhole ? ['accept', 'place'] : ['accept'];
const effort = ['--seconds', '1', '--rounds', '1', '--clients', '4', '--orders', '50'];

/** A number as printed in the table. */
const numberIn = (cell = ''): number => Number(cell.replaceAll(',', ''));

// The short form of `npm run bench`: the benchmarks run, whatever the numbers.
it.skipIf(!existsSync('/usr/lib/postgresql'))('the benchmarks measure', { timeout: 180_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['bench/run.ts', ...parts, ...effort], { cwd: root });
  const rows = stdout
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const rates = Object.fromEntries(rows.map(([, what, perSecond]) => [what, numberIn(perSecond)]));
  const placing = isWhole ? ['orders from pending to placed', 'the same with two workers'] : [];
  for (const what of ['POST /orders', ...placing]) {
    expect(rates[what], what).toBeGreaterThan(0);
  }
});
