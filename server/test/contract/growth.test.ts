import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases, type Facts } from '../../../bench/growth/cases.ts';
import { pruneAccountEvents } from '../../src/domains/catalog/retailer-accounts/index.ts';
import { findOperatorMove } from '../../src/domains/money/wallet/sql-operator.ts';
import { type ActionFilter, listActions } from '../../src/domains/operations/operator/sql.ts';
import { searchAll } from '../../src/domains/operations/operator/sql-search.ts';
import {
  listJobsOfOrder,
  listTransfersOfOrder,
  listUnsentMails,
} from '../../src/domains/operations/operator/sql-subjects.ts';
import { claimOrders, markManySubmitting } from '../../src/domains/orders/orders/attempts/sql-claim.ts';
import { listBoughtByDesk, markDeskDone } from '../../src/domains/orders/orders/attempts/sql-desk.ts';
import { runOrderNow } from '../../src/domains/orders/orders/attempts/sql-holds.ts';
import { findPurchaseOwner } from '../../src/domains/orders/orders/attempts/sql-unknown-outcomes.ts';
import { writeProgress } from '../../src/domains/orders/orders/parcels/sql-progress.ts';
import { acceptStatements } from '../../src/domains/orders/orders/sql-accept.ts';
import { newId } from '../../src/kit/ids.ts';
import { deleteOldOrders } from '../../src/main/retention.ts';
import { runNamed } from '../../src/platform/database/index.ts';
import { countPostponed, earlierJobsOf, longestWaits } from '../../src/platform/queue/index.ts';
import { claimJobs, finishJobs } from '../../src/platform/queue/sql.ts';
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
  'account_activity',
  'accounts',
  'api_keys',
  'audit_log',
  'usage_calls',
  'wallets',
  'people',
  'account_members',
  'low_wallet_marks',
];

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
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

/** By which indexes a piece of work reads a table. */
async function used(table: string, work: () => Promise<unknown>): Promise<string[]> {
  plans = [];
  await work();
  return [...new Set(plans.flatMap(({ plan }) => indexesOf(table, plan)))].sort();
}

const readWhole = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' && growing.includes(plan['Relation Name'] ?? '')
    ? [plan['Relation Name'] ?? '']
    : []),
  ...(plan.Plans ?? []).flatMap(readWhole),
];

/** By which indexes a table is read; its own name where it is read without one. */
const indexesOf = (table: string, plan: Plan, above = plan['Relation Name']): string[] => {
  const own = plan['Relation Name'] ?? above;
  const inner = (plan.Plans ?? []).flatMap((each) =>
    indexesOf(table, each, plan['Node Type'].startsWith('Bitmap') ? own : undefined),
  );
  const isScan = plan['Node Type'].endsWith('Scan') && plan['Node Type'] !== 'Bitmap Heap Scan';
  return own === table && isScan ? [plan['Index Name'] ?? table, ...inner] : inner;
};

