import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledgerProblems, purchaseProblems } from '../harness/checks.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { createWorkerProcess, type WorkerProcess } from '../harness/worker-process.ts';

let system: TestSystem;
let worker: WorkerProcess;
beforeAll(async () => {
  system = await startSystem();
  // Quick, but not at once: there must be a moment between taking an answer and buying with it.
  const env = { PUBLIC_URL: system.url, DATA_DIR: system.config.dataDir, SANDBOX_TIME_SCALE: '0.1' };
  worker = createWorkerProcess(system.databaseUrl, env);
});
afterAll(async () => {
  await worker?.kill();
  await system?.stop();
});

const patience = { timeout: 60_000, interval: 20 };

/** Its leases are over at once, instead of when they run out. */
async function killWorker(): Promise<void> {
  await worker.kill();
  await sql`update jobs set locked_until = now() where locked_until > now()`.execute(system.database.db);
}

it('a worker that dies between a response and its use loses nothing and uses nothing twice', {
  timeout: 300_000,
}, async () => {
  const key = await system.mint();
  const read = async (id: string) => (await system.get(`/orders/${id}`, key)).body;
  const answer = async (id: string, given: unknown) => {
    const { next_action: action } = await read(id);
    const { status, text } = await system.post(`/orders/${id}/actions/${action.id}`, key, { answer: given });
    expect(status, text).toBe(200);
    return action.id as string;
  };
  const [choosing = '', coded = ''] = await Promise.all(
    ['choose-variant', 'enter-code'].map(async (scenario) => {
      const url = `${system.url}/shop/products/test-${scenario}`;
      return (await system.post('/orders', key, orderFor(url))).body.id as string;
    }),
  );
  worker.start();
  for (const id of [choosing, coded]) {
    await expect.poll(async () => (await read(id)).waiting_for, patience).toBe('action');
  }
  // No worker is there to use the answers when they come.
  await killWorker();
  await answer(choosing, { choice: 'red' });
  const firstCode = await answer(coded, { code: '424242' });
  worker.start();
  const stateOf = async (id: string) =>
    (await sql<{ state: string }>`select state from questions where id = ${id}`.execute(system.database.db)).rows[0]!
      .state;
  // It has taken the code out of its row, and dies with it.
  await expect.poll(() => stateOf(firstCode), patience).toBe('used');
  await killWorker();
  worker.start();
  await expect.poll(async () => (await read(choosing)).status, patience).toBe('order_placed');
  // A code is good once: where it died with the worker the store is asked for another.
  await expect
    .poll(async () => {
      const { status, waiting_for: waitsFor } = await read(coded);
      return status === 'order_placed' || waitsFor === 'action';
    }, patience)
    .toBe(true);
  if ((await read(coded)).status !== 'order_placed') await answer(coded, { code: '424242' });
  await expect.poll(async () => (await read(coded)).status, patience).toBe('order_placed');
  const { rows } = await sql<{ reference: string }>`
    select reference from sim_purchases where reference = any(${[choosing, coded]})`.execute(system.database.db);
  expect(rows.map(({ reference }) => reference).sort()).toEqual([choosing, coded].sort());
  expect((await read(choosing)).items[0].variant ?? null).toBeNull();
  expect(await ledgerProblems(system.database.db)).toEqual([]);
  expect(await purchaseProblems(system.database.db)).toEqual([]);
  expect(worker.surprises).toEqual([]);
});
