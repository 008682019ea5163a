// Checks what no linter does: file length, SQL only in sql files, and no new type assertions.
import { isTest, runSourceChecks, type SourceCheck } from './sources.ts';

const linesMax = 300;
const testLinesMax = 400;

/**
 * The number of `as` outside tests, except `as const`. A number may be lowered but not raised. The remaining ones: a
 * library's type is wrong, the program reads its own data, a schema checked it where the compiler does not follow, the
 * CLI passes on what the service checks, or a brand. Use `fieldsOf` of `kit` or a schema for values of unknown shape.
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

const isGenerated = (file: string): boolean =>
  file.startsWith('sdk/generated/') || file === 'server/src/platform/database/tables.ts';
const isSql = (file: string): boolean =>
  /\/sql(-[\w-]+)?\.ts$|^server\/src\/platform\/(database|queue)\//.test(file) || !file.startsWith('server/src/');

const hasSql = /^import [^;]*\bsql\b[^;]* from 'kysely'|\brunNamed[<(]/m;
/** Types start with a capital, a bracket, a quote or one of these words; other files are not parsed. */
const mayAssert =
  /\bas\s+(?:[A-Z[{('"`]|any|bigint|boolean|infer|keyof|never|new|null|number|object|readonly|string|symbol|typeof|undefined|unique|unknown|void)/;

const faults: string[] = [];
const assertions: Record<string, number> = {};

export const styleCheck: SourceCheck = {
  takes: (file) => /\.tsx?$/.test(file) && !isGenerated(file),
  visit({ file, text, ast }) {
    checkLength(file, text.split('\n').length - 1);
    if (isTest(file)) return;
    if (hasSql.test(text) && !isSql(file)) faults.push(`${file} has SQL: move it to sql.ts or sql-<topic>.ts.`);
    if (!mayAssert.test(text)) return;
    const area = /^server\/src\/\w+|^\w+/.exec(file)?.[0] ?? file;
    assertions[area] = (assertions[area] ?? 0) + countAssertions(ast());
  },
  finish() {
    for (const [area, count] of Object.entries(assertions)) {
      const most = assertionsMax[area] ?? 0;
      if (count > most)
        faults.push(`${area} has ${count} type assertions, and may have ${most}: write a guard instead.`);
    }
    return faults;
  },
};

function checkLength(file: string, lines: number): void {
  const most = isTest(file) ? testLinesMax : linesMax;
  if (lines > most) faults.push(`${file} has ${lines} lines, and may have ${most}: split it by topic.`);
}

function countAssertions(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 0;
  let count = 'type' in node && node.type === 'TsAsExpression' ? 1 : 0;
  for (const child of Object.values(node)) count += countAssertions(child);
  return count;
}

if (import.meta.main) await runSourceChecks([styleCheck]);
