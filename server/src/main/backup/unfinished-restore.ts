import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../kit/clock.ts';
import { fieldsOf, jsonIn } from '../../kit/fields.ts';
import { DatabaseRefused, isEmptySchema, withConnection } from '../../platform/database/index.ts';

/** Stands in the data folder from the first file that a restore writes until everything is back. */
const fileIn = (dataDir: string): string => join(dataDir, 'restore-unfinished.json');

export const isRestoreUnfinished = (dataDir: string): boolean => existsSync(fileIn(dataDir));

export async function markRestore(dataDir: string, file: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await writeFile(fileIn(dataDir), JSON.stringify({ file, started_at: systemClock.now().toISOString() }));
}

export const unmarkRestore = (dataDir: string): Promise<void> => rm(fileIn(dataDir), { force: true });

/** Rows come back all at once, so the database of a restore that was killed is either empty or complete. */
export async function refuseUnfinishedRestore(dataDir: string, url: string, onComplete: () => void): Promise<void> {
  if (!isRestoreUnfinished(dataDir)) return;
  const { file } = fieldsOf(jsonIn(await readFile(fileIn(dataDir), 'utf8')));
  if (await withConnection(url, 'errand restore', isEmptySchema)) {
    throw new DatabaseRefused(`The restore of ${file} was interrupted. Run "errand restore ${file}" again.`);
  }
  onComplete();
  await unmarkRestore(dataDir);
}
