// What the style claims and no linter knows: the length of files, SQL in sql files alone, and no more type assertions than there are.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

const root = join(import.meta.dirname, '..');
const linesMax = 300;
const testLinesMax = 400;

/**
 * How many `as` there are outside tests (`as const` is none). What is left is one of these: a library's type is too wide or too narrow, the
 * program reads what it wrote itself, a schema checked it where the compiler does not follow, the command line passes on what the service
 * checks, or a brand is put on. A number may be lowered, and is not raised: values of any shape are looked at with `fieldsOf` of `kit` or with a schema.
 */
const assertionsMax: Record<string, number> = {
  bench: 4,
  cli: 16,
  sdk: 14,
  'server/src/connectors': 5,
  'server/src/domains': 32,
  'server/src/kit': 3,
  'server/src/main': 4,
  'server/src/platform': 17,
  'server/src/wire': 2,
  tools: 11,
  web: 14,
};

const isTest = (file: string): boolean => /\.test\.tsx?$|^server\/test\//.test(file);
const isGenerated = (file: string): boolean =>
  file.startsWith('sdk/generated/') || file === 'server/src/platform/database/tables.ts';
const isSql = (file: string): boolean =>
  /\/sql(-[\w-]+)?\.ts$|^server\/src\/platform\/(database|queue)\//.test(file) || !file.startsWith('server/src/');

const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: root,
  encoding: 'utf8',
});
const files = stdout.split('\n').filter((file) => file !== '' && !isGenerated(file));
const faults: string[] = [];
const assertions: Record<string, number> = {};

for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8');
  checkLength(file, text.split('\n').length - 1);
  if (isTest(file)) continue;
  if (/^import [^;]*\bsql\b[^;]* from 'kysely'|\brunNamed[<(]/m.test(text) && !isSql(file))
    faults.push(`${file} has SQL: move it to sql.ts or sql-<topic>.ts.`);
  if (/\bas\b/.test(text)) {
    const area = /^server\/src\/\w+|^\w+/.exec(file)?.[0] ?? file;
    const found = countAssertions(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x') }));
    assertions[area] = (assertions[area] ?? 0) + found;
  }
}

function checkLength(file: string, lines: number): void {
  const most = isTest(file) ? testLinesMax : linesMax;
  if (lines > most) faults.push(`${file} has ${lines} lines, and may have ${most}: split it by topic.`);
}

function countAssertions(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 0;
  const own = 'type' in node && node.type === 'TsAsExpression' ? 1 : 0;
  return Object.values(node).reduce((sum: number, child) => sum + countAssertions(child), own);
}

for (const [area, count] of Object.entries(assertions)) {
  const most = assertionsMax[area] ?? 0;
  if (count > most) faults.push(`${area} has ${count} type assertions, and may have ${most}: write a guard instead.`);
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else
  console.log(
    `${files.length} files, ${Object.values(assertions).reduce((sum, count) => sum + count, 0)} type assertions`,
  );
