import { readdirSync, readFileSync } from 'node:fs';
import { existing } from '../server/src/kit/existing.ts';

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
    const sum = (from: number) => (existing(fields[from]) + existing(fields[from + 1])) * msPerTick;
    return { parent: existing(fields[1]), ownMs: sum(11), endedMs: sum(13) };
  } catch {
    return null;
  }
}

/** The CPU time that these processes and their children have used so far. It tells costs apart even on a busy machine. */
export function cpuMs(pids: number[]): number {
  let total = 0;
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const times = timesOf(name);
    if (!times) continue;
    if (pids.includes(Number(name))) total += times.ownMs + times.endedMs;
    else if (pids.includes(times.parent)) total += times.ownMs;
  }
  return total;
}
