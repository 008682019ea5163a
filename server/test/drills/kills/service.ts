import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
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
  /** kill -9, and wait until it is gone. */
  kill(): Promise<void>;
  /** SIGTERM, and wait until it has brought to its end what was under way. */
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