/** Each look into an index: the columns by which it is entered, and what takes the rows. */
const entriesOf = (plan: Plan, takenBy = ''): string[] => {
  const { 'Node Type': type, 'Index Name': index, 'Index Cond': condition = '' } = plan;
  const columns = [...condition.matchAll(/\((\w+) (?:[<>]=?|=) /g)].map(([, column]) => column);
  const own = index === undefined ? [] : [`${index} by ${[...new Set(columns)].join(', ')} for ${takenBy}`];
  return [...own, ...(plan.Plans ?? []).flatMap((each) => entriesOf(each, type.startsWith('Bitmap') ? takenBy : type))];
};

const facts: Facts = {
  orderId: newId(),
  eventId: newId(),
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
  it('uses an index, no matter how much data there is', async () => {
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
    await runNamed(test.database, acceptStatements.inUsDollars, ['[]']);
    expect(plans.flatMap(({ plan }) => readWhole(plan))).toEqual([]);
    const texts = JSON.stringify(plans);
    expect(texts).toContain('idempotency_keys_pkey');
  });

  it('looks up orders and jobs by ID alone, not by a status that all of them share', async () => {
    const { database } = test;
    const [id, now] = [newId(), new Date()];
    const asked = [{ kind: 'events', room: 1, leaseMs: 1 }];
    const earlier = () => earlierJobsOf(database.db, { kind: 'events', field: 'orderId' }, [{ id: 1, value: id }]);
    const claimed = await used('orders', () => claimOrders(database, [id], now));
    const submitted = [{ id, epoch: 1, checkoutSealed: Buffer.alloc(1), store: null }];
    expect({
      claimed: claimed.filter((name) => name.includes('status')),
      submitting: await used('orders', () => markManySubmitting(database, submitted, now)),
      progress: await used('orders', () => writeProgress(database, [])),
      jobs: await used('jobs', () => claimJobs(database, asked, { now, token: id, limit: 1, inHand: [] })),
      earlier: await used('jobs', earlier),
    }).toEqual({
      claimed: [],
      submitting: ['orders_pkey'],
      progress: ['orders_pkey'],
      jobs: ['jobs_claim', 'jobs_of_other_priority', 'jobs_pkey'],
      earlier: ['jobs_news_by_order'],
    });
  });

  it('finds the order that owns a store number by its number', async () => {
    const order = { id: newId(), world: 'live', retailer: 'target' } as const;
    const owner = () => findPurchaseOwner(test.database.db, order, ['113-1', '113-2']);
    expect(await used('orders', owner)).toEqual([
      'orders_by_first_number',
      'orders_by_second_number',
      'orders_of_many_numbers',
      'orders_pkey',
    ]);
  });

  it('claims jobs along their index, without sorting or joining what waits', async () => {
    plans = [];
    const claim = { now: new Date(), token: newId(), limit: 1, inHand: [] };
    await claimJobs(test.database, [{ kind: 'events', room: 1, leaseMs: 1 }], claim);
    expect(plans.map(({ plan }) => entriesOf(plan))).toEqual([
      [
        'jobs_of_other_priority by  for Limit',
        'jobs_of_other_priority by  for Limit',
        'jobs_claim by kind, priority, run_at for LockRows',
        'jobs_pkey by id for ModifyTable',
      ],
    ]);
  });

  it('finds what operators search for by index, without a scan', async () => {
    const { db } = test.database;
    const page = { limit: 50, offset: 0 };
    const [id, now] = [newId(), new Date()];
    const log = (filter: ActionFilter) => used('audit_log', () => listActions(db, filter, page));
    const searched = (table: string, text = 'a1b2') => used(table, () => searchAll(db, text));
    expect({
      all: await log({}),
      operator: await log({ operator: 'a@example.com' }),
      action: await log({ action: 'key.frozen' }),
      type: await log({ subjectType: 'key' }),
      subject: await log({ subjectId: id }),
      whoAndWhat: await log({ operator: 'a@example.com', action: 'key.frozen' }),
      whoAndType: await log({ operator: 'a@example.com', subjectType: 'key' }),
      whatAndType: await log({ action: 'key.frozen', subjectType: 'key' }),
      time: await log({ from: now }),
      about: await log({ about: id }),
      keys: await searched('api_keys'),
      parcels: await searched('shipments'),
      short: [...(await searched('api_keys', 'sh')), ...(await searched('accounts', 'sh'))],
      desk: await used('orders', () => listBoughtByDesk(db, page)),
      arrived: await used('orders', () => markDeskDone(db)),
      work: await used('jobs', () => listJobsOfOrder(db, id)),
      mails: await used('jobs', () => listUnsentMails(db, id)),
      hurried: await used('jobs', () => runOrderNow(db, id, now)),
    }).toEqual({
      all: ['audit_log_by_time'],
      operator: ['audit_log_by_operator'],
      action: ['audit_log_by_action'],
      type: ['audit_log_by_subject_type'],
      subject: ['audit_log_by_subject'],
      whoAndWhat: ['audit_log_by_operator_and_action'],
      whoAndType: ['audit_log_by_operator_and_type'],
      whatAndType: ['audit_log_by_action_and_type'],
      time: ['audit_log_by_time'],
      about: expect.arrayContaining(['audit_log_by_owner', 'audit_log_by_subject']),
      keys: expect.arrayContaining(['api_keys_by_hint']),
      parcels: ['shipments_by_lower_number'],
      short: ['api_keys_by_hint', 'api_keys_by_label_beginning', 'accounts_by_mail_beginning'],
      desk: ['orders_of_desk'],
      arrived: ['orders_of_desk'],
      work: ['jobs_by_order', 'jobs_dedupe', 'jobs_news_by_order'],
      mails: ['jobs_by_order'],
      hurried: ['jobs_by_order'],
    });
  });

  it('sweeps the sandbox without reading what stays for ever', async () => {
    const { db } = test.database;
    const before = new Date('2020-01-01');
    const sweep = () => deleteOldOrders({ db, blobs: { delete: async () => {} } }, 'test', before);
    expect({
      orders: await used('orders', sweep),
      keys: await used('idempotency_keys', sweep),
      accountEvents: await used('account_events', () => pruneAccountEvents(db, before)),
    }).toEqual({
      orders: ['orders_of_world_since', 'orders_pkey'],
      keys: ['idempotency_keys_of_sandboxes'],
      accountEvents: ['account_events_by_time'],
    });
  });

  it('claims the jobs of each priority by their time', async () => {
    const { db } = test.database;
    const entries = async (work: () => Promise<unknown>) => {
      plans = [];
      await work();
      return plans
        .flatMap(({ plan }) => entriesOf(plan))
        .filter((entry) => !entry.startsWith('jobs_claim by kind for'));
    };
    expect({
      waits: await entries(() => longestWaits(db, ['events'], new Date())),
      postponed: await entries(() => countPostponed(db, 'orders.place', 1)),
    }).toEqual({
      waits: ['jobs_claim by kind, priority for Limit', 'jobs_claim by kind, priority, run_at for Limit'],
      postponed: ['jobs_claim by kind, priority for Limit', 'jobs_claim by kind, priority, run_at for Limit'],
    });
  });

  it('finds movements of money by what caused them', async () => {
    const { db } = test.database;
    const id = newId();
    expect(await used('ledger_transfers', () => listTransfersOfOrder(db, id))).toEqual(['ledger_transfers_once']);
    expect(await used('ledger_transfers', () => findOperatorMove(db, id, 'credit'))).toEqual(['ledger_transfers_once']);
  });

  it('ends jobs by their IDs, even after the table was emptied and filled again', async () => {
    const { db } = test.database;
    const fill = sql`insert into jobs (kind, payload) select 'events', '{}' from generate_series(1, 3000)`;
    await fill.execute(db);
    await sql`delete from jobs where id < (select max(id) from jobs)`.execute(db);
    await sql`vacuum analyze jobs`.execute(db);
    await fill.execute(db);
    plans = [];
    const held = Array.from({ length: 100 }, (_, id) => ({ id, token: newId() }));
    await finishJobs(db, held);
    const entries = plans.filter(({ text }) => text.includes('merge')).flatMap(({ plan }) => entriesOf(plan));
    await sql`truncate jobs`.execute(db);
    expect(entries).toEqual([expect.stringMatching(/^jobs_pkey by id for /)]);
  });
});
