import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { withDatabase } from './global-setup.ts';
import { onServer } from './postgres.ts';

/** A copy of the database as it is now: what a backup holds. */
export async function backUp(url: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `errand_backup_${randomBytes(6).toString('hex')}`;
  const original = /\/([^/?]+)(\?|$)/.exec(url)?.[1];
  await onServer(`alter database ${original} allow_connections false`);
  await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${original}'`);
  await onServer(`create database ${name} template ${original}`);
  await onServer(`alter database ${original} allow_connections true`);
  return {
    url: withDatabase(inject('serverUrl'), name),
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  };
}
