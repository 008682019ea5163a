import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { systemClock } from '../kit/clock.ts';
import { fieldsOf } from '../kit/fields.ts';
import { DatabaseRefused, isEmptySchema, withConnection } from '../platform/database/index.ts';
import { parseJsonShape } from '../platform/parse-shape.ts';

type Command = 'backup' | 'restore' | 'upgrade' | 'move';

/** `target`: the backup file, or where a database moves to. */
const Mark = Type.Object({ target: Type.String(), started_at: Type.String(), pid: Type.Number() });

/** Stays in the data folder until the command ends. If it is killed, the next start finds the file and says so. */
const fileOf = (dataDir: string, command: Command): string => join(dataDir, `${command}-unfinished.json`);

export const isUnfinished = (dataDir: string, command: Command): boolean => existsSync(fileOf(dataDir, command));

export async function markStarted(dataDir: string, command: Command, target: string): Promise<void> {
  const mark = { target, started_at: systemClock.now().toISOString(), pid: process.pid };
  await mkdir(dataDir, { recursive: true });
  await writeFile(fileOf(dataDir, command), JSON.stringify(mark));
}

export const markEnded = (dataDir: string, command: Command): Promise<void> =>
  rm(fileOf(dataDir, command), { force: true });

/** A command that fails says so itself, so only a killed one leaves its mark. */
export async function withMark<Result>(
  dataDir: string,
  command: Command,
  target: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await markStarted(dataDir, command, target);
  try {
    return await work();
  } finally {
    await markEnded(dataDir, command);
  }
}

async function readMark(dataDir: string, command: Command): Promise<Static<typeof Mark> | null> {
  const text = await readFile(fileOf(dataDir, command), 'utf8').catch(() => null);
  if (text === null) return null;
  // Killed while it wrote the file: what it worked on is not known.
  return parseJsonShape(Mark, text) ?? { target: 'an unknown place', started_at: 'an unknown time', pid: 0 };
}

/** Rows come back in one transaction, so an interrupted restore leaves a database that is either empty or complete. */
export async function refuseUnfinishedRestore(dataDir: string, url: string, onComplete: () => void): Promise<void> {
  const mark = await readMark(dataDir, 'restore');
  if (mark === null) return;
  if (await withConnection(url, 'errand restore', isEmptySchema)) {
    throw new DatabaseRefused(
      `The restore from ${mark.target} was interrupted. Run "errand restore ${mark.target}" again.`,
    );
  }
  onComplete();
  await markEnded(dataDir, 'restore');
}

const isRunning = (pid: number): boolean => {
  if (pid <= 0 || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return fieldsOf(error).code === 'EPERM';
  }
};

const texts: Record<Exclude<Command, 'restore'>, (target: string) => string> = {
  backup: (file) =>
    existsSync(file)
      ? `errand backup was interrupted after ${file} was complete`
      : `errand backup was interrupted before ${file} was complete: run it again`,
  upgrade: (file) =>
    `errand upgrade was interrupted: Errand applied the remaining migrations at startup, ${existsSync(file) ? `and the backup made before the upgrade is ${file}` : 'and there is no backup from before the upgrade'}`,
  move: (target) =>
    `errand move to ${target} was interrupted: nothing was lost, and running it again completes the move`,
};

/** Says which commands were killed since the last start. Called once the database is ready. */
export async function reportInterrupted(
  dataDir: string,
  warn: (details: { started_at: string }, text: string) => void,
): Promise<void> {
  for (const command of ['backup', 'upgrade', 'move'] as const) {
    const mark = await readMark(dataDir, command);
    if (mark === null || isRunning(mark.pid)) continue;
    warn({ started_at: mark.started_at }, texts[command](mark.target));
    if (command !== 'move') await rm(`${mark.target}.partial`, { force: true });
    await markEnded(dataDir, command);
  }
}
