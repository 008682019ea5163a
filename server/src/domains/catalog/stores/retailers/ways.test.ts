import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { loadRetailers } from './load.ts';
import { waysOf } from './ways.ts';

const fileAt = (path: string): string => fileURLToPath(new URL(`../../../../../../${path}`, import.meta.url));
const readText = (path: string): string => readFileSync(fileAt(path), 'utf8');

it('names every way to buy from each of the 23 brands, with a page that exists, also in the README', async () => {
  const brands = await loadRetailers(fileAt('config/retailers.json'));
  expect(brands).toHaveLength(23);
  const readme = readText('README.md').split('\n');
  for (const { id, displayName } of brands) {
    const ways = waysOf(id);
    expect(ways.map(({ way }) => way)).toEqual(id === 'amazon' ? ['api', 'recipe', 'desk'] : ['recipe', 'desk']);
    const row = readme.find(
      (line) =>
        line.startsWith('|') &&
        line
          .split('|')[1]
          ?.split(', ')
          .some((name) => name.trim() === displayName),
    );
    expect(row, displayName).toContain(ways[0]?.docs);
    for (const { docs, needs } of ways) {
      expect(readText(docs).length).toBeGreaterThan(500);
      expect(needs).not.toBe('');
    }
  }
});
