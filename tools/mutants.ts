// Alters one place of the code at a time and checks that a test fails: `npm run mutants`. --guards alters only named
// guards, --rules only pure rules, --only <text> those whose file or name contains it (repeatable), --shard 1/2 every
// second one. --trust skips running the tests on unaltered code: for a tree whose whole suite just passed. --results
// <file> keeps a line for each verdict, and a later run skips what the file names. TEST_DATABASE_URL names a server; the
// default is an embedded one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../server/src/platform/database/index.ts';
import { equivalents } from '../server/test/mutants/equivalents.ts';
import { removeGuard } from '../server/test/mutants/guard.ts';
import { apply, changesOf } from '../server/test/mutants/operators.ts';
import { guards, rules } from '../server/test/mutants/targets.ts';

interface Mutant {
  name: string;
  file: string;
  /** Null: the guard's text is not in the code. */
  altered: string | null;
  tests: string[];
  title?: string;
  isPure: boolean;
}

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    guards: { type: 'boolean' },
    rules: { type: 'boolean' },
    only: { type: 'string', multiple: true },
    shard: { type: 'string', default: '1/1' },
    trust: { type: 'boolean' },
    results: { type: 'string' },
  },
});
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
/** The time limit for unaltered code. */
const soundMsMax = 900_000;
/** How long tests of a trusted tree take at most: the longest file, with room for a busy machine. */
const trustedMs = 60_000;
/** Tests that run this many times longer than usual count as failed: they hang. */
const timesAsLong = 5;
const testMsMin = 120_000;

const namedMutants = (): Mutant[] =>
  guards.map((guard) => ({ ...guard, altered: removeGuard(read(guard.file), guard), isPure: false }));

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

/** Mutants are made in a copy. The tree itself never changes. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'errand-mutants-'));
  // Under root, the database runs as another user, who needs access.
  chmodSync(copy, 0o755);
  const parts = ['server', 'sdk', 'cli', 'config', 'docs', 'web', 'tools', 'bench', 'CHANGELOG.md', 'README.md'];
  for (const part of [...parts, 'package.json', 'tsconfig.json', 'vitest.config.ts']) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  writeFileSync(join(copy, 'pure.config.ts'), `export default { test: { include: ['server/**/*.test.ts'] } };\n`);
  return copy;
}

interface Run {
  /** The output of failing tests; null if they pass. */
  complaint: string | null;
  isCutOff: boolean;
  ms: number;
}

async function runTests({ tests, title, isPure }: Mutant, msMost: number): Promise<Run> {
  const config = isPure ? ['--config', 'pure.config.ts'] : [];
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  // A slow machine must not look like a failing test.
  const quick = ['--bail', '1', '--maxWorkers=1', '--no-isolate', '--testTimeout=150000', '--hookTimeout=150000'];
  const titles = title === undefined ? [] : ['-t', title];
  const start = performance.now();
  const child = spawn(process.execPath, [vitest, 'run', ...quick, ...config, ...titles, ...tests], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group, so everything it starts ends with it.
    detached: true,
    env: { ...process.env, TEST_DATABASE_URL: server.url },
  });
  let isCutOff = false;
  const timer = setTimeout(() => {
    isCutOff = true;
    endGroup(child.pid);
  }, msMost);
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await once(child, 'exit');
  clearTimeout(timer);
  endGroup(child.pid);
  return { complaint: status === 0 ? null : (await said).join('\n'), isCutOff, ms: performance.now() - start };
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It already ended.
  }
}

const { only, results } = values;
const [shard = 1, shards = 1] = values.shard.split('/').map(Number);
const all = [...(values.rules ? [] : namedMutants()), ...(values.guards ? [] : generatedMutants())];
const isWanted = ({ name, file }: Mutant): boolean =>
  only === undefined || only.some((part) => `${name} ${file}`.includes(part));
const judged = new Set(results && existsSync(results) ? readFileSync(results, 'utf8').split('\n').map(nameOf) : []);
const mutants = all
  .filter(isWanted)
  .filter((_, place) => place % shards === shard - 1)
  .filter(({ name }) => !judged.has(name));
const copy = copyTree();
const server = process.env.TEST_DATABASE_URL
  ? { url: process.env.TEST_DATABASE_URL, stop: async () => {} }
  : await startEmbedded({ dataDir: join(copy, 'database'), log: () => {}, settings: { fsync: 'off' } });
const counts = { killed: 0, survived: 0, lost: 0 };
/** As much of a complaint as names the test that failed. */
const complaintMost = 3000;
/** How long tests take on unaltered code; null if they fail on it. */
const soundMs = new Map<string, number | null>();

function nameOf(line: string): string | null {
  return line === '' ? null : JSON.parse(line).name;
}

async function soundMsOf(mutant: Mutant): Promise<number | null> {
  if (values.trust) return trustedMs;
  const key = `${mutant.isPure} ${mutant.tests} ${mutant.title}`;
  if (!soundMs.has(key)) {
    const { complaint, ms } = await runTests(mutant, soundMsMax);
    if (complaint !== null) console.log(`FAILS BEFORE ANYTHING IS ALTERED  ${mutant.tests}\n${complaint.slice(-3000)}`);
    soundMs.set(key, complaint === null ? ms : null);
  }
  return soundMs.get(key) ?? null;
}

interface Judgment {
  verdict: keyof typeof counts;
  complaint: string | null;
  isCutOff: boolean;
}

async function judge(mutant: Mutant): Promise<Judgment> {
  const ms = mutant.altered === null ? null : await soundMsOf(mutant);
  if (mutant.altered === null || ms === null) return { verdict: 'lost', complaint: null, isCutOff: false };
  const path = join(copy, mutant.file);
  const original = readFileSync(path);
  writeFileSync(path, mutant.altered);
  const { complaint, isCutOff } = await runTests(mutant, Math.max(timesAsLong * ms, testMsMin));
  writeFileSync(path, original);
  return { verdict: complaint === null ? 'survived' : 'killed', complaint, isCutOff };
}

try {
  for (const mutant of mutants) {
    const { verdict, complaint, isCutOff } = await judge(mutant);
    counts[verdict] += 1;
    // A busier machine looks the same, so say it.
    if (isCutOff) console.log(`not ended in time, ${timesAsLong} times as long as without the change:`);
    console.log(`${verdict === 'killed' ? verdict : verdict.toUpperCase()}  ${mutant.name}`);
    const { name, file, title } = mutant;
    const line = { name, file, title, verdict, isCutOff, complaint: complaint?.slice(-complaintMost) };
    if (results) appendFileSync(results, `${JSON.stringify(line)}\n`);
  }
} finally {
  await server.stop();
  rmSync(copy, { recursive: true, force: true });
}
const score = Math.floor((100 * counts.killed) / Math.max(1, mutants.length));
console.log(
  `\n${counts.killed} of ${mutants.length} killed (${score} %), ${counts.survived} survived, ${counts.lost} not tried`,
);
if (counts.killed < mutants.length) process.exitCode = 1;
