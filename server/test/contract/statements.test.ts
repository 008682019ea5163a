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
      return { file: `${folderOf(file)}${file}.test.ts`, title };
    });
    return { id, statement, named };
  });

/** Tests of the server are named without their folder. */
function folderOf(file: string): string {
  if (file.startsWith('cli/')) return '';
  return file.startsWith('src/') ? 'server/' : 'server/test/';
}

/** Each sentence of the interface and the contract, with the rows that cover it. */
const sentences = readFileSync(rootOf('server/test/contract/statements.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [ids = '', ...words] = line.split(' ');
    return { ids: ids.split(','), text: words.join(' ') };
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
    const sections = new Set(ids.filter((id) => !id.startsWith('i')).map((id) => Number(id.split('.')[0])));
    expect([...sections].sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    for (const { id, statement } of rows) expect(statement, id).not.toBe('');
  });

  it('covers every sentence of the interface and the contract', () => {
    const known = new Set(rows.map(({ id }) => id));
    const uncovered = sentences.filter(({ ids }) => !ids.every((id) => known.has(id)));
    expect(uncovered).toEqual([]);
    expect(sentences.length).toBeGreaterThanOrEqual(550);
  });

  it('names tests that exist', () => {
    const missing = rows.flatMap(({ id, named }) =>
      named
        .filter(({ file, title }) => title === '' || !textOf(file)?.includes(title))
        .map(({ file, title }) => `${id}: ${file}, ${title}`),
    );
    expect(missing).toEqual([]);
  });
});
