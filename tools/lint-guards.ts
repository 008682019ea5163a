// Checks that `npm run mutants` can test every named guard: its text is in the code once, its tests exist, and one of
// them has a title that fits.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeGuard } from '../server/test/mutants/guard.ts';
import { guards } from '../server/test/mutants/targets.ts';
import { findsTest, titlesOf } from './guards/titles.ts';

const root = join(import.meta.dirname, '..');
const problems = guards.flatMap((guard) => {
  const { name, file, tests, title } = guard;
  const missing = [file, ...tests].filter((path) => !existsSync(join(root, path)));
  if (missing.length > 0) return [`${name}: ${missing.join(', ')} does not exist`];
  const isFound = removeGuard(readFileSync(join(root, file), 'utf8'), guard) !== null;
  if (!isFound) return [`${name}: ${file} does not have the guarded text exactly once`];
  const isTested = title === undefined || tests.some((path) => findsTest(title, titlesOf(path)));
  return isTested ? [] : [`${name}: no test in ${tests.join(', ')} has a title that matches ${title}`];
});
const names = guards.map(({ name }) => name);
problems.push(
  ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name}: two guards have this name`),
);
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;
