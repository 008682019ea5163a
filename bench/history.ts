import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './scene.ts';

/** One line of the history: a run of all parts. */
interface Run {
  date: string;
  machine: string;
  rows: Row[];
}

const historyFile = join(import.meta.dirname, 'history.jsonl');
export const pictureFile = join(import.meta.dirname, '..', 'docs', 'pictures', 'performance.svg');

export const readRuns = (): Run[] =>
  readFileSync(historyFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** Appends a run and draws the trend anew. */
export function keepRun(run: Run): void {
  appendFileSync(historyFile, `${JSON.stringify(run)}\n`);
  writeFileSync(pictureFile, drawTrend(readRuns()));
}

interface Panel {
  title: string;
  unit: string;
  what: string;
  of: 'perSecond' | 'cpuMs';
}

const panels: Panel[] = [
  { title: 'Accept an order', unit: 'ms of CPU', what: 'POST /orders', of: 'cpuMs' },
  { title: 'Place an order', unit: 'ms of CPU', what: 'orders from pending to placed', of: 'cpuMs' },
  { title: 'Accepted', unit: 'orders a second', what: 'POST /orders', of: 'perSecond' },
  { title: 'Placed', unit: 'orders a second', what: 'orders from pending to placed', of: 'perSecond' },
];

const [width, height, gap] = [300, 150, 20];

/** A small chart for each panel, one point for each run. Readable on a light and a dark page. */
export function drawTrend(runs: readonly Run[]): string {
  const charts = panels.map((panel, index) => {
    const x = (index % 2) * (width + gap);
    const y = Math.floor(index / 2) * (height + gap);
    return `<g transform="translate(${x} ${y})">${drawPanel(panel, runs)}</g>`;
  });
  const size = `${2 * width + gap} ${2 * height + gap}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}" font-family="sans-serif" font-size="11">
<title>CPU per accepted and placed order, and orders a second, by date</title>
<rect width="100%" height="100%" fill="#ffffff"/>
${charts.join('\n')}
</svg>
`;
}

function drawPanel({ title, unit, what, of }: Panel, runs: readonly Run[]): string {
  const points = runs.flatMap(({ date, rows }) => {
    const value = rows.find((row) => row.what === what)?.[of];
    return value === undefined ? [] : [{ date, value }];
  });
  const most = Math.max(...points.map(({ value }) => value), 0) || 1;
  const step = points.length > 1 ? (width - 80) / (points.length - 1) : 0;
  const placed = points.map(({ date, value }, index) => ({
    date,
    value,
    x: Math.round(40 + index * step),
    y: Math.round(height - 30 - (value / most) * (height - 70)),
  }));
  const line = placed.map(({ x, y }) => `${x},${y}`).join(' ');
  const marks = placed.map(
    ({ x, y, value, date }) =>
      `<circle cx="${x}" cy="${y}" r="3" fill="#2f6f4f"><title>${date}</title></circle>` +
      `<text x="${x}" y="${y - 8}" text-anchor="middle">${value.toLocaleString('en', { maximumFractionDigits: of === 'cpuMs' ? 2 : 0 })}</text>`,
  );
  const ends = [placed[0], placed.at(-1)].map((end, index) =>
    end
      ? `<text x="${end.x}" y="${height - 10}" text-anchor="${index === 0 ? 'start' : 'end'}">${end.date}</text>`
      : '',
  );
  return `<text x="10" y="16" font-weight="bold">${title}</text><text x="${width - 10}" y="16" text-anchor="end">${unit}</text><polyline points="${line}" fill="none" stroke="#2f6f4f" stroke-width="2"/>${marks.join('')}${ends.join('')}`;
}
