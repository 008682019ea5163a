import { spawn } from 'node:child_process';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

const settings = {
  PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
  // The same cache as `npm start`: the OpenAPI check fills it, which speeds up every process that a test starts.
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
  // The compiler is a short-lived Go program: without garbage collection it takes a quarter less CPU, and more memory.
  GOGC: 'off',
  GOMEMLIMIT: '3GiB',
};

/** Runs a command and returns its exit code. With `onText`, passes its output there. */
export function run(
  command: string,
  args: string[],
  more: Record<string, string> = {},
  onText?: (text: string) => void,
): Promise<number | null> {
  const output = onText ? 'pipe' : 'inherit';
  const env = { ...process.env, ...settings, ...more };
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', output, output], env });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => onText?.(String(chunk)));
  return new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
}

/** A name, a program and its arguments. */
export type Check = [string, string, ...string[]];

/** What `npm run check` runs. */
export const staticChecks: Check[] = [
  // Each checker loads the same libraries, so on two cores one is fastest.
  ['types', 'tsc', '-p', '.', '--checkers', '1'],
  ['types of the web', 'tsc', '-p', 'web', '--checkers', '1'],
  ['format and lint', 'biome', 'ci', '--error-on-warnings', '.'],
  ['style, import boundaries, tables, texts and regular expressions', 'node', 'tools/lint.ts'],
  ['migrations', 'node', 'tools/lint-migrations.ts'],
  ['limits of requests', 'node', 'tools/lint-openapi.ts'],
  ['guards', 'node', 'tools/lint-guards.ts'],
  ['dead code', 'knip'],
];

/** Compares generated files with their sources. */
export const driftChecks: Check[] = [
  ['OpenAPI document', 'node', 'tools/openapi.ts', '--check'],
  ['SDK', 'node', 'sdk/generate.ts', '--check'],
  ['row types', 'node', 'tools/tables.ts', '--check'],
];

/** Runs two checks at a time and reports each when it ends. */
export async function runChecks(
  checks: readonly Check[],
  onResult: (name: string, isGood: boolean, output: string) => void,
): Promise<void> {
  const queue = checks.values();
  const takeTurns = async (): Promise<void> => {
    for (const [name, command, ...args] of queue) {
      let output = '';
      const code = await run(command, args, {}, (text) => {
        output += text;
      });
      onResult(name, code === 0, output);
    }
  };
  await Promise.all([takeTurns(), takeTurns()]);
}
