// Measures the service in one run on one PostgreSQL server, and writes the table into bench/README.md.

import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { assertDefined } from '../server/src/kit/assert-defined.ts';
import { migrate, openDatabase } from '../server/src/platform/database/index.ts';
import { startDebianPostgres } from '../tools/debian-postgres.ts';
import { measureAccepting } from './accept.ts';
import { measureModel } from './agents/measure-model.ts';
import { measureBodies } from './bodies.ts';
import { measureBulk } from './bulk.ts';
import { measureForeign } from './foreign.ts';
import { goalTexts, verdictOn } from './goals.ts';
import { measureGrowth } from './growth/measure-growth.ts';
import { keepRun } from './history.ts';
import { measureHostileRequests } from './hostile/measure-hostile.ts';
import { measureLargest } from './largest.ts';
import { measureOverload } from './overload.ts';
import { measurePages } from './pages.ts';
import { measurePlacing } from './place.ts';
import { measurePolicies } from './policy.ts';
import { measureReading } from './read.ts';
import { openAccounts, type Row, type Scene } from './scene.ts';
import { measureSearch } from './search.ts';
import { measureStarting } from './start.ts';
import { measureStores } from './stores.ts';

const measures: Record<string, (scene: Scene) => Promise<Row[]>> = {
  accept: measureAccepting,
  read: measureReading,
  place: measurePlacing,
  start: measureStarting,
  stores: measureStores,
  pages: measurePages,
  policy: measurePolicies,
  bodies: measureBodies,
  overload: measureOverload,
  foreign: measureForeign,
  search: measureSearch,
  largest: measureLargest,
};

const durable = [
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  // No checkpoint within a run: the first change of a page after one logs the whole page, whatever changed.
  'checkpoint_timeout=1h',
  'max_wal_size=16GB',
  'jit=off',
  'autovacuum_naptime=10s',
];

const number = (value: number | undefined, digits = 0) =>
  value === undefined
    ? ''
    : value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });

function table(rows: Row[]): string {
  const lines = rows.map(({ what, perSecond, cpuMs, p50Ms, p99Ms, memoryMb, ratio, goals = [] }) =>
    [
      what,
      number(perSecond),
      number(cpuMs, 2),
      number(p50Ms, 1),
      number(p99Ms, 1),
      number(memoryMb),
      number(ratio, 2),
      goalTexts(goals),
      verdictOn(goals),
    ].join(' | '),
  );
  return [
    'what | per second | CPU ms each | p50 ms | p99 ms | memory MiB | ratio | goal | met',
    '---|--:|--:|--:|--:|--:|--:|---|---',
    ...lines,
  ]
    .map((line) => `| ${line} |`)
    .join('\n');
}

function keep(text: string): void {
  const file = join(import.meta.dirname, 'README.md');
  const page = readFileSync(file, 'utf8');
  const place = /(?<=<!-- table -->\n).*(?=<!-- end of table -->)/s;
  if (!place.test(page)) throw new Error(`${file} has no marks for the table.`);
  writeFileSync(
    file,
    page.replace(place, () => `${text}\n`),
  );
}

async function main(): Promise<void> {
  const text = (value: string) => ({ type: 'string', default: value }) as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: text('6'),
      rounds: text('3'),
      clients: text('32'),
      orders: text('8000'),
      rate: text('60'),
      model: text(''),
      'model-name': text(process.env.MODEL_NAME ?? ''),
    },
  });
  if (positionals[0] === 'growth') return measureGrowth(positionals.slice(1).map(Number));
  if (positionals[0] === 'bulk') return measureBulk(Number(positionals[1] ?? 10_000));
  if (positionals[0] === 'agents') return measureModel({ url: values.model, name: values['model-name'] });
  const isAll = positionals.length === 0 || positionals[0] === 'all';
  const names = isAll ? Object.keys(measures) : positionals;
  // Otherwise a busy disk would look like slow responses.
  const postgres = await startDebianPostgres(names[0] === 'hostile' ? undefined : durable);
  if (!postgres)
    throw new Error('The benchmarks need a PostgreSQL server with pgbench: install the package postgresql.');
  const database = openDatabase({ url: postgres.url, poolMax: 2, statementTimeoutMs: 120_000 });
  try {
    await migrate(database.db);
    const scene: Scene = {
      postgres,
      database,
      accounts: await openAccounts(database, 100),
      seconds: Number(values.seconds),
      rounds: Number(values.rounds),
      clients: Number(values.clients),
      orders: Number(values.orders),
    };
    if (names[0] === 'hostile') {
      return await measureHostileRequests(scene, Number(positionals[1] ?? 100_000), Number(values.rate));
    }
    const rows: Row[] = [];
    for (const name of names) rows.push(...(await assertDefined(measures[name])(scene)));
    const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}, PostgreSQL ${postgres.version}`;
    const note = `${scene.clients} clients, ${scene.rounds} rounds of ${scene.seconds} s, medians; ${machine}; ${new Date().toISOString().slice(0, 10)}.`;
    const result = `${table(rows)}\n\n${note}`;
    console.log(result);
    if (!isAll) return;
    keep(result);
    keepRun({ date: new Date().toISOString().slice(0, 10), machine, rows });
  } finally {
    await database.close();
    await postgres.stop();
  }
}

await main();
