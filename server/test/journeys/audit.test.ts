import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAccount } from '../../src/domains/access/accounts/index.ts';
import { newId } from '../../src/kit/ids.ts';
import { commandIn } from '../../src/main/admin-commands.ts';
import type { Options } from '../../src/main/admin-options.ts';
import { ledgerProblems, rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import {
  hideStoreHistory,
  type OperatorClient,
  operatorEnv,
  personOn,
  unknownOutcomeOrder,
} from '../harness/operator.ts';
import { placedOrder, returnFor } from '../harness/returns.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

const clock = fakeClock();
let system: TestSystem;
let contract: Contract;
let operator: OperatorClient;
let key: string;
beforeAll(async () => {
  system = await startSystem({ clock, env: operatorEnv });
  hideStoreHistory(system);
  contract = await readContract(system);
  operator = await personOn(system, contract);
  key = await system.mint();
});
afterAll(() => system.stop());

async function somethingOfEach() {
  const doubt = await unknownOutcomeOrder(system, clock, key);
  const { order, itemId } = await placedOrder(system, key);
  const { body: returned } = await system.post('/returns', key, returnFor(order.id, itemId));
  await system.post(`/orders/${order.id}/case`, key, { message: 'Hello?', reason: 'other' });
  await system.queue.drain();
  const email = `${newId()}@example.com`;
  await insertAccount(system.database.db, newId(), email, clock.now());
  return { doubt, returnId: returned.id as string, caseId: order.id as string, email };
}

describe('a log that cannot be written', () => {
  it('blocks every change that it cannot record', async () => {
    const { doubt, returnId, caseId, email } = await somethingOfEach();
    const { db } = system.database;
    await sql`
      create function refuse_entry() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$`.execute(
      db,
    );
    await sql`create trigger audit_log_full before insert on audit_log for each row execute function refuse_entry()`.execute(
      db,
    );
    // Signed in again if the session has expired.
    await operator.get('/operator/overview');
    const before = await rowCounts(db);
    const bought = { outcome: 'bought', total_cents: 1999, merchant_order_id: 'M-1', note: 'Found.' };
    const credit = { id: newId(), email, world: 'live', amount_cents: 700, note: 'Sorry.' };
    const answers = [
      await operator.post(`/operator/doubts/${doubt}/decide`, bought),
      await operator.post(`/operator/returns/${returnId}/resolve`, { status: 'credited' }),
      await operator.post(`/operator/cases/${caseId}/reply`, { message: 'Done.', close: true }),
      await operator.put('/operator/retailers/walmart', { world: 'test', enabled: false, reason: 'Down.' }),
      await operator.post('/operator/wallet-credits', credit),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([500, 500, 500, 500, 500]);
    expect(await rowCounts(db)).toEqual(before);
    expect((await system.get(`/orders/${doubt}`, key)).body.status).toBe('in_progress');
    expect((await system.get(`/returns/${returnId}`, key)).body.status).toBe('open');
    expect((await system.get(`/orders/${caseId}/case`, key)).body.state).toBe('open');
    expect(await ledgerProblems(db)).toEqual([]);
    await sql`drop trigger audit_log_full on audit_log`.execute(db);
    expect((await operator.post(`/operator/doubts/${doubt}/decide`, bought)).status).toBe(200);
  });
});

describe('the command line', () => {
  const file = fileURLToPath(new URL('../../src/main/admin.ts', import.meta.url));
  const cache = fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url));
  const admin = async (...args: string[]): Promise<string> => {
    // The configuration wants a host; the one in the query wins.
    const url = system.databaseUrl.replace(/^(\w+:\/\/(?:[^/@]*@)?)\//, '$1localhost/');
    const env = {
      ...process.env,
      DATABASE_URL: url,
      DESK_RETAILERS: 'amazon',
      DATA_DIR: system.config.dataDir,
      NODE_COMPILE_CACHE: cache,
    };
    const running = promisify(execFile)(process.execPath, [file, ...args], { env });
    running.child.stdin?.end('{"password": "swordfish"}');
    return (await running).stdout.trim();
  };
  /** The same command in this process. Each process takes a second to start. */
  const command = (words: string, options: Options = {}): Promise<string> => {
    const { command: run } = commandIn(words.split(' '));
    return run(system.database, options, system.config);
  };
  const newest = async (count: number) => (await operator.get(`/operator/audit?limit=${count}`)).body.entries;

  it('writes the same log', { timeout: 120_000 }, async () => {
    const { doubt, email } = await somethingOfEach();
    const apiKey = await admin('keys', 'create', '--email', email, '--world', 'test', '--label', 'By hand');
    const [made] = await newest(1);
    expect(made).toMatchObject({
      operator_email: 'command line',
      action: 'key.created',
      subject_type: 'key',
      after: { world: 'test', label: 'By hand' },
    });
    expect(JSON.stringify(made)).not.toContain(apiKey);
    const id = newId();
    await Promise.all([
      command('wallet credit', { email, cents: '700', note: 'Sorry.', id }),
      command('orders decide', { id: doubt, outcome: 'not-bought', note: 'I looked.' }),
    ]);
    const entries = await newest(2);
    const entryOf = (action: string) => entries.find((entry: { action: string }) => entry.action === action);
    const operator_email = 'command line';
    expect(entryOf('order.decided')).toMatchObject({ operator_email, subject_id: doubt, note: 'I looked.' });
    expect(entryOf('wallet.credited')).toMatchObject({ operator_email, after: { amount_cents: 700, credit_id: id } });
  });

  it('adds a retailer account for a brand, as the API does', { timeout: 120_000 }, async () => {
    const account = ['accounts', 'add', '--email', 'buyer@example.com', '--retailer'];
    const added = await Promise.all(['live', 'test'].map((world) => admin(...account, 'amazon', '--world', world)));
    for (const said of added) expect(said).toMatch(/^Added svc_acct_[a-z2-7]{10}\.$/);
    const listed = await command('accounts list');
    expect(listed).toMatch(/^svc_acct_\w+ {2}live {2}amazon {2}buyer@example.com {2}ready$/m);
    expect(listed).toMatch(/^svc_acct_\w+ {2}test {2}amazon {2}buyer@example.com {2}ready$/m);
    expect(listed).not.toContain('swordfish');
    const before = await rowCounts(system.database.db);
    await expect(admin(...account, 'walmart', '--world', 'live')).rejects.toThrow();
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('takes commands of one word', { timeout: 60_000 }, async () => {
    expect(await command('restored')).toMatch(/checks the stores/);
    expect(await admin('storage')).toContain('orders');
  });

  it('writes nothing when it refuses', { timeout: 60_000 }, async () => {
    const before = await rowCounts(system.database.db);
    await expect(command('orders decide', { id: newId(), outcome: 'not-bought' })).rejects.toThrow('Not found.');
    expect(await rowCounts(system.database.db)).toEqual(before);
  });
});
