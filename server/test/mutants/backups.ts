import type { Guard } from './guard.ts';

const tests = ['server/test/journeys/backup.test.ts'];
const moves = ['server/test/journeys/move.test.ts'];
const moved = ['server/test/contract/moved-database.test.ts'];
const restore = 'server/src/main/backup/restore-backup.ts';

/** What a backup and its restore promise. */
export const backupGuards: Guard[] = [
  {
    name: 'a restore does not put open orders in doubt',
    file: restore,
    from: '(inner) => acceptRestoredDatabase(inner, takenAt)',
    to: 'async (_inner) => 0',
    tests,
    title: 'restores everything elsewhere',
  },
  {
    name: 'a restore mixes with what is there',
    file: restore,
    from: "  if (!(await isEmptySchema(client))) throw notEmpty('The database has tables');\n",
    to: '',
    tests,
    title: 'refuses a target that is not empty',
  },
  {
    name: 'a backup that was cut off counts as complete',
    file: 'server/src/platform/backup/seal.ts',
    from: "  if (!isOver) throw new BackupDamaged('The backup is incomplete: its end is missing.');",
    to: '',
    tests: ['server/src/platform/backup/seal.test.ts'],
    title: 'cut off between two pieces',
  },
  {
    name: 'the old database takes writes after a move',
    file: 'server/src/main/move-database.ts',
    from: '  await refuseWrites(source, tables);\n',
    to: '',
    tests: moves,
    title: 'copies what changes meanwhile',
  },
  {
    name: 'a database that moved, or is not complete, starts the service',
    file: 'server/src/platform/database/migrate.ts',
    from: '  if (tables.includes(moveTable)) throw new DatabaseRefused(await readRefusal(db));\n',
    to: '',
    tests: moves,
    title: 'copies what changes meanwhile',
  },
  {
    name: 'a move keeps rows that the source deleted',
    file: 'server/src/platform/database/move-tables.ts',
    from: '  if (before.total - (deleted.rowCount ?? 0) + copied !== total) {',
    to: '  if (copied > total) {',
    tests: moves,
    title: 'copies what changes meanwhile',
  },
  {
    name: 'a database that refuses writes counts as our mistake',
    file: 'server/src/platform/database/errors.ts',
    from: '|^25006$|',
    to: '|',
    tests: moved,
    title: 'lets no request through',
  },
  {
    name: 'a refusal whose idempotency key cannot be released shows a database error',
    file: 'server/src/domains/access/accounts/idempotency/install-idempotency.ts',
    from: '    if (reply.statusCode < 400) throw err;',
    to: '    if (err) throw err;',
    tests: moved,
    title: 'keeps its refusal',
  },
  {
    name: 'an accepted order is answered with an error because its outcome cannot be recorded',
    file: 'server/src/domains/access/activity/record.ts',
    from: `    await recordOutcome(db, request, reply, payload).catch((err: unknown) =>
      request.log.warn({ err }, 'could not record the outcome of an action'),
    );`,
    to: '    await recordOutcome(db, request, reply, payload);',
    tests: moved,
    title: 'keeps its refusal|says that an order is accepted',
  },
  {
    name: 'a version runs on a newer database for ever',
    file: 'server/src/platform/database/migrate.ts',
    from: '  if (rows.length === unknown.length) return;',
    to: '  return;',
    tests: ['server/src/platform/database/migrate.test.ts'],
    title: 'newer version',
  },
];
