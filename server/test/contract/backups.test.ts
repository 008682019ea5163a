import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayMs, hourMs } from '../../src/kit/clock.ts';
import { readBackupAlarms, workOnBackups } from '../../src/main/backup/scheduled-backups.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { type OperatorClient, operatorEmail, operatorEnv, personOn } from '../harness/operator.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

const clock = fakeClock();
let folder: string;
let system: TestSystem;
let contract: Contract;
let operator: OperatorClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errand-backups-'));
  system = await startSystem({ clock, env: { ...operatorEnv, BACKUP_TO: folder, BACKUP_KEEP: '10d' } });
  contract = await readContract(system);
  operator = await personOn(system, contract);
});
afterAll(async () => {
  await system.stop();
  await rm(folder, { recursive: true, force: true });
});

const work = (to = folder, changed: Partial<TestSystem['config']['backup']> = {}) => {
  const { database, config } = system;
  const logger = createLogger({ level: 'silent' });
  return workOnBackups(
    { database, clock, logger, config: { ...config, backup: { ...config.backup, ...changed } } },
    to,
  );
};
const listed = async () => (await operator.get('/operator/backups')).body.backups;
const alarms = async () =>
  Object.fromEntries(await readBackupAlarms(system.database.db, clock.now(), system.config.backup));

it('are made when due or requested, tested, listed, and deleted when they expire', async () => {
  expect((await operator.get('/operator/backups')).body).toEqual({
    is_scheduled: true,
    every_seconds: 86_400,
    backups: [],
  });
  for (const day of [1, 2, 3, 4]) await writeFile(join(folder, `errand-2020-01-0${day}T00-00-00Z.errand`), 'old');
  await writeFile(join(folder, 'other.txt'), 'not a backup');
  await work();
  const [first] = await listed();
  expect(first).toMatchObject({ status: 'done', requested_by: null, error: null, verify_error: null, file_count: 0 });
  expect(first.verified_at).not.toBe(null);
  expect(first.row_count).toBeGreaterThan(20);
  const names = ['errand-2020-01-03T00-00-00Z.errand', 'errand-2020-01-04T00-00-00Z.errand', first.name, 'other.txt'];
  expect(await readdir(folder)).toEqual(names.sort());
  expect(await readdir(system.config.dataDir)).not.toContain('backup-work');

  // Nothing is due for a day, unless an operator asks.
  clock.advance(hourMs);
  await work();
  expect(await listed()).toHaveLength(1);
  const asked = await operator.post('/operator/backups', {});
  expect(asked).toMatchObject({ status: 202, body: { status: 'requested', requested_by: operatorEmail } });
  expect((await operator.get('/operator/audit?limit=1')).body.entries).toMatchObject([
    { action: 'backup.requested', subject_id: asked.body.id },
  ]);
  const before = await rowCounts(system.database.db);
  expect(await operator.post('/operator/backups', {})).toMatchObject({
    status: 409,
    body: { error: { code: 'action_closed' } },
  });
  expect(await rowCounts(system.database.db)).toEqual(before);
  await work();
  expect(await listed()).toMatchObject([{ id: asked.body.id, status: 'done', verified_at: null }, { id: first.id }]);
});

it('raise an alert when the newest is too old, and when a test restore fails', async () => {
  expect(await alarms()).toMatchObject({ 'backups.unrestorable': 0 });
  clock.advance(3 * dayMs);
  expect((await alarms())['backups.missed']).toBeGreaterThan(2);

  // A place that cannot be written, and a process that was killed in the middle.
  await mkdir(join(folder, 'full'));
  await writeFile(join(folder, 'full', 'file'), '');
  await work(join(folder, 'full', 'file'), { verifyEveryMs: 0 });
  expect((await listed())[0]).toMatchObject({ status: 'failed', name: null, error: expect.stringContaining('E') });
  clock.advance(1000);
  await operator.post('/operator/backups', {});
  await sql`update backups set status = 'running' where status = 'requested'`.execute(system.database.db);
  await work(folder, { verifyEveryMs: 0 });
  expect((await listed())[0]).toMatchObject({
    status: 'failed',
    error: 'The process stopped before the backup was complete.',
  });
  expect((await alarms())['backups.missed']).toBeGreaterThan(2);

  clock.advance(2 * dayMs);
  await work(folder, { verifyEveryMs: 0 });
  expect((await alarms())['backups.missed']).toBeLessThan(1);
  const [newest] = await listed();
  await writeFile(join(folder, newest.name), 'damaged');
  clock.advance(8 * dayMs);
  await sql`update backups set requested_at = ${clock.now()} where id = ${newest.id}`.execute(system.database.db);
  await work();
  expect((await listed())[0]).toMatchObject({
    id: newest.id,
    verify_error: expect.stringContaining('not an Errand backup'),
  });
  expect(await alarms()).toMatchObject({ 'backups.unrestorable': 1 });
});

it('cannot be requested if no destination is set', async () => {
  const other = await startSystem({ clock, env: operatorEnv });
  const person = await personOn(other, await readContract(other));
  expect((await person.get('/operator/backups')).body).toMatchObject({ is_scheduled: false });
  const refused = await person.post('/operator/backups', {});
  expect(refused).toMatchObject({
    status: 409,
    body: { error: { message: 'Set BACKUP_TO to a folder or bucket first.' } },
  });
  await other.stop();
});
