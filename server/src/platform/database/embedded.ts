import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, closeSync, existsSync, openSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fieldsOf } from '../../kit/fields.ts';
import { findBinaries, findPlace, makeSocketFolder, type Place, type RunAs } from './embedded-place.ts';
import { isAlive, isSignerAlive, signFile, withLock } from './process-lock.ts';

export interface EmbeddedServer {
  readonly url: string;
  /** Whether this process stops the server. */
  readonly owned: boolean;
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  dataDir: string;
  log: (message: string) => void;
  settings?: Record<string, string>;
  /** Called whenever one of its programs has started and must be waited for. */
  onWait?(): void;
}

interface RunningServer {
  readonly pid: number;
  readonly socketFolder: string;
  readonly isReady: boolean;
}

const startMsMax = 60_000;
const user = 'errand';

// Log server events, never statements or their data.
const defaultSettings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  jit: 'off',
  // Completed jobs leave dead entries at the head of the queue's index, and every claim skips them until vacuum.
  autovacuum_naptime: '10s',
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

/**
 * Runs a PostgreSQL server in a folder, reachable only over a Unix socket. The first process starts and owns it; later
 * ones connect to it. If its owner was killed, the server keeps running and the next process adopts it.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { dataDir, log, settings = {}, onWait = () => {} } = options;
  const place = findPlace(dataDir, log);
  const binaries = await findBinaries(place.runAs, log);
  return withLock(place.lockFile, async () => {
    if (!existsSync(place.home)) await initialize(place, binaries, onWait);
    const found = await findServer(place);
    const owned = !found || !isSignerAlive(place.ownerFile);
    if (found && owned) log(`PostgreSQL (pid ${found.pid}) was left running by a process that exited: taking it over`);
    const server = found ?? (await launch(place, binaries, { ...defaultSettings, ...settings }, onWait));
    if (owned) await signFile(place.ownerFile);
    const password = await readFile(place.passwordFile, 'utf8');
    let stopping: Promise<void> | undefined;
    return {
      url: `postgresql://${user}:${password}@/postgres?host=${encodeURIComponent(server.socketFolder)}`,
      owned,
      stop: async () => {
        // Only once: after that, the server may belong to another process.
        if (owned) stopping ??= withLock(place.lockFile, () => stop(place, binaries));
        await stopping;
      },
    };
  });
}

/** A killed start's initdb may still be writing to its draft, so no draft is used twice. It fails once its draft is gone. */
async function removeDrafts(home: string): Promise<void> {
  const drafts = (await readdir(dirname(home))).filter((name) => name.startsWith(`${basename(home)}.new`));
  for (const name of drafts) await rm(join(dirname(home), name), { recursive: true, force: true }).catch(() => {});
}

/** Builds the cluster next to its final path and renames it, so a half-made cluster is never used. */
async function initialize({ home, runAs }: Place, binaries: string, onWait: () => void): Promise<void> {
  await removeDrafts(home);
  const draft = await mkdtemp(`${home}.new-`);
  const passwordFile = join(draft, 'password');
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  if (runAs) for (const path of [draft, passwordFile]) chownSync(path, runAs.uid, runAs.gid);
  const options = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', `--username=${user}`, '--data-checksums'];
  const args = [...options, `--pwfile=${passwordFile}`, '-D', join(draft, 'cluster')];
  const made = run(join(binaries, 'initdb'), args, runAs);
  onWait();
  await made;
  await rename(draft, home);
}

/** The running server of this cluster, once ready; undefined if there is none. */
async function findServer(place: Place): Promise<RunningServer | undefined> {
  for (const deadline = performance.now() + startMsMax; ; await pause(10)) {
    const server = readServer(place);
    if (!server || server.isReady) return server;
    if (performance.now() > deadline) throw new Error(`PostgreSQL (pid ${server.pid}) did not become ready.`);
  }
}

