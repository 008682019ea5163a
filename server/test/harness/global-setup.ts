import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate, openDatabase, startEmbedded } from '../../src/platform/database/index.ts';
import { stopWithProcess } from './stop-with-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** See postgres.ts for which file runs on which. */
    testServers: { usual: TestServer; older: TestServer | null };
  }
}

/** A server on which tests create databases. */
export interface TestServer {
  url: string;
  /** A migrated database without connections, to copy. */
  templateName: string;
}

interface StartedServer {
  url: string;
  stop(): Promise<void>;
}

/**
 * One server per run, with one migrated template from which test files copy their databases; with TEST_OLDER_DATABASE_URL, a
 * second one beside it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  const olderUrl = process.env.TEST_OLDER_DATABASE_URL;
  const [usual, older] = await Promise.all([
    makeTemplate(server.url),
    olderUrl === undefined ? null : makeTemplate(olderUrl),
  ]);
  project.provide('testServers', { usual: usual.server, older: older?.server ?? null });
  return async () => {
    await Promise.all([usual.drop(), older?.drop()]);
    await server.stop();
  };
}

async function makeTemplate(url: string): Promise<{ server: TestServer; drop(): Promise<void> }> {
  const templateName = `errand_template_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${templateName}`);
  const template = openDatabase({ url: withDatabase(url, templateName) });
  await migrate(template.db);
  await template.close();
  await admin.query(`alter database ${templateName} with allow_connections false`);
  return {
    server: { url, templateName },
    async drop() {
      await admin.query(`drop database ${templateName} with (force)`);
      await admin.end();
    },
  };
}

export function withDatabase(url: string, name: string): string {
  return url.replace(/^(\w+:\/\/[^/]*\/)[^?]*/, `$1${name}`);
}

const roomNeeded = 6 * 1024 ** 3;

/** In memory if there is room: copying the files of hundreds of databases takes long. */
async function quickestFolder(): Promise<string> {
  const memory = '/dev/shm';
  const room = await statfs(memory).catch(() => null);
  return room && room.bavail * room.bsize > roomNeeded ? memory : tmpdir();
}

async function startServer(): Promise<StartedServer> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { url, stop: async () => {} };
  const dataDir = await mkdtemp(join(await quickestFolder(), 'errand-test-'));
  // Under root, the server runs as another user, who needs access.
  await chmod(dataDir, 0o755);
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '400',
    // Ours is for one database that lives for months, not for hundreds that live for seconds.
    autovacuum_naptime: '1min',
  };
  const server = await startEmbedded({ dataDir, log: () => {}, settings });
  const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid');
  const release = stopWithProcess(Number.parseInt(await readFile(pidFile, 'utf8'), 10), dataDir);
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      release();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
