import { type ExecFileOptions, execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../server/src/kit/fields.ts';
import { isInstalled } from '../../server/test/drills/failover/processes.ts';

/** The machine is the problem, not the image: nothing was tried. */
export class CannotRunHere extends Error {}

/** A program that was stopped because it took too long. */
export class Unfinished extends Error {}

/** The exit code of a drill that could not start. */
export const cannotRunHereCode = 69;

/** Reports any failure of `work` as a limit of this machine. */
export async function orCannotRunHere<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new CannotRunHere(`${messageOf(error)}\n${what}`);
  }
}

/** Buildah and Podman on their own store, so other containers of the machine are not touched. */
export interface Engine {
  buildah(args: string[], waitMs?: number): Promise<string>;
  podman(args: string[], waitMs?: number): Promise<string>;
  /** The whole command, for callers that run Podman themselves. */
  podmanCommand(args: string[]): string[];
  /** The end of a container's stdout and stderr. */
  logs(name: string): Promise<string>;
  /** The OCI runtime: crun, or runc if crun does not work. */
  runtime: string | null;
}

const usualWaitMs = 120_000;

interface CommandOutput {
  stdout: string;
  stderr: string;
}

function runCommand(command: string, args: string[], options: ExecFileOptions): Promise<CommandOutput> {
  return new Promise((resolve, reject) => {
    const all = { timeout: usualWaitMs, maxBuffer: 64 * 1024 * 1024, ...options, encoding: 'utf8' } as const;
    execFile(command, args, all, (error, stdout, stderr) => {
      if (error) {
        const why = error.killed ? `was not done after ${Number(all.timeout) / 1000} s` : 'failed';
        const message = `${command} ${args.join(' ')} ${why}:\n${`${stdout}${stderr}`.slice(-4000)}`;
        reject(error.killed ? new Unfinished(message) : new Error(message));
      } else resolve({ stdout, stderr });
    });
  });
}

/** Runs a program with a time limit and returns its output. */
export const call = async (command: string, args: string[], options: ExecFileOptions = {}): Promise<string> =>
  (await runCommand(command, args, options)).stdout.trim();

/**
 * A store for one run, in memory: a build writes and removes 70,000 files, which takes minutes on some disks. It peaks
 * at 1.4 GB, plus 0.8 GB twice for Chromium and 0.5 GB for the compose file's images and volumes. Two npm processes
 * take up to 1.5 GB more.
 */
export async function makeStore({ chromium, compose }: Record<'chromium' | 'compose', boolean>): Promise<string> {
  const gigabytes = 2 + (chromium ? 2 : 0) + (compose ? 1 : 0);
  if (process.availableMemory() < (gigabytes + 2) * 1024 ** 3)
    throw new CannotRunHere(
      `Building an image in memory takes ${gigabytes + 2} GB of it that are free (--store names a folder instead).`,
    );
  const folder = mkdtempSync(join(tmpdir(), 'errand-images-'));
  try {
    await call('mount', ['-t', 'tmpfs', '-o', `size=${gigabytes}G`, 'tmpfs', folder]);
    return folder;
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw new CannotRunHere(`${messageOf(error)}\nNo file system can be mounted here.`);
  }
}

/** Removes a store, including its bind mounts. */
export async function forgetStore(folder: string): Promise<void> {
  const mounted = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((place) => place === folder || place.startsWith(`${folder}/`));
  for (const place of mounted.reverse()) await call('umount', [place]);
  rmSync(folder, { recursive: true, force: true });
}

export function openEngine(folder: string): Engine {
  mkdirSync(folder, { recursive: true });
  const store = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run')];
  // Without systemd, Podman warns at every start that it has no timers for health checks. The drill runs them itself.
  const quietly = ['--log-level', 'fatal', '--cgroup-manager', 'cgroupfs', '--tmpdir', join(folder, 'tmp')];
  const networks = ['--network-config-dir', join(folder, 'networks')];
  const podman = (args: string[]) => {
    const runtime = engine.runtime ? ['--runtime', engine.runtime] : [];
    return [...store, ...quietly, ...networks, ...runtime, ...args];
  };
  const engine: Engine = {
    runtime: null,
    buildah: (args, timeout = usualWaitMs) => call('buildah', [...store, ...args], { timeout }),
    podmanCommand: (args) => ['podman', ...podman(args)],
    podman: (args, timeout = usualWaitMs) => call('podman', podman(args), { timeout }),
    logs: async (name) => {
      const { stdout, stderr } = await runCommand('podman', podman(['logs', name]), {});
      return `${stdout}${stderr}`.slice(-4000);
    },
  };
  return engine;
}

/** Checks what building and running images needs. */
export function refuseWhereNotPossible(isWholeBase: boolean): void {
  if (process.getuid?.() !== 0) throw new CannotRunHere('Building an image takes root.');
  const needed = ['buildah', 'podman', isWholeBase ? 'debootstrap' : 'apt-get'];
  const missing = needed.filter((program) => !isInstalled(program));
  if (missing.length > 0)
    throw new CannotRunHere(`Not installed: ${missing.join(', ')} (apt-get install ${missing.join(' ')} runc).`);
  const isReached = spawnSync('npm', ['ping'], { timeout: 30_000, stdio: 'ignore' }).status === 0;
  if (!isReached) throw new CannotRunHere('The npm registry cannot be reached.');
}

/** A machine that cannot raise its own limits cannot give containers higher ones. */
export const limits = ['--ulimit', 'nofile=10000:10000', '--ulimit', 'nproc=4096:4096'];

/** The manifests' restrictions, repeated here: an error in the manifests must not look like a limit of the machine. */
const restricted = [
  ...['--read-only', '--read-only-tmpfs=false', '--tmpfs', '/tmp', '--user', '65532:65532'],
  ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
];

/** crun does not start if both cgroup versions are mounted; runc does. */
export async function chooseRuntime(engine: Engine, image: string): Promise<void> {
  const failures: string[] = [];
  for (const runtime of ['crun', 'runc'].filter(isInstalled)) {
    engine.runtime = runtime;
    try {
      await engine.podman([
        'run',
        '--rm',
        '--network',
        'host',
        ...limits,
        ...restricted,
        '--entrypoint',
        'true',
        image,
      ]);
      return;
    } catch (error) {
      failures.push(messageOf(error));
    }
  }
  throw new CannotRunHere(`${failures.join('\n')}\nNo container can be started here.`);
}
