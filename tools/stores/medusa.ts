import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../server/test/harness/free-port.ts';
import { startDebianPostgres } from '../debian-postgres.ts';
import { type StoreProcess, startProcess } from './process.ts';

export interface MedusaInstance {
  url: string;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts an installed Medusa on loopback, with its own PostgreSQL server. */
export async function startMedusa(installation: string): Promise<MedusaInstance> {
  const server = await startDebianPostgres(undefined, await freePort());
  if (!server) throw new Error('Medusa needs a PostgreSQL server: install the package "postgresql".');
  const start = (port: number) => startMedusaOn(installation, server.url, port);
  try {
    let running = await start(0);
    return {
      url: `http://127.0.0.1:${running.port}`,
      async restart() {
        await running.stop();
        running = await start(running.port);
      },
      async stop() {
        await running.stop();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Starts the shop on an existing server, in the database `medusa`. */
export async function startMedusaOn(installation: string, serverUrl: string, port = 0): Promise<StoreProcess> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  const { rowCount } = await admin.query("select from pg_database where datname = 'medusa'");
  if (rowCount === 0) await admin.query('create database medusa');
  await admin.end();
  return startProcess([join(installation, 'instance.mjs'), 'serve'], {
    cwd: installation,
    env: { DATABASE_URL: serverUrl.replace(/\/postgres$/, '/medusa'), MEDUSA_PORT: String(port) },
  });
}
