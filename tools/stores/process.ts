import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { assertDefined } from '../../server/src/kit/assert-defined.ts';

export interface StoreProcess {
  port: number;
  pid: number;
  /** Stops it, by force if necessary. */
  stop(): Promise<void>;
}

/** A shop's first migrations are slow on a busy machine. */
const startWithinMs = 900_000;
const stopWithinMs = 10_000;

/**
 * A store in its own process group, ready when it prints "ready <port>". It exits with this process, because its standard
 * input closes.
 */
export async function startProcess(
  args: string[],
  options: { cwd: string; env?: Record<string, string> },
): Promise<StoreProcess> {
  const child = spawn(process.execPath, args, {
    cwd: options.cwd,
    detached: true,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const port = await readiness(child).catch(async (error: unknown) => {
    await end(child);
    throw error;
  });
  return { port, pid: assertDefined(child.pid), stop: () => end(child) };
}

function readiness(child: ChildProcess): Promise<number> {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('The store was started without its output.');
  let said = '';
  stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-4000);
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The store did not start in time: ${said}`)), startWithinMs);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The store ended with ${code}: ${said}`)));
    createInterface({ input: stdout }).on('line', (line) => {
      said = `${said}${line}\n`.slice(-4000);
      const [, port] = /^ready (\d+)$/.exec(line) ?? [];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(Number(port));
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, 'exit');
  process.kill(-child.pid, 'SIGTERM');
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), stopWithinMs);
  await gone;
  clearTimeout(timer);
}
