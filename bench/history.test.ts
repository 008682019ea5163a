import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { atLeast, atMost, verdictOn } from './goals.ts';
import { drawTrend, pictureFile, readRuns } from './history.ts';

it('says which goals were missed', () => {
  expect(verdictOn([])).toBe('');
  expect(verdictOn([atMost(1, 1), atLeast(2, 2, ' a second')])).toBe('yes');
  expect(verdictOn([atMost(1.01, 1, ' ms'), atLeast(1800, 1800), atLeast(0.9, 1)])).toBe(
    'no: at most 1 ms; at least 1',
  );
});

it('has drawn the history on the page', () => {
  const runs = readRuns();
  const picture = drawTrend(runs);
  expect(readFileSync(pictureFile, 'utf8')).toBe(picture);
  const placed = runs.filter(({ rows }) => rows.some(({ what }) => what === 'orders from pending to placed'));
  // Two of the four charts are about placing.
  expect(picture.split(`<title>${placed.at(-1)?.date}</title>`).length - 1).toBe(4);
});
