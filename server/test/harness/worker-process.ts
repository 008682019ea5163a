import { createService, entries } from '../drills/kills/service.ts';
import { keysFolderOf, testMasterKey } from './system.ts';

export interface WorkerProcess {
  start(): void;
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
  /** Output before an unexpected exit. */
  readonly surprises: string[];
}

/** A worker process, to be killed. */
export function createWorkerProcess(
  databaseUrl: string,
  env: Record<string, string> = {},
  entry: string = entries.server,
): WorkerProcess {
  const surprises: string[] = [];
  const settings = {
    ROLE: 'worker',
    LOG_LEVEL: 'fatal',
    MASTER_KEYS: testMasterKey,
    ERASABLE_KEYS: `file://${keysFolderOf(databaseUrl)}`,
    // The configuration requires a host; the one in the query wins.
    DATABASE_URL: databaseUrl.replace(/^(\w+:\/\/(?:[^/@]*@)?)\//, '$1localhost/'),
    ...env,
  };
  const { start, kill } = createService('worker', entry, settings, (message) => surprises.push(message));
  return { start, kill, surprises };
}
