import { expect, it } from 'vitest';
import { findsTest, titlesIn } from '../../../tools/guards/titles.ts';
import { parse } from '../../../tools/sources.ts';

const source = `
describe('a store', () => {
  it('sells once', () => {});
  it.each(['slow', 'lost'] as const)('that is %s is asked again', () => {});
  for (const moment of moments) it(\`after a restore to "\${moment}"\`, () => {});
});
test.skipIf(isWindows)('keeps its files', () => say('it(never)'));
`;
const titles = titlesIn(parse('a.test.ts', source), ['sold']);

it.each([
  'sells once',
  'a store sells',
  'is lost is asked',
  'to "sold"',
  'a store.*"sold"',
  'no such test|keeps its files',
])('a guard whose pattern is %s names a test', (pattern) => {
  expect(findsTest(pattern, titles)).toBe(true);
});

it.each(['sells twice', 'is new is asked', 'to "lost"', 'a shop.*"sold"', 'never'])(
  'a guard whose pattern is %s names none',
  (pattern) => {
    expect(findsTest(pattern, titles)).toBe(false);
  },
);
