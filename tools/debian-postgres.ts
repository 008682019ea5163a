import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { databaseOwner } from '../server/test/drills/failover/processes.ts';
import { stopWithProcess } from '../server/test/harness/stop-with-process.ts';

const versionsFolder = '/usr/lib/postgresql';

/** The folder of the newest PostgreSQL that has this program; null if there is none. */
export function findPrograms(program: string): string | null {
  const versions = existsSync(versionsFolder) ? readdirSync(versionsFolder).reverse() : [];
  const folders = versions.map((version) => join(versionsFolder, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, program))) ?? null;
}

export interface DebianPostgres {
  url: string;
  version: string;
  bin: string;
  socketFolder: string;
  /** The postmaster. */
  pid: number;
  stop(): Promise<void>;
}

/** Not durable, but fast: good enough for tests. */
const notDurable = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/**
 * A temporary cluster of Debian's PostgreSQL; null if it is not installed. Reachable over its socket, and on loopback
 * if a port is given.
 */
export async function startDebianPostgres(durability = notDurable, tcpPort?: number): Promise<DebianPostgres | null> {
  const bin = findPrograms('initdb');
  if (bin === null) return null;
  const home = mkdtempSync(join(tmpdir(), 'errand-pg-'));
  chmodSync(home, 0o755);
  const folder = join(home, 'data');
  mkdirSync(folder);
  const owner = databaseOwner();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const tcp = tcpPort === undefined ? ['listen_addresses='] : ['listen_addresses=127.0.0.1', `port=${tcpPort}`];
  const settings = [...durability, 'max_connections=400', ...tcp, `unix_socket_directories=${folder}`];
  const call = (command: string, args: string[]) => {
    const result = spawnSync(join(bin, command), args, { encoding: 'utf8', ...(owner ?? {}) });
    if (result.status !== 0) throw new Error(`${command} failed: ${result.stderr}`);
  };
  const cluster = join(folder, 'cluster');
  call('initdb', ['-D', cluster, '-U', 'errand', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8']);
  const options = settings.map((setting) => `-c ${setting}`).join(' ');
  call('pg_ctl', ['-D', cluster, '-w', '-l', join(folder, 'log'), '-o', options, 'start']);
  const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
  const release = stopWithProcess(pid, home);
  return {
    url:
      tcpPort === undefined
        ? `postgres://errand@localhost/postgres?host=${encodeURIComponent(folder)}`
        : `postgres://errand@127.0.0.1:${tcpPort}/postgres`,
    version: basename(dirname(bin)),
    bin,
    socketFolder: folder,
    pid,
    stop: async () => {
      call('pg_ctl', ['-D', cluster, '-m', 'immediate', 'stop']);
      release();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
