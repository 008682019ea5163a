import { existsSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { parseJsonShape } from './parse-shape.ts';

/** Where the embedded database of a data folder moved to. Has the password, so only its owner may read it. */
const MovedFile = Type.Object({ url: Type.String(), moved_at: Type.String() });

export const movedFile = (dataDir: string): string => join(dataDir, 'database-moved.json');

/** Null if nothing moved. An unreadable file stops the startup, so that an empty database never replaces the right one. */
export function readMoved(dataDir: string): Static<typeof MovedFile> | null {
  const file = movedFile(dataDir);
  if (!existsSync(file)) return null;
  const moved = parseJsonShape(MovedFile, readFileSync(file, 'utf8'));
  if (!moved) throw new Error(`${file} is damaged. Set DATABASE_URL to the database that it named.`);
  return moved;
}

/** Written atomically. */
export async function writeMoved(dataDir: string, moved: Static<typeof MovedFile>): Promise<void> {
  const draft = `${movedFile(dataDir)}.partial`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify(moved));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, movedFile(dataDir));
}

const lookEveryMs = 250;

/** Reports once that the embedded database has moved while the service runs. */
export function watchForMove(dataDir: string, onMoved: () => void): void {
  const timer = setInterval(() => {
    if (!existsSync(movedFile(dataDir))) return;
    clearInterval(timer);
    onMoved();
  }, lookEveryMs);
  timer.unref();
}
