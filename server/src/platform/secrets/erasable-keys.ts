import { execFile } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fieldsOf } from '../../kit/fields.ts';
import { VaultError } from './vault-error.ts';

/**
 * Keys outside the database, one per erasable secret. Deleting a key makes every copy of its secret unreadable: in the
 * table, in dead rows, in the write-ahead log and in backups.
 */
export interface ErasableKeys {
  /** Durable when it resolves: the row that needs the key is written afterwards. */
  put(id: string, key: Buffer): Promise<void>;
  /** Null: it was deleted, or this process uses another key store than the one that created it. */
  get(id: string): Promise<Buffer | null>;
  /** Deleting a missing key succeeds. */
  delete(id: string): Promise<void>;
  /** Keys created before then. Checks at most `most` keys, starting at a different one each time. */
  listBefore(time: Date, most: number): Promise<string[]>;
}

const keyBytes = 32;
const idPattern = /^[0-9a-f]{32}$/;

/** `exec:` and a program, `file:` and a folder, or null for a folder inside the data folder. */
export function createErasableKeys(place: string | null, dataDir: string): ErasableKeys {
  if (place?.startsWith('exec:')) return keysOfProgram(place.slice('exec:'.length));
  return keysInFolder(place === null ? join(dataDir, 'erasable-keys') : fileURLToPath(place));
}

function portionOf(ids: string[], most: number): string[] {
  if (ids.length <= most) return ids;
  const start = randomInt(ids.length);
  return [...ids.slice(start), ...ids.slice(0, start)].slice(0, most);
}

const isMissing = (error: unknown): boolean => fieldsOf(error).code === 'ENOENT';

function keysInFolder(folder: string): ErasableKeys {
  const fileOf = (id: string) => join(folder, id);
  return {
    async put(id, key) {
      const draft = `${fileOf(id)}.new`;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeDraft(draft, key);
        await link(draft, fileOf(id));
        await unlink(draft);
        await syncFolder(folder);
      } catch (error) {
        if (!cannotStore.has(fieldsOf(error).code)) throw error;
        // Best effort: the rest of the key opens nothing.
        await rm(draft, { force: true }).catch(() => {});
        throw storageFull(folder, error);
      }
    },
    get: (id) =>
      readFile(fileOf(id)).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    async delete(id) {
      try {
        // Overwrite first: many file systems keep the bytes of a deleted file.
        const file = await open(fileOf(id), 'r+');
        try {
          await file.write(randomBytes(keyBytes), 0, keyBytes, 0);
          await file.sync();
        } finally {
          await file.close();
        }
        await rm(fileOf(id), { force: true });
        await syncFolder(folder);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
    async listBefore(time, most) {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      const old: string[] = [];
      for (const name of portionOf(
        names.filter((each) => idPattern.test(each)),
        most,
      )) {
        const found = await stat(fileOf(name)).catch(() => null);
        if (found && found.mtime < time) old.push(name);
      }
      return old;
    },
  };
}

/** No space, no quota, or a file system that was remounted read-only after an error. */
const cannotStore: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

const storageFull = (folder: string, error: unknown): VaultError =>
  new VaultError(
    'storage_full',
    `Cannot write a key to ${folder} (${fieldsOf(error).code}). Free up space on that disk.`,
  );

async function writeDraft(path: string, key: Buffer): Promise<void> {
  // Ids are random, so an existing draft is left from a killed process.
  const file = await open(path, 'w', 0o600);
  try {
    await file.write(key);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const programMs = 10_000;
/** The program's exit code for a missing key. */
const noSuchKey = 3;

/**
 * The operator's own program, for example in front of a KMS: `put ID` (key in base64 on standard input), `get ID`
 * (prints it; exit code 3 if there is none), `delete ID`, `list SECONDS` (prints the ids of keys older than that).
 */
function keysOfProgram(program: string): ErasableKeys {
  function run(args: string[], input = ''): Promise<string | null> {
    return new Promise((resolve, reject) => {
      const child = execFile(program, args, { timeout: programMs, maxBuffer: 64 * 1024 * 1024 }, (error, stdout) => {
        if (!error) return resolve(stdout);
        if (error.code === noSuchKey) return resolve(null);
        reject(new VaultError('no_key_store', `${program} ${args[0]} (set in ERASABLE_KEYS) failed: ${error.code}`));
      });
      child.stdin?.on('error', () => {});
      child.stdin?.end(input);
    });
  }
  return {
    async put(id, key) {
      await run(['put', id], key.toString('base64'));
    },
    async get(id) {
      const text = await run(['get', id]);
      const key = text === null ? null : Buffer.from(text.trim(), 'base64');
      if (key && key.length !== keyBytes) {
        throw new VaultError('no_key_store', `${program} get did not return a key.`);
      }
      return key;
    },
    async delete(id) {
      await run(['delete', id]);
    },
    async listBefore(time, most) {
      const seconds = Math.max(0, Math.floor((Date.now() - time.getTime()) / 1000));
      const text = (await run(['list', String(seconds)])) ?? '';
      return portionOf(
        text.split(/\s+/).filter((id) => idPattern.test(id)),
        most,
      );
    },
  };
}
