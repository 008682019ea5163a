import { readFileSync } from 'node:fs';
import { link, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fieldsOf } from '../../kit/fields.ts';

const waitMsMax = 120_000;
const pollMs = 20;

/** A living process, told apart from an earlier one that had the same number. */
function identityOf(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  try {
    // The start time is the 22nd field. The 2nd, the program's name in parentheses, may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[0] === 'Z' ? undefined : `${pid} ${fields[19]}`;
  } catch {
    return `${pid}`;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return fieldsOf(error).code === 'EPERM';
  }
}

const isIdentityAlive = (identity: string): boolean => identityOf(Number.parseInt(identity, 10)) === identity;

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Whether the process that signed a file still lives. */
export function isSignerAlive(file: string): boolean {
  const identity = readText(file);
  return identity !== undefined && isIdentityAlive(identity);
}

export async function signFile(file: string): Promise<void> {
  await writeFile(file, identityOf(process.pid) ?? '', { mode: 0o600 });
}

/** Runs `work` while no other process (and no other call in this one) does so with the same lock file. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const draft = `${file}.${process.pid}.${performance.now()}`;
  await signFile(draft);
  try {
    await acquire(file, draft);
    return await work().finally(() => rm(file, { force: true }));
  } finally {
    await rm(draft, { force: true });
  }
}

async function acquire(file: string, draft: string): Promise<void> {
  for (const deadline = performance.now() + waitMsMax; performance.now() < deadline; await pause(pollMs)) {
    try {
      // A link fails where a file is, and brings its content along: a half-written lock is never read.
      return await link(draft, file);
    } catch (error) {
      if (fieldsOf(error).code !== 'EEXIST') throw error;
    }
    const holder = readText(file);
    if (holder !== undefined && !isIdentityAlive(holder)) await discard(file, holder, `${draft}.stale`);
  }
  throw new Error(`Another process holds ${file}. If none is running, delete the file.`);
}

/** Removes a dead process's lock; puts it back if it has become a living one's in the meantime. */
async function discard(file: string, holder: string, aside: string): Promise<void> {
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  if (readText(aside) !== holder) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}
