import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPrograms } from '../../../../tools/debian-postgres.ts';
import { databaseOwner } from '../failover/processes.ts';

/** Throw-away PostgreSQL clusters of the server that Debian installed, each with a socket of its own. */
export interface Workshop {
  /** Runs one of PostgreSQL's programs as its user, and gives back what it said. */
  run(program: string, args: string[]): string;
  create(name: string): Cluster;
  /** A folder that another cluster has filled. */
  existing(name: string): Cluster;
  folder(name: string): string;
  clear(): void;
}

export interface Cluster {
  readonly data: string;
  readonly url: string;
  /** For programs that take the pieces apart. */
  readonly where: string[];
  start(): void;
  stop(mode: 'fast' | 'immediate'): void;
  configure(lines: string[]): void;
}

export function createWorkshop(): Workshop | null {
  const programs = findPrograms('pg_dump');
  if (programs === null) return null;
  const home = mkdtempSync(join(tmpdir(), 'errand-restore-'));
  chmodSync(home, 0o755);
  const owner = databaseOwner();
  if (owner) chownSync(home, owner.uid, owner.gid);
  const running = new Map<string, Cluster>();

  function run(program: string, args: string[]): string {
    const result = spawnSync(join(programs ?? '', program), args, {
      encoding: 'utf8',
      cwd: home,
      // A server that is started must not keep our pipes open.
      stdio: program === 'pg_ctl' ? 'ignore' : 'pipe',
      ...(owner ?? {}),
    });
    if (result.status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${result.stderr}`);
    return result.stdout;
  }

  function existing(name: string): Cluster {
    const data = join(home, name);
    const socket = join(home, `${name}.socket`);
    mkdirSync(socket, { recursive: true });
    if (owner) chownSync(socket, owner.uid, owner.gid);
    const options = `-c listen_addresses= -c unix_socket_directories=${socket} -c max_connections=100 -c fsync=off`;
    const cluster: Cluster = {
      data,
      url: `postgres://errand@localhost/postgres?host=${encodeURIComponent(socket)}`,
      where: ['-h', socket, '-U', 'errand'],
      start() {
        run('pg_ctl', ['-D', data, '-w', '-l', join(home, `${name}.log`), '-o', options, 'start']);
        running.set(data, cluster);
      },
      stop(mode) {
        run('pg_ctl', ['-D', data, '-w', '-m', mode, 'stop']);
        running.delete(data);
      },
      configure: (lines) => appendFileSync(join(data, 'postgresql.auto.conf'), `${lines.join('\n')}\n`),
    };
    return cluster;
  }

  return {
    run,
    existing,
    create(name) {
      const data = join(home, name);
      run('initdb', ['-D', data, '-U', 'errand', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8']);
      return existing(name);
    },
    folder: (name) => join(home, name),
    clear() {
      for (const cluster of running.values()) cluster.stop('immediate');
      rmSync(home, { recursive: true, force: true });
    },
  };
}
