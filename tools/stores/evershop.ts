import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../server/test/harness/free-port.ts';
import { startDebianPostgres } from '../debian-postgres.ts';
import { startProcess } from './process.ts';

export interface EverShopInstance {
  url: string;
  /** The shop's own database. */
  databaseUrl: string;
  stop(): Promise<void>;
}

/** Starts an installed EverShop on loopback, with its own PostgreSQL server. */
export async function startEverShop(installation: string): Promise<EverShopInstance> {
  const server = await startDebianPostgres(undefined, await freePort());
  if (!server) throw new Error('EverShop needs a PostgreSQL server: install the package "postgresql".');
  const databaseUrl = server.url.replace(/\/postgres$/, '/evershop');
  try {
    const admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
    await admin.query('create database evershop');
    await admin.end();
    const running = await startProcess([join(installation, 'instance.mjs'), 'serve'], {
      cwd: installation,
      env: { EVERSHOP_DATABASE: databaseUrl },
    });
    return {
      // Its pages use this host name.
      url: `http://localhost:${running.port}`,
      databaseUrl,
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
