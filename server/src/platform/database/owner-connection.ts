import pg from 'pg';
import { startEmbedded } from './embedded.ts';

interface Place {
  dataDir: string;
  databaseUrl: string | null;
  databaseMigrationUrl: string | null;
}

/** Runs work with the address of the database's owner. An embedded server is used where one runs, and started and stopped where none does. */
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

/** One connection outside of any pool, without the time-outs of the service. */
export async function withConnection<Result>(
  url: string,
  applicationName: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: applicationName, keepAlive: true });
  // What becomes of the connection is told by the statement under way.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
