import { randomBytes, scryptSync } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Static, Type } from 'typebox';
import { parseJsonShape } from '../parse-shape.ts';
import { BackupDamaged, type Entry, packEntries, readingDamage, unpackEntries } from './archive.ts';
import { openPieces, sealPieces } from './seal.ts';

const mark = 'ERRAND BACKUP';
const headerBytesMax = 4096;

const Header = Type.Object({
  format: Type.Literal(1),
  version: Type.String(),
  created_at: Type.String(),
  salt: Type.String(),
  /** Null if a passphrase was used. */
  master_key: Type.Union([Type.String(), Type.Null()]),
});
type Header = Static<typeof Header>;

/** Encrypts a backup: a passphrase or one of the master keys. */
export interface BackupSecret {
  passphrase: string | null;
  /**
   * Derives a key from the named master key, or from the newest. Throws an error that says how to get a missing key.
   */
  fromMasterKey(salt: Buffer, id: string | null): { id: string; key: Buffer };
}

const scryptCost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const fromPassphrase = (passphrase: string, salt: Buffer): Buffer => scryptSync(passphrase, salt, 32, scryptCost);

/** Writes to a draft file and renames it once it is complete and on disk. */
export async function writeBackupFile(
  file: string,
  { secret, version, createdAt }: { secret: BackupSecret; version: string; createdAt: Date },
  entries: AsyncIterable<Entry>,
): Promise<void> {
  const salt = randomBytes(32);
  const master = secret.passphrase === null ? secret.fromMasterKey(salt, null) : null;
  const key = master?.key ?? fromPassphrase(secret.passphrase ?? '', salt);
  const header: Header = {
    format: 1,
    version,
    created_at: createdAt.toISOString(),
    salt: salt.toString('base64'),
    master_key: master?.id ?? null,
  };
  const head = Buffer.from(`${mark} ${JSON.stringify(header)}\n`);
  const draft = `${file}.partial`;
  await rm(draft, { force: true });
  try {
    await pipeline(
      Readable.from(packEntries(entries)),
      createGzip({ level: 1 }),
      async function* (compressed: AsyncIterable<Buffer>) {
        yield head;
        yield* sealPieces(compressed, key, head);
      },
      createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }),
    );
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    key.fill(0);
  }
}

/** Reads the unencrypted header, which says how the backup was made. */
export async function readBackupHeader(file: string): Promise<{ header: Header; head: Buffer }> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headerBytesMax), 0, headerBytesMax, 0);
    const end = buffer.subarray(0, bytesRead).indexOf('\n');
    if (end < 0 || !buffer.subarray(0, end).toString().startsWith(`${mark} {`))
      throw new BackupDamaged(`${file} is not an Errand backup.`);
    const header = parseJsonShape(Header, buffer.subarray(mark.length + 1, end).toString());
    if (!header) throw new BackupDamaged(`${file} was made by a newer version of Errand, or is damaged.`);
    return { header, head: buffer.subarray(0, end + 1) };
  } finally {
    await handle.close();
  }
}

/** Yields the entries in order. The backup is intact only if the iteration ends without an error. */
export async function* readBackupFile(file: string, secret: BackupSecret): AsyncGenerator<Entry> {
  const { header, head } = await readBackupHeader(file);
  const salt = Buffer.from(header.salt, 'base64');
  if (header.master_key === null && secret.passphrase === null)
    throw new BackupDamaged(
      'This backup is encrypted with a passphrase. Set BACKUP_PASSPHRASE, or pass a file with --passphrase-file.',
    );
  const key =
    header.master_key === null
      ? fromPassphrase(secret.passphrase ?? '', salt)
      : secret.fromMasterKey(salt, header.master_key).key;
  const compressed = Readable.from(openPieces(createReadStream(file, { start: head.length }), key, head));
  const plain = createGunzip();
  compressed.once('error', (error) => plain.destroy(error));
  try {
    yield* unpackEntries(readingDamage(compressed.pipe(plain)));
  } finally {
    key.fill(0);
  }
}
