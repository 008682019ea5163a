import { Type } from 'typebox';
import { createRouter, type Guard } from '../../domains/access/accounts/index.ts';
import { recordAction } from '../../domains/operations/operator/index.ts';
import type { Clock } from '../../kit/clock.ts';
import { Failure } from '../../kit/failure.ts';
import { newId } from '../../kit/ids.ts';
import type { Config } from '../../platform/config.ts';
import { type Database, inTransaction } from '../../platform/database/index.ts';
import { type App, moment, nullable, presentAs, uuid, withExample } from '../../platform/http/index.ts';
import { insertBackup, listBackups } from './sql-backups.ts';

const BackupView = withExample(
  Type.Object({
    id: uuid({ description: 'ID of the backup.' }),
    status: Type.Enum(['requested', 'running', 'done', 'failed'], { description: 'Status of the backup.' }),
    requested_at: moment({ description: 'When it was requested.' }),
    requested_by: nullable(Type.String(), { description: 'Operator who requested it. Null: the schedule.' }),
    finished_at: nullable(moment(), { description: 'When it completed or failed.' }),
    taken_at: nullable(moment(), { description: 'Time of the data in the backup.' }),
    name: nullable(Type.String(), { description: 'File name in `BACKUP_TO`.' }),
    bytes: nullable(Type.Integer(), { description: 'Size of the file.' }),
    row_count: nullable(Type.Integer(), { description: 'Number of rows in all tables.' }),
    file_count: nullable(Type.Integer(), { description: 'Number of labels, receipts and other files.' }),
    error: nullable(Type.String(), { description: 'Why it failed.' }),
    verified_at: nullable(moment(), { description: 'When it was restored as a test. Null: not tested.' }),
    verify_error: nullable(Type.String(), { description: 'Why the test restore failed. Null: it succeeded.' }),
  }),
  {
    id: '7d0c2f0e-5c0c-4c9e-9d53-0a1f7b0f6a11',
    status: 'done',
    requested_at: '2026-11-18T02:00:00.000Z',
    requested_by: null,
    finished_at: '2026-11-18T02:00:09.000Z',
    taken_at: '2026-11-18T02:00:01.000Z',
    name: 'errand-2026-11-18T02-00-01Z.errand',
    bytes: 18_250_112,
    row_count: 402_118,
    file_count: 212,
    error: null,
    verified_at: '2026-11-18T02:01:12.000Z',
    verify_error: null,
  },
);

const BackupList = Type.Object({
  is_scheduled: Type.Boolean({ description: 'Whether `BACKUP_TO` is set. Without it, no backups are made here.' }),
  every_seconds: Type.Integer({ description: 'How often a backup is made.' }),
  backups: Type.Array(BackupView, { description: 'Newest first, up to 100.' }),
});

interface Needs {
  database: Database;
  clock: Clock;
  guard: Guard;
  config: Pick<Config, 'backup'>;
}

const shownMost = 100;

export function backupRoutes(app: App, { database, clock, guard, config: { backup } }: Needs): void {
  const router = createRouter(app, guard, 'Operator monitoring');

  router.get('/operator/backups', {
    auth: 'operator',
    operationId: 'listBackups',
    summary: 'List backups',
    description: 'Scheduled backups and those that operators requested, with their test restores.',
    response: { 200: BackupList },
    async handler() {
      const rows = await listBackups(database.db, shownMost);
      return {
        is_scheduled: backup.to !== null,
        every_seconds: backup.everyMs / 1000,
        backups: rows.map((row) => presentAs(BackupView, row)),
      };
    },
  });

  router.post('/operator/backups', {
    auth: 'operator',
    operationId: 'createBackup',
    summary: 'Start a backup',
    description:
      'A worker starts it within a minute. Returns 409 if one has already been requested or is running, or if `BACKUP_TO` is not set.',
    response: { 202: BackupView },
    errors: ['action_closed'],
    async handler({ person }) {
      if (backup.to === null) {
        const nextStep = 'Set BACKUP_TO, restart Errand and start the backup again.';
        throw new Failure('action_closed', 409, 'Set BACKUP_TO to a folder or bucket first.', { nextStep });
      }
      return inTransaction(database.db, async (tx) => {
        const row = await insertBackup(tx, { id: newId(), now: clock.now(), by: person.email });
        if (!row) {
          const nextStep = 'Wait until it has ended. GET /operator/backups shows it.';
          throw new Failure('action_closed', 409, 'A backup has already been requested or is running.', { nextStep });
        }
        const subject = { type: 'database', id: row.id } as const;
        await recordAction({ tx, clock }, { operator: person.email, name: 'backup.requested', subject });
        return presentAs(BackupView, row);
      });
    },
  });
}
