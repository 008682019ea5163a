import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../server/test/harness/free-port.ts';
import { startDebianPostgres } from '../debian-postgres.ts';
import { startProcess } from './process.ts';

export interface EverShopInstance {
  url: string;
  /** Its owner's way in: the books as they are. */
  databaseUrl: string;
  stop(): Promise<void>;
}

/** An EverShop on loopback, on a PostgreSQL server of its own, from an installation that is there. */
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
      // Its pages call this name and no other.
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