/** PostgreSQL removes the file of a server that is gone before it writes its own, so it may vanish at any time. */
function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if (fieldsOf(error).code === 'ENOENT') return [];
    throw error;
  }
}

function readServer({ cluster }: Place): RunningServer | undefined {
  const file = join(cluster, 'postmaster.pid');
  const lines = readLines(file);
  const pid = Number(lines[0]);
  if (!pid || !isAlive(pid)) return undefined;
  if (isPostmaster(pid, cluster)) return { pid, socketFolder: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' };
  // Another program now has this pid, and PostgreSQL would take it for a server. Keep the rest of the file: PostgreSQL
  // uses it to detect old server processes that still use the data.
  const noSuchPid = '2147483647';
  writeFileSync(file, [noSuchPid, ...lines.slice(1)].join('\n'));
  return undefined;
}

/** A postmaster's working directory is its data folder. If the system cannot tell, assume a live process is one. */
function isPostmaster(pid: number, cluster: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return isAlive(pid);
  }
}

async function launch(
  place: Place,
  binaries: string,
  settings: Record<string, string>,
  onWait: () => void,
): Promise<RunningServer> {
  const socketFolder = await makeSocketFolder(place);
  const options = Object.entries({ ...settings, unix_socket_directories: socketFolder });
  const args = ['-D', place.cluster, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  await rename(place.logFile, `${place.logFile}.old`).catch(() => {});
  for (const deadline = performance.now() + startMsMax; ; await pause(200)) {
    const server = await launchOnce(place, join(binaries, 'postgres'), args, onWait);
    if (server) return server;
    const log = readFileSync(place.logFile, 'utf8').trim();
    // Processes of a killed server take a moment to exit.
    if (!log.includes('still in use') || performance.now() > deadline) {
      throw new Error(`PostgreSQL did not start; its log (${place.logFile}) ends with: ${log.slice(-1000)}`);
    }
  }
}

async function launchOnce(
  place: Place,
  postgres: string,
  args: string[],
  onWait: () => void,
): Promise<RunningServer | undefined> {
  const output = openSync(place.logFile, 'a', 0o600);
  // Detached, so Ctrl-C reaches only this process, which then stops the server cleanly.
  const child = spawn(postgres, args, spawnOptions(postgres, place.runAs, ['ignore', output, output], true));
  closeSync(output);
  const failure = new Promise<undefined>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve(undefined));
  });
  child.unref();
  onWait();
  const isStarted = async () => {
    for (const deadline = performance.now() + startMsMax; performance.now() < deadline; await pause(5)) {
      const server = child.exitCode === null ? readServer(place) : undefined;
      if (child.exitCode !== null || (server?.isReady && server.pid === child.pid)) return server;
    }
    throw new Error(`PostgreSQL (pid ${child.pid}) was not ready after ${startMsMax / 1000} s; see ${place.logFile}.`);
  };
  return Promise.race([failure, isStarted()]);
}

async function stop(place: Place, binaries: string): Promise<void> {
  const server = readServer(place);
  if (server) {
    await run(join(binaries, 'pg_ctl'), ['stop', '-D', place.cluster, '-m', 'fast', '-w', '-t', '60'], place.runAs);
    await rm(server.socketFolder, { recursive: true, force: true });
  }
  await rm(place.ownerFile, { force: true });
}

type Stdio = ('ignore' | 'pipe' | number)[];

function spawnOptions(program: string, runAs: RunAs | undefined, stdio: Stdio, detached: boolean) {
  // The programs find their libraries on their own only if /proc is mounted.
  const libraries = join(dirname(dirname(program)), 'lib');
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', LD_LIBRARY_PATH: libraries };
  return { ...runAs, cwd: '/', env, stdio, detached };
}

async function run(program: string, args: string[], runAs: RunAs | undefined): Promise<void> {
  const child = spawn(program, args, spawnOptions(program, runAs, ['ignore', 'ignore', 'pipe'], false));
  let output = '';
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new Error(`${program} failed: ${output.trim().slice(-1000)}`);
}
