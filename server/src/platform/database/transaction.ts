import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from './errors.ts';
import { type Database, type Db, databaseOf, type Executor, type Tx } from './open.ts';

const attemptsMax = 5;
const serializationFailure = '40001';
const deadlockDetected = '40P01';

interface Commit {
  readonly database: Database | undefined;
  readonly callbacks: ((database: Database) => void)[];
}

const commitsByTx = new WeakMap<Executor, Commit>();

/**
 * Runs `work` in one READ COMMITTED transaction. Retries it after deadlocks and serialization failures, so its effects
 * must stay inside the transaction.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const commit: Commit = { database: databaseOf(db), callbacks: [] };
    try {
      const result = await db
        .transaction()
        .setIsolationLevel('read committed')
        .execute((tx) => {
          commitsByTx.set(tx, commit);
          return work(tx);
        });
      runCommitCallbacks(commit);
      return result;
    } catch (error) {
      const code = codeOf(error);
      if (attempt === attemptsMax || (code !== serializationFailure && code !== deadlockDetected)) throw error;
      await pause(5 * attempt + Math.random() * 20);
    }
  }
}

function runCommitCallbacks({ database, callbacks }: Commit): void {
  if (database) for (const callback of callbacks) callback(database);
}

/**
 * Calls back once the executor's writes are visible to others: after the commit inside inTransaction, otherwise right
 * away. A callback is only a hint, such as waking a reader. Required effects belong in the transaction.
 */
export function afterCommit(executor: Executor, callback: (database: Database) => void): void {
  const commit = commitsByTx.get(executor);
  if (commit) {
    commit.callbacks.push(callback);
    return;
  }
  const database = databaseOf(executor);
  if (database) callback(database);
}
