import { describe, expect, it } from 'vitest';
import { changeOf, compareCsv, figures, formatDuration } from './compare.ts';

const period = {
  orders: 4,
  placed: 3,
  failed: 1,
  spent_cents: 3000,
  failure_rate: 0.25,
  place_seconds: 60,
  deliver_seconds: null,
};
const before = { ...period, orders: 2, spent_cents: 6000, failure_rate: 0.5, place_seconds: 60 };

describe('a comparison', () => {
  it('shows the change, and whether it is good', () => {
    const row = { current: period, previous: before };
    expect(figures.map((figure) => changeOf(figure, row))).toEqual([
      { text: '−50%', tone: 'quiet' },
      { text: '+100%', tone: 'quiet' },
      { text: '−50%', tone: 'good' },
      { text: 'no change', tone: 'quiet' },
      null,
    ]);
  });

  it('shows durations in a fitting unit', () => {
    expect([45, 150, 9000, 200_000].map(formatDuration)).toEqual(['45 s', '2.5 min', '2.5 h', '2.3 days']);
  });

  it('exports no formula', () => {
    const csv = compareCsv([{ label: '=1+1, "x"', current: period, previous: before }]);
    expect(csv.split('\r\n')[1]).toBe(`"'=1+1, ""x""",3000,6000,4,2,0.25,0.5,60,60,,`);
  });
});
