// Alters one spot of the code at a time and sees whether a test notices. What no test notices is not pinned.
//   npm run mutants                  every guard that has a name, and every change of the pure rules
//   npm run mutants -- --guards      the guards alone; --rules: the rules alone
//   npm run mutants -- --only money  those whose file or name has this in it
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../server/src/platform/database/index.ts';
import { equivalents } from './mutants/equivalents.ts';
import { apply, changesOf } from './mutants/operators.ts';
import { guards, rules } from './mutants/targets.ts';

interface Mutant {
  name: string;
  file: string;
  altered: string;
  tests: string[];
  isPure: boolean;
}

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { guards: { type: 'boolean' }, rules: { type: 'boolean' }, only: { type: 'string' } },
});
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

function namedMutants(): Mutant[] {
  return guards.map(({ name, file, from, to, tests }) => {
    const source = read(file);
    if (source.split(from).length !== 2) throw new Error(`${file} does not hold this guard exactly once: ${name}`);
    return { name, file, altered: source.replace(from, () => to), tests, isPure: false };
  });
}

function generatedMutants(): Mutant[] {
  return rules.flatMap(({ file, tests }) => {
    const source = read(file);
    return changesOf(source)
      .filter(({ to }) => !equivalents.some((known) => known.file === file && known.to === to.trim()))
      .map((change) => ({
        name: `${file}:${change.line}  ${change.from.trim()}  →  ${change.to.trim()}`,
        file,
        altered: apply(source, change),
        tests,
        isPure: true,
      }));
  });
}

/** The mutants live in a copy: the tree itself never changes. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'errand-mutants-'));
  // Started by root, the database runs as another user, who has to get in.
  chmodSync(copy, 0o755);
  for (const part of ['server', 'sdk', 'cli', 'config', 'package.json', 'tsconfig.json', 'vitest.config.ts']) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  writeFileSync(join(copy, 'pure.config.ts'), `export default { test: { include: ['server/**/*.test.ts'] } };\n`);
  return copy;
}

function passes(copy: string, { tests, isPure }: Pick<Mutant, 'tests' | 'isPure'>, databaseUrl: string): boolean {
  const config = isPure ? ['--config', 'pure.config.ts'] : [];
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--bail', '1', ...config, ...tests], {
    cwd: copy,
    stdio: 'ignore',
    timeout: 300_000,
    env: { ...process.env, TEST_DATABASE_URL: databaseUrl },
  });
  return status === 0;
}

const { only } = values;
const all = [...(values.rules ? [] : namedMutants()), ...(values.guards ? [] : generatedMutants())];
const mutants = only === undefined ? all : all.filter(({ name, file }) => `${name} ${file}`.includes(only));
const copy = copyTree();
const server = await startEmbedded({ dataDir: join(copy, 'database'), log: () => {}, settings: { fsync: 'off' } });
const survivors: string[] = [];
try {
  const untouched = new Map(mutants.map((mutant) => [`${mutant.isPure} ${mutant.tests}`, mutant]));
  for (const mutant of untouched.values()) {
    if (!passes(copy, mutant, server.url)) throw new Error(`Fails before anything is altered: ${mutant.tests}`);
  }
  for (const mutant of mutants) {
    const path = join(copy, mutant.file);
    const original = readFileSync(path);
    writeFileSync(path, mutant.altered);
    const isSurvivor = passes(copy, mutant, server.url);
    writeFileSync(path, original);
    if (isSurvivor) survivors.push(mutant.name);
    console.log(`${isSurvivor ? 'SURVIVED' : 'killed'}  ${mutant.name}`);
  }
} finally {
  await server.stop();
  rmSync(copy, { recursive: true, force: true });
}
const killed = mutants.length - survivors.length;
console.log(`\n${killed} of ${mutants.length} killed (${Math.floor((100 * killed) / Math.max(1, mutants.length))} %)`);
if (survivors.length > 0) process.exitCode = 1;
