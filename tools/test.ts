// Every check there is, in one command. Ends with the plain line "N passed, N failed".
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { driftChecks, root, run, runChecks, staticChecks } from './checks.ts';
import { cannotRunHereCode } from './container/engine.ts';
import { startDebianPostgres } from './debian-postgres.ts';
import { checkModels, findMissingTool, readCaught } from './models/check.ts';
import { ensureInstalled } from './stores/install.ts';

const isWhole = process.argv.includes('--whole');
if (isWhole) process.env.TEST_WHOLE = '1';

let passed = 0;
let failed = 0;

function report(name: string, isGood: boolean, output: string): void {
  console.log(`${isGood ? 'ok' : `${output}\nFAILED`}  ${name}`);
  if (isGood) passed += 1;
  else failed += 1;
}

interface FileReport {
  name: string;
  status: string;
  /** Why the file as a whole failed, where it did: before its first test, say. */
  message: string;
  startTime: number;
  endTime: number;
  assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
}
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: FileReport[];
}

async function vitest(
  args: string[],
  more: Record<string, string>,
): Promise<{ isGood: boolean; report: Report | null }> {
  const folder = mkdtempSync(join(tmpdir(), 'errand-report-'));
  const file = join(folder, 'report.json');
  const code = await run(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
    more,
  );
  const isGood = code === 0;
  try {
    return { isGood, report: JSON.parse(readFileSync(file, 'utf8')) as Report };
  } catch {
    return { isGood: false, report: null };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const slowestShown = 12;

/** Where the time went, so that a slow test is seen when it is written. */
function showSlowest({ testResults }: Report): void {
  const files = testResults.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }));
  const slowest = files.sort((one, other) => other.seconds - one.seconds).slice(0, slowestShown);
  console.log('\nThe slowest files:');
  for (const { name, seconds } of slowest)
    console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${relative(root, name)}`);
}

/** What failed, once more at the very end: a log is read from its end, and often only its end is kept. */
const failures: string[] = [];
function keepFailures({ testResults }: Report): void {
  const keep = (what: string, why: string) =>
    void failures.push(`${what}\n    ${why.split('\n').slice(0, 6).join('\n    ')}`);
  for (const { name, status, message, assertionResults } of testResults) {
    const failing = assertionResults.filter((test) => test.status === 'failed');
    for (const { fullName, failureMessages } of failing)
      keep(`${relative(root, name)} > ${fullName}`, failureMessages?.[0] ?? '');
    if (status === 'failed' && failing.length === 0) keep(relative(root, name), message);
  }
}

const timeoutPattern = /timed? ?out|Timeout|ECONNREFUSED|ECONNRESET/i;

const retriesMax = 5;
/** Without the stack, which names functions of the runner that are about timeouts too. */
const withoutStack = (why: string): string => why.replaceAll(/^ +at .*$/gm, '');

/** Why the tests of a file failed, or the file before any of them. */
function reasonsOf({ status, message, assertionResults }: FileReport): string[] {
  const reasons = assertionResults
    .filter((test) => test.status === 'failed')
    .map(({ failureMessages }) => failureMessages?.join('\n') ?? '');
  return reasons.length === 0 && status === 'failed' ? [message] : reasons;
}

/**
 * The files of a run whose failures say that the machine was too busy, or that a browser was: they get a second chance alone, and
 * are told. A failed comparison anywhere else is a failure; it takes the chance from nobody else.
 */
function isWorthRetry({ testResults }: Report): FileReport[] {
  const isExcusable = (file: FileReport) => {
    const reasons = reasonsOf(file);
    if (reasons.length === 0) return false;
    const isOfBrowser = /journeys\/web-|browser/.test(file.name);
    return (
      isOfBrowser || reasons.every((why) => timeoutPattern.test(withoutStack(why)) && !/^AssertionError/m.test(why))
    );
  };
  const files = testResults.filter(isExcusable);
  return files.length <= retriesMax ? files : [];
}

const countOf = (files: FileReport[], status: string): number =>
  files.flatMap(({ assertionResults }) => assertionResults).filter((test) => test.status === status).length;

/** The suite on one kind of database, counted test by test. */
async function suite(name: string, more: Record<string, string> = {}): Promise<void> {
  console.log(`\n${name}`);
  const { isGood, report } = await vitest([], more);
  if (!report) {
    failed += 1;
    return;
  }
  showSlowest(report);
  keepFailures(report);
  const again = isGood ? [] : isWorthRetry(report);
  const rest = report.testResults.filter((file) => !again.includes(file));
  const restFailed = rest.filter((file) => reasonsOf(file).length > 0);
  passed += countOf(rest, 'passed');
  failed += restFailed.reduce((sum, file) => sum + reasonsOf(file).length, 0);
  // It failed and no file did: an error that nobody caught, say.
  if (!isGood && again.length === 0 && restFailed.length === 0) failed += 1;
  if (again.length === 0) return;
  const names = again.map((file) => relative(root, file.name));
  console.log(`\nFLAKY, ran again alone: ${names.join(', ')}`);
  const second = await vitest(['--maxWorkers=1', ...names], more);
  if (second.report) keepFailures(second.report);
  passed += second.report?.numPassedTests ?? 0;
  failed += second.isGood ? 0 : Math.max(1, second.report?.numFailedTests ?? 1);
}

/**
 * The image is built and run. Where the machine cannot do that, the suite lints the container file, and that is all. Registries are asked on
 * the way, so a failure is told, and tried a second time.
 */
async function checkImage(triesLeft = 1): Promise<void> {
  const began = performance.now();
  let output = '';
  const code = await run('node', ['tools/container-drill.ts'], {}, (text) => {
    output += text;
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  if (code === cannotRunHereCode) {
    console.log(`${output.trim()} Building and running the image is SKIPPED; the container file was only linted.`);
  } else if (code !== 0 && triesLeft > 0) {
    console.log(`${output}\nFLAKY, ran again: container image`);
    await checkImage(triesLeft - 1);
  } else report(`container image, built and run in ${seconds} s`, code === 0, output);
}

/** The packed client on every runtime and bundler that is installed, or can be with `--whole`. */
async function checkRuntimes(): Promise<void> {
  const began = performance.now();
  let output = '';
  const args = ['tools/sdk-runtimes.ts', ...(isWhole ? [] : ['--installed'])];
  const code = await run('node', args, {}, (text) => {
    output += text;
  });
  for (const [line] of output.matchAll(/^SKIPPED.*$/gm)) console.log(line);
  report(`SDK on every runtime, in ${Math.round((performance.now() - began) / 1000)} s`, code === 0, output);
}

/** Each model counts as a check, and so does each altered one that must not hold. */
async function checkAllModels(): Promise<void> {
  const missing = await findMissingTool();
  if (missing !== null) {
    console.log(`${missing} The model checks are SKIPPED.`);
    return;
  }
  const began = performance.now();
  const caught = isWhole ? new Set<string>() : readCaught();
  await checkModels(2, caught, ({ name, isGood, says }) => report(name, isGood, `${name}: ${says}`));
  console.log(`The models were checked in ${Math.round((performance.now() - began) / 1000)} s.`);
}

// A shop that is not ours is bought from. Without the registry it cannot be had, and everything else is tested.
const installing = ensureInstalled('vendure', console.log).catch((error: Error) =>
  console.log(`${error.message} The tests that buy from it are SKIPPED.`),
);
await Promise.all([runChecks([...staticChecks, ...driftChecks], report), checkImage(), checkRuntimes(), installing]);
await checkAllModels();
const server = await startDebianPostgres();
if (!server) {
  console.log('No PostgreSQL server is installed here, so the suite runs on the embedded one only.');
  await suite('Tests');
} else if (isWhole) {
  await suite('Tests on the embedded PostgreSQL');
  await suite(`Tests on a PostgreSQL ${server.version} server`, { TEST_DATABASE_URL: server.url });
} else {
  const name = `Tests on the embedded PostgreSQL, and those of data and races on a PostgreSQL ${server.version} server`;
  await suite(name, { TEST_OLDER_DATABASE_URL: server.url });
}
await server?.stop();

if (failures.length > 0) console.log(`\nWhat failed, also where a second try passed:\n${failures.join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
