import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isIdentityAlive, ownIdentity, startEmbedded } from '../../platform/database/index.ts';

const prefix = 'errand-verify-';
const namePattern = new RegExp(`^${prefix}(\\d+)_(\\d*)_`);

/** A database for one test restore. Its name tells which process it belongs to. */
export async function withScratch<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  await removeScratch();
  const [pid, startedAt = ''] = ownIdentity().split(' ');
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${pid}_${startedAt}_`));
  // PostgreSQL may run as another user, who must be able to enter.
  await chmod(folder, 0o711);
  const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };
  const server = await startEmbedded({ dataDir: folder, log: () => {}, settings });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Stops and deletes the databases of killed processes, which would run on. Returns when each was created. */
export async function removeScratch(within = tmpdir()): Promise<string[]> {
  const removed: string[] = [];
  for (const name of await readdir(within).catch(() => [])) {
    const [, pid, startedAt] = namePattern.exec(name) ?? [];
    if (pid === undefined || isIdentityAlive(startedAt ? `${pid} ${startedAt}` : pid)) continue;
    const folder = join(within, name);
    const found = await stat(folder).catch(() => null);
    // A database that another user prepared could run their programs.
    if (found === null || found.uid !== process.getuid?.()) continue;
    await removeOne(folder);
    removed.push(found.birthtime.toISOString());
  }
  return removed;
}

/** Another process may be removing it too. */
async function removeOne(folder: string): Promise<void> {
  if (existsSync(join(folder, 'postgres', 'cluster', 'postmaster.pid')))
    await startEmbedded({ dataDir: folder, log: () => {} })
      .then((server) => server.stop())
      .catch(() => {});
  await rm(folder, { recursive: true, force: true }).catch(() => {});
}
