// Every check there is, in one command. Ends with the plain line "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDebianPostgres } from './debian-postgres.ts';
import { ensureInstalled } from './stores/install.ts';

const bin = join(import.meta.dirname, '..', 'node_modules', '.bin');
const root = join(import.meta.dirname, '..');
const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };

const isWhole = process.argv.includes('--whole');
let passed = 0;
let failed = 0;

function run(command: string, args: string[], more: Record<string, string> = {}): boolean {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...env, ...more },
  });
  return status === 0;
}

function check(name: string, command: string, ...args: string[]): void {
  const isGood = run(command, args);
  console.log(`${isGood ? 'ok' : 'FAILED'}  ${name}`);
  if (isGood) passed += 1;
  else failed += 1;
}

/**
 * Left out of the second round: what meets no database, and the long stories and pages that the first round has told.
 * `--whole` tells everything on both.
 */
const sameOnBoth = [
  'server/src/platform/{blobs,http,mailer,mail-in,outgoing,secrets}/**',
  'server/src/platform/database/embedded.test.ts',
  'server/test/races/{kill,clocks,takeover}.test.ts',
  'server/test/contract/stalled.test.ts',
  'server/test/contract/hostile.test.ts',
  'server/test/journeys/tracking-page.test.ts',
  'server/test/journeys/{web-*,foreign-page,mailed-code}.test.ts',
  'server/src/domains/returns/label/**',
  'server/src/connectors/vendure/**',
  'server/test/journeys/live-*.test.ts',
  '{web,sdk,cli}/**',
];

/** The suite on one kind of database, counted test by test. */
function suite(name: string, more: Record<string, string>, leftOut: string[] = []): void {
  const folder = mkdtempSync(join(tmpdir(), 'errand-report-'));
  const file = join(folder, 'report.json');
  const exclude = leftOut.flatMap((pattern) => ['--exclude', pattern]);
  console.log(`\n${name}`);
  const isGood = run(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...exclude],
    more,
  );
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as { numPassedTests: number; numFailedTests: number };
    passed += report.numPassedTests;
    failed += report.numFailedTests + (!isGood && report.numFailedTests === 0 ? 1 : 0);
  } catch {
    failed += 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

check('types', 'tsc', '-p', '.');
check('types of the web', 'tsc', '-p', 'web');
check('format and lint', 'biome', 'ci', '--error-on-warnings', '.');
check('import boundaries', 'depcruise', '--config', '.dependency-cruiser.cjs', 'server/src', 'web/src');
check('dead code', 'knip');
check('OpenAPI document', 'node', 'tools/openapi.ts', '--check');
check('SDK', 'node', 'sdk/generate.ts', '--check');

// A shop that is not ours is bought from. Without the registry it cannot be had, and everything else is tested.
await ensureInstalled('vendure', console.log).catch((error: Error) =>
  console.log(`${error.message} The tests that buy from it are LEFT OUT.`),
);
suite('Tests on the embedded PostgreSQL', {});
const server = await startDebianPostgres();
if (server) {
  suite(`Tests on a PostgreSQL ${server.version} server`, { TEST_DATABASE_URL: server.url }, isWhole ? [] : sameOnBoth);
  await server.stop();
} else {
  console.log('No PostgreSQL server is installed here, so the suite ran on the embedded one only.');
}

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
