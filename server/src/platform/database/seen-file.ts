import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { parseJsonShape } from '../parse-shape.ts';
import type { SeenDatabase } from './identity.ts';

const nameOf = (dataDir: string): string => join(dataDir, 'database-seen.json');

const SeenFile = Type.Object({
  id: Type.String(),
  systemIdentifier: Type.String(),
  timeline: Type.String(),
  flushed: Type.Number(),
});

/** What the last process with this data folder saw of the database; null if none ran. */
export function readSeen(dataDir: string): SeenDatabase | null {
  try {
    return parseJsonShape(SeenFile, readFileSync(nameOf(dataDir), 'utf8'));
  } catch {
    return null;
  }
}

/** Saves the latest state, one write at a time. It is kept outside the database, so a restore does not revert it. */
export function createSeenFile(dataDir: string, onError: (error: unknown) => void): (seen: SeenDatabase) => void {
  const file = nameOf(dataDir);
  // Processes in containers share the folder and all have pid 1.
  const draft = `${file}.${randomUUID()}`;
  let latest: SeenDatabase | null = null;
  let isWriting = false;
  async function write(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    try {
      await mkdir(dataDir, { recursive: true });
      while (latest) {
        const text = JSON.stringify(latest);
        latest = null;
        await writeFile(draft, text, { mode: 0o600 });
        await rename(draft, file);
      }
    } catch (error) {
      onError(error);
    } finally {
      isWriting = false;
    }
  }
  return (seen) => {
    latest = seen;
    void write();
  };
}
