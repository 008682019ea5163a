import { readdirSync, readFileSync } from 'node:fs';
import { assertDefined } from '../server/src/kit/assert-defined.ts';

const msPerTick = 10;

interface Times {
  parent: number;
  ownMs: number;
  /** Of children that have ended. */
  endedMs: number;
}

function timesOf(pid: number | string): Times | null {
  try {
    // The name, in parentheses, may hold spaces; the fields are counted from behind it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const sum = (from: number) => (assertDefined(fields[from]) + assertDefined(fields[from + 1])) * msPerTick;
    return { parent: assertDefined(fields[1]), ownMs: sum(11), endedMs: sum(13) };
  } catch {
    return null;
  }
}

const runningProcesses = (): string[] => readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));

/** The CPU time that these processes and their children have used so far. It tells costs apart even on a busy machine. */
export function cpuMs(pids: number[]): number {
  let total = 0;
  for (const name of runningProcesses()) {
    const times = timesOf(name);
    if (!times) continue;
    if (pids.includes(Number(name))) total += times.ownMs + times.endedMs;
    else if (pids.includes(times.parent)) total += times.ownMs;
  }
  return total;
}

function isVacuuming(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres: autovacuum worker');
  } catch {
    return false;
  }
}

/**
 * Of what cpuMs tells of a PostgreSQL server: the part of autovacuum. While the service runs nothing else of the server ends. It comes by the clock and
 * reads whole indexes, so it says nothing about who wrote.
 */
export function vacuumMs(server: number): number {
  let total = timesOf(server)?.endedMs ?? 0;
  for (const name of runningProcesses()) {
    const times = timesOf(name);
    if (times?.parent === server && isVacuuming(name)) total += times.ownMs;
  }
  return total;
}
