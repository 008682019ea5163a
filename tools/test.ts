// Every check there is, in one command. Ends with the plain line "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDebianPostgres } from './debian-postgres.ts';

const bin = join(import.meta.dirname, '..', 'node_modules', '.bin');
const root = join(import.meta.dirname, '..');
const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };

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

/** The whole suite on one kind of database, counted test by test. */
function suite(name: string, more: Record<string, string>): void {
  const folder = mkdtempSync(join(tmpdir(), 'errand-report-'));
  const file = join(folder, 'report.json');
  console.log(`\n${name}`);
  const isGood = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], more);
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
check('format and lint', 'biome', 'ci', '--error-on-warnings', '.');
check('import boundaries', 'depcruise', '--config', '.dependency-cruiser.cjs', 'server/src');
check('dead code', 'knip');
check('OpenAPI document', 'node', 'tools/openapi.ts', '--check');
check('SDK', 'node', 'sdk/generate.ts', '--check');

suite('Tests on the embedded PostgreSQL', {});
const server = await startDebianPostgres();
if (server) {
  suite(`Tests on a PostgreSQL ${server.version} server`, { TEST_DATABASE_URL: server.url });
  await server.stop();
} else {
  console.log('No PostgreSQL server is installed here, so the suite ran on the embedded one only.');
}

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
