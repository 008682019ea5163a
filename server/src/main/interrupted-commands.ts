import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { systemClock } from '../kit/clock.ts';
import {
  DatabaseRefused,
  isEmptySchema,
  isIdentityAlive,
  ownIdentity,
  withConnection,
} from '../platform/database/index.ts';
import { parseJsonShape } from '../platform/parse-shape.ts';
import { removeScratch } from './backup/scratch.ts';

type Command = 'backup' | 'restore' | 'upgrade' | 'move';

/** `target`: the backup file, or where a database moves to. */
const Mark = Type.Object({ target: Type.String(), started_at: Type.String(), process: Type.String() });
type Mark = Static<typeof Mark>;

/** Stays in the data folder until the command ends. If it is killed, the next start finds the file and says so. */
const fileOf = (dataDir: string, command: Command): string => join(dataDir, `${command}-unfinished.json`);

export const isUnfinished = (dataDir: string, command: Command): boolean => existsSync(fileOf(dataDir, command));

export async function markStarted(dataDir: string, command: Command, target: string): Promise<void> {
  const mark = { target, started_at: systemClock.now().toISOString(), process: ownIdentity() };
  await mkdir(dataDir, { recursive: true });
  await writeFile(fileOf(dataDir, command), JSON.stringify(mark));
}

export const markEnded = (dataDir: string, command: Command): Promise<void> =>
  rm(fileOf(dataDir, command), { force: true });

/** What a killed backup had written. */
async function removePartial(command: Command, { target }: Mark): Promise<void> {
  if (command === 'backup' || command === 'upgrade') await rm(`${target}.partial`, { force: true });
}

/** A command that fails says so itself, so only a killed one leaves its mark. */
export async function withMark<Result>(
  dataDir: string,
  command: Command,
  target: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const earlier = await readMark(dataDir, command);
  if (earlier !== null && !isIdentityAlive(earlier.process)) await removePartial(command, earlier);
  await markStarted(dataDir, command, target);
  try {
    return await work();
  } finally {
    await markEnded(dataDir, command);
  }
}

async function readMark(dataDir: string, command: Command): Promise<Mark | null> {
  const text = await readFile(fileOf(dataDir, command), 'utf8').catch(() => null);
  if (text === null) return null;
  // Killed while it wrote the file: what it worked on is not known.
  return parseJsonShape(Mark, text) ?? { target: 'an unknown place', started_at: 'an unknown time', process: '' };
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
  for (const startedAt of await removeScratch())
    warn({ started_at: startedAt }, 'a test restore was interrupted: its scratch database was removed');
  for (const command of ['backup', 'upgrade', 'move'] as const) {
    const mark = await readMark(dataDir, command);
    if (mark === null || isIdentityAlive(mark.process)) continue;
    warn({ started_at: mark.started_at }, texts[command](mark.target));
    await removePartial(command, mark);
    await markEnded(dataDir, command);
  }
}
