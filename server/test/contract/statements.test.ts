import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const rootOf = (path: string) => new URL(`../../../${path}`, import.meta.url);
const page = readFileSync(rootOf('docs/statements.md'), 'utf8');

const rows = page
  .split('\n')
  .filter((line) => /^\| (?:i?\d)/.test(line))
  .map((line) => {
    const [, id = '', statement = '', tests = ''] = line.split('|').map((cell) => cell.trim());
    const named = tests.split('<br>').map((test) => {
      const [, file = '', title = ''] = /^`([^`]+)`(?:: (.*))?$/.exec(test) ?? [];
      return { file: `server/${file.startsWith('src/') ? file : `test/${file}`}.test.ts`, title };
    });
    return { id, statement, named };
  });

const textByFile = new Map<string, string | null>();
function textOf(file: string): string | null {
  const known = textByFile.get(file);
  if (known !== undefined) return known;
  const text = existsSync(rootOf(file)) ? readFileSync(rootOf(file), 'utf8') : null;
  textByFile.set(file, text);
  return text;
}

describe('the table of statements', () => {
  it('has every section of the contract, and each statement once', () => {
    const ids = rows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(rows.length).toBeGreaterThanOrEqual(390);
    const sections = new Set(ids.filter((id) => !id.startsWith('i')).map((id) => Number(id.split('.')[0])));
    expect([...sections].sort((a, b) => a - b)).toEqual([
      ...Array.from({ length: 24 }, (_, index) => index + 1),
      28,
      30,
    ]);
    for (const { id, statement } of rows) expect(statement, id).not.toBe('');
  });

  it('names tests that exist', () => {
    const missing = rows.flatMap(({ id, named }) =>
      named
        .filter(({ file, title }) => !textOf(file)?.includes(title))
        .map(({ file, title }) => `${id}: ${file}, ${title}`),
    );
    expect(missing).toEqual([]);
  });
});
