import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

const idOf = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);

/** PostgreSQL refuses to run as root. */
export const databaseOwner = (): { uid: number; gid: number } | null =>
  process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : null;

export const isInstalled = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** A program that writes to a log and is only ever signalled by its own pid. */
export interface Program {
  readonly pid: number;
  /** Sends the signal and waits until the process has exited. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

export function startProgram(
  command: string,
  args: string[],
  log: string,
  owner: { uid: number; gid: number } | null = null,
): Program {
  const output = openSync(log, 'a');
  const child: ChildProcess = spawn(command, args, { stdio: ['ignore', output, output], ...(owner ?? {}) });
  closeSync(output);
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} cannot be started.`);
  return {
    pid,
    async end(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await gone;
    },
  };
}
