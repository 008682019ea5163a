import pg from 'pg';
import { startEmbedded } from './embedded.ts';

interface Place {
  dataDir: string;
  databaseUrl: string | null;
  databaseMigrationUrl: string | null;
}

/**
 * Runs work with the URL of the database's owner. For an embedded database, uses the running server, or starts one and
 * stops it afterwards.
 */
export async function withOwnerUrl<Result>(
  { dataDir, databaseUrl, databaseMigrationUrl }: Place,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const given = databaseMigrationUrl ?? databaseUrl;
  if (given !== null) return work(given);
  const server = await startEmbedded({ dataDir, log: () => {} });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

/** One connection outside the pool, without the service's timeouts. */
export async function withConnection<Result>(
  url: string,
  applicationName: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: applicationName, keepAlive: true });
  // The statement in progress reports connection errors.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
