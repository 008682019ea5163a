// Prints the tables of docs/scale.md: `npm run simulate`.
import { spreadAccounts } from './accounts.ts';
import { meanPerSecond, measured, peakPerSecond, year } from './figures.ts';
import { loseCell } from './lost-cell.ts';
import { type Sharing, shareLimit } from './store-limits.ts';

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
const percent = (value: number) => `${(value * 100).toFixed(0)}%`;
const table = (head: string[], rows: string[][]) =>
  [head, head.map((_, index) => (index === 0 ? '---' : '--:')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');

const cores = (cpuMs: number, perSecond: number) => (cpuMs * perSecond) / 1000;
const cpuMs = measured.cpuMsToPlaced + measured.cpuMsToDelivered;

console.log(`## A year of ${year.orders.toExponential(0)} orders\n`);
console.log(
  table(
    ['what', 'average', 'peak'],
    [
      ['orders per second', meanPerSecond.toFixed(1), whole(peakPerSecond)],
      [
        'cores (Node and PostgreSQL together)',
        cores(cpuMs, meanPerSecond).toFixed(1),
        cores(cpuMs, peakPerSecond).toFixed(1),
      ],
      [
        'WAL, MB per second',
        ((meanPerSecond * measured.walBytesPerOrder) / 1e6).toFixed(1),
        ((peakPerSecond * measured.walBytesPerOrder) / 1e6).toFixed(1),
      ],
      ['disk, TB per year', ((year.orders * measured.diskBytesPerOrder) / 1e12).toFixed(1), ''],
    ],
  ),
);

console.log('\n## Accounts spread over cells\n');
console.log(
  table(
    ['cells', 'load of the busiest cell', 'busiest cell / average', 'largest account in it'],
    [1, 2, 4, 8, 16, 32].map((cells) => {
      const { busiestShare, unevenness, hottestAccountShare } = spreadAccounts(cells);
      return [String(cells), percent(busiestShare), unevenness.toFixed(2), percent(hottestAccountShare)];
    }),
  ),
);

console.log("\n## A store's limit (10 purchases per second) shared by 8 cells\n");
const sharings: Sharing[] = ['equal shares', 'shares by backlog', 'one counter'];
console.log(
  table(
    ['sharing', 'demand / limit', 'limit used', 'median wait, s', 'p95 wait, s'],
    sharings.flatMap((sharing) =>
      [0.5, 0.9, 1.2].map((load) => {
        const { usedShare, medianWaitSeconds, p95WaitSeconds } = shareLimit(sharing, 8, 10, load);
        return [sharing, percent(load), percent(usedShare), whole(medianWaitSeconds), whole(p95WaitSeconds)];
      }),
    ),
  ),
);

console.log('\n## A cell lost at the busiest hour\n');
console.log(
  table(
    ['cells', 'downtime, s', 'accounts affected', 'orders looked up', 'orders sent again', 'backlog cleared after, s'],
    [4, 8, 16].flatMap((cells) =>
      [15, 3600].map((away) => {
        const { accountsHit, lookedUp, sentAgain, drainedSeconds } = loseCell(cells, away);
        return [
          String(cells),
          whole(away),
          percent(accountsHit),
          whole(lookedUp),
          whole(sentAgain),
          whole(drainedSeconds),
        ];
      }),
    ),
  ),
);
