import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases, type Facts } from '../../../bench/growth/cases.ts';
import { acceptOrdersStatement } from '../../src/domains/orders/store-accept.ts';
import { runNamed } from '../../src/platform/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../harness/postgres.ts';

/** Tables of which there are as many rows as orders, or more. */
const growing = [
  'orders',
  'order_items',
  'shipments',
  'ledger_transfers',
  'cases',
  'case_messages',
  'return_requests',
  'bulk_rows',
  'webhook_deliveries',
  'events',
  'request_log',
  'jobs',
  'idempotency_keys',
];

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

let test: TestDatabase;
let plans: { text: string; plan: Plan }[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  test.database.pool.on('connect', (client) => {
    client.on('notice', ({ message }) => {
      const found = /^duration: .*plan:\n(\{.*)$/s.exec(message ?? '')?.[1];
      if (found === undefined) return;
      const { 'Query Text': text, Plan: plan } = JSON.parse(found) as { 'Query Text': string; Plan: Plan };
      plans.push({ text, plan });
    });
    // A table is read from end to end then only where no index serves the statement, however few rows there are.
    void client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_format = json;
      set auto_explain.log_analyze = off; set client_min_messages = log; set enable_seqscan = off; set jit = off; set plan_cache_mode = force_generic_plan`);
  });
});

afterAll(() => test.drop());

const readWhole = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' && growing.includes(plan['Relation Name'] ?? '')
    ? [plan['Relation Name'] ?? '']
    : []),
  ...(plan.Plans ?? []).flatMap(readWhole),
];

const facts: Facts = {
  now: new Date(),
  n: 500,
  tracking: '1ZABC',
  merchantOrder: '113-0000',
  lastName: 'Person0123456789',
  poNumber: 'PO-0123456789',
  title: 'thing 0123',
};

/** Looked through from the newest on, until a page is full. */
const fromTheNewest = ['orders without a parcel'];

describe('what is asked often', () => {
  it('is answered by an index, whatever there is', async () => {
    const faults: string[] = [];
    let looked = 0;
    for (const [name, run] of Object.entries(cases)) {
      plans = [];
      await run(test.database, facts);
      looked += plans.length;
      if (fromTheNewest.includes(name)) continue;
      for (const { text, plan } of plans)
        for (const table of readWhole(plan)) faults.push(`${name} reads all of ${table}: ${text.slice(0, 200)}`);
    }
    expect(faults).toEqual([]);
    expect(looked).toBeGreaterThan(60);
  }, 60_000);

  it('finds the keys of earlier requests one by one, also by a plan of an empty table', async () => {
    plans = [];
    await runNamed(test.database, acceptOrdersStatement, ['[]']);
    expect(plans.flatMap(({ plan }) => readWhole(plan))).toEqual([]);
    const texts = JSON.stringify(plans);
    expect(texts).toContain('idempotency_keys_pkey');
  });
});
