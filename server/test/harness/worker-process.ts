import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from './child-environment.ts';
import { keysFolderOf, testMasterKey } from './system.ts';

const serviceEntry = new URL('../../start.mjs', import.meta.url);

export interface WorkerProcess {
  start(): void;
  /** kill -9, and wait until it is gone. */
  kill(): Promise<void>;
  /** What it said before it ended by itself; it should not. */
  readonly surprises: string[];
}

/** A worker in a process of its own, to be killed; it is only ever signalled by its own pid. */
export function createWorkerProcess(
  databaseUrl: string,
  env: Record<string, string> = {},
  entry = serviceEntry,
): WorkerProcess {
  const surprises: string[] = [];
  let child: ChildProcess | null = null;

  function start(): void {
    const own = {
      ...childEnvironment(),
      ROLE: 'worker',
      LOG_LEVEL: 'fatal',
      MASTER_KEYS: testMasterKey,
      ERASABLE_KEYS: `file://${keysFolderOf(databaseUrl)}`,
    };
    // The configuration wants a host; the one in the query wins.
    const url = databaseUrl.replace(/^(\w+:\/\/(?:[^/@]*@)?)\//, '$1localhost/');
    const next = spawn(process.execPath, [fileURLToPath(entry)], {
      env: { ...own, DATABASE_URL: url, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    next.stderr?.on('data', (chunk) => {
      said = (said + chunk).slice(-2000);
    });
    next.once('exit', (code, signal) => {
      if (child === next) surprises.push(`The worker ended by itself (${signal ?? code}): ${said}`);
    });
    child = next;
  }

  return {
    start,
    surprises,
    async kill() {
      const victim = child;
      child = null;
      if (!victim || victim.exitCode !== null || victim.signalCode !== null) return;
      const gone = new Promise((resolve) => victim.once('exit', resolve));
      victim.kill('SIGKILL');
      await gone;
    },
  };
}
