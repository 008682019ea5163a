import { readdirSync, readFileSync } from 'node:fs';
import { assertDefined } from '../server/src/kit/assert-defined.ts';

const msPerTick = 10;

interface Times {
  parent: number;
  ownMs: number;
  /** Of ended children. */
  endedMs: number;
}

function timesOf(pid: number | string): Times | null {
  try {
    // The name in parentheses may contain spaces, so count fields after it.
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

/** CPU time of these processes and their children so far. Comparable even on a busy machine. */
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
 * Autovacuum's part of cpuMs of a PostgreSQL server: only its workers end while the service runs. It depends on the
 * clock and reads whole indexes, so it says nothing about the writer.
 */
export function vacuumMs(server: number): number {
  let total = timesOf(server)?.endedMs ?? 0;
  for (const name of runningProcesses()) {
    const times = timesOf(name);
    if (times?.parent === server && isVacuuming(name)) total += times.ownMs;
  }
  return total;
}
