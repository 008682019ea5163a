import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { childEnvironment } from '../../harness/child-environment.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');

export const entries = {
  server: 'server/start.mjs',
  brokenWorker: 'server/test/drills/kills/broken-worker.ts',
} as const;

/** A process of the service that is killed and started again; it is only ever signalled by its own pid. */
export interface Service {
  readonly name: string;
  start(): void;
  /** kill -9, and wait until it has exited. */
  kill(): Promise<void>;
  /** SIGTERM, and wait until it has finished its work. */
  stop(): Promise<void>;
  pause(): void;
  resume(): void;
}

export function createService(
  name: string,
  entry: string,
  env: Record<string, string>,
  onSurprise: (message: string) => void,
  folder = root,
): Service {
  let child: ChildProcess | null = null;

  function start(): void {
    const next = spawn(process.execPath, [entry], {
      cwd: folder,
      env: { ...childEnvironment(), ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    next.stderr?.on('data', (chunk) => {
      said = (said + chunk).slice(-2000);
    });
    next.once('exit', (code, signal) => {
      if (child === next) onSurprise(`The ${name} ended by itself (${signal ?? code}): ${said}`);
    });
    child = next;
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const victim = child;
    child = null;
    if (!victim || victim.exitCode !== null || victim.signalCode !== null) return;
    const gone = new Promise((resolve) => victim.once('exit', resolve));
    victim.kill(signal);
    await gone;
  }

  return {
    name,
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  };
}

/** Settings of a throwaway deployment: without limits, and with a key of its own, so that no development key file is written. */
export const drillSettings = (databaseUrl: string, publicUrl: string, dataDir: string) => ({
  DATABASE_URL: databaseUrl,
  MASTER_KEYS: `drill:${Buffer.alloc(32, 7).toString('base64')}`,
  PUBLIC_URL: publicUrl,
  DATA_DIR: dataDir,
  SANDBOX_MINTS_PER_IP_PER_DAY: '1000',
  RATE_LIMIT_PER_KEY: '0',
  RATE_LIMIT_PER_ADDRESS: '0',
  LOG_LEVEL: 'error',
});

export async function untilHealthy(url: string, signal?: AbortSignal): Promise<void> {
  const isUp = () =>
    fetch(`${url}/health`, { signal: signal ?? AbortSignal.timeout(2_000) }).then(
      (response) => response.ok,
      () => false,
    );
  while (!(await isUp())) await pause(100, null, { signal });
}

/** Prints the first problems, and makes the program fail if there are any. */
export function reportProblems(problems: string[]): void {
  for (const problem of problems.slice(0, 20)) console.log(`- ${problem}`);
  console.log(problems.length === 0 ? 'Sound.' : `${problems.length} problems.`);
  if (problems.length > 0) process.exitCode = 1;
}
