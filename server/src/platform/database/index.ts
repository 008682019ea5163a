/** PostgreSQL: connections, transactions, migrations, notifications, and the embedded server. */
export { createDatabaseClock, type DatabaseClock } from './clock.ts';
export { type EmbeddedServer, startEmbedded } from './embedded.ts';
export { isConnectionLost, isDiskFull, isInvalidInput, isUnavailable, isUniqueViolation } from './errors.ts';
export { adoptIdentityText, createIdentityWatch, type IdentityWatch, recordRestore } from './identity.ts';
export { ensureIndexes } from './indexes.ts';
export { type Listener, listen, notify } from './listen.ts';
export { DatabaseRefused, listMigrations, migrate, planUpgrade, readMigrations, type UpgradePlan } from './migrate.ts';
export {
  beginAlone,
  copyChanges,
  dropMoveMark,
  listKeyColumns,
  lockMove,
  type MoveMark,
  readMoveMark,
  readSnapshotStart,
  readSourceName,
  refuseWrites,
  writeMoveMark,
} from './move-tables.ts';
export {
  type AnyRow,
  type Database,
  type Db,
  disableSeqScan,
  type Executor,
  openDatabase,
  runNamed,
  type Statement,
  type Tx,
} from './open.ts';
export { withConnection, withOwnerUrl } from './owner-connection.ts';
export { findPoolerProblem } from './pooler.ts';
export { isIdentityAlive, ownIdentity } from './process-lock.ts';
export { type Pulse, type PulseState, startPulse } from './pulse.ts';
export { type Relation, relation } from './relation.ts';
export { createStaleReads, type StaleReads } from './replica.ts';
export { lockMigrations, migrateWithin } from './run-migrations.ts';
export { createSeenFile, readSeen } from './seen-file.ts';
export {
  asRole,
  embeddedServiceRole,
  ensureRole,
  grantService,
  passwordIn,
  roleOf,
  servicePasswordOf,
} from './service-role.ts';
export { countUpTo, planned } from './sql-count.ts';
export { deleteInPortions } from './sql-delete.ts';
export { liveProcesses } from './sql-pulses.ts';
export {
  earliestBefore,
  insertRestore,
  isRestoredSince,
  isRestoredWithin,
  lastKnownUntil,
  lastSeqBeforeRestore,
} from './sql-restores.ts';
export { begins, folded, foldText, hasPart, hasTrigram, idBegins } from './sql-text.ts';
export { findCommitRisk } from './standbys.ts';
export {
  attachChecks,
  beginSnapshot,
  countRows,
  detachChecks,
  isEmptySchema,
  listApplied,
  listForeignKeys,
  listTableCopies,
  openTables,
  readRows,
  readSequences,
  type TableCopy,
  validateChecks,
  writeRows,
  writeSequences,
} from './table-copies.ts';
export type { JsonRow, Row, Tables } from './tables.ts';
export { afterCommit, inTransaction } from './transaction.ts';
export { waitForDatabase } from './wait.ts';
