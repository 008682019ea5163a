import { readFileSync } from 'node:fs';
import { link, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fieldsOf } from '../../kit/fields.ts';

const waitMsMax = 120_000;
const pollMs = 20;

/** Identifies a live process, even if an earlier one had the same pid. */
function identityOf(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  try {
    // The start time is field 22. Field 2, the program's name in parentheses, may contain spaces.
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

export const ownIdentity = (): string => identityOf(process.pid) ?? '';

export const isIdentityAlive = (identity: string): boolean => identityOf(Number.parseInt(identity, 10)) === identity;

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Whether the process that wrote the file is alive. */
export function isSignerAlive(file: string): boolean {
  const identity = readText(file);
  return identity !== undefined && isIdentityAlive(identity);
}

export async function signFile(file: string): Promise<void> {
  await writeFile(file, ownIdentity(), { mode: 0o600 });
}

/** Runs `work` while no other process, and no other call in this one, holds the lock file. */
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
      // A hard link fails if the file exists and appears with its content, so nobody reads a half-written lock.
      return await link(draft, file);
    } catch (error) {
      if (fieldsOf(error).code !== 'EEXIST') throw error;
    }
    const holder = readText(file);
    if (holder !== undefined && !isIdentityAlive(holder)) await discard(file, holder, `${draft}.stale`);
  }
  throw new Error(`Another process holds ${file}. If none is running, delete the file.`);
}

/** Removes a dead process's lock. Puts it back if a live process took it in the meantime. */
async function discard(file: string, holder: string, aside: string): Promise<void> {
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  if (readText(aside) !== holder) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}
