import { errorOf } from '../../kit/fields.ts';

/** One entry of a backup: a table's rows, a file, or JSON. Read all of its bytes before asking for the next entry. */
export interface Entry {
  name: string;
  bytes: AsyncIterable<Buffer>;
}

const sizeBytes = 4;
/** A damaged length must not make us allocate more memory than this. */
const pieceBytesMax = 64 * 1024 * 1024;

export class BackupDamaged extends Error {}

function sized(length: number): Buffer {
  const size = Buffer.alloc(sizeBytes);
  size.writeUInt32BE(length);
  return size;
}

/** Writes each entry as its length-prefixed name, its length-prefixed pieces, and a length of 0. */
export async function* packEntries(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  for await (const { name, bytes } of entries) {
    const named = Buffer.from(name);
    yield Buffer.concat([sized(named.length), named]);
    for await (const piece of bytes) {
      if (piece.length > 0) yield Buffer.concat([sized(piece.length), piece]);
    }
    yield sized(0);
  }
  yield sized(0);
}

/** Reads a stream written by packEntries. Bytes of an entry that the caller leaves unread are skipped. */
export async function* unpackEntries(source: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const reader = createReader(source);
  const piece = async (): Promise<Buffer | null> => {
    const length = (await reader.read(sizeBytes)).readUInt32BE();
    if (length > pieceBytesMax) throw new BackupDamaged('The backup is damaged.');
    return length === 0 ? null : reader.read(length);
  };
  for (let name = await piece(); name !== null; name = await piece()) {
    const bytes = (async function* () {
      for (let next = await piece(); next !== null; next = await piece()) yield next;
    })();
    yield { name: name.toString(), bytes };
    for await (const _ of bytes);
  }
  await reader.end();
}

function createReader(source: AsyncIterable<Buffer>) {
  const iterator = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  async function more(): Promise<boolean> {
    const next = await iterator.next();
    if (next.done) return false;
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value]);
    return true;
  }
  return {
    async read(length: number): Promise<Buffer> {
      while (rest.length < length) if (!(await more())) throw new BackupDamaged('The backup is incomplete.');
      const bytes = rest.subarray(0, length);
      rest = rest.subarray(length);
      return bytes;
    },
    /** Reads to the end of the stream, because the authentication tag comes last. */
    async end(): Promise<void> {
      while (await more()) rest = Buffer.alloc(0);
    },
  };
}

/** Reports any error while decompressing as damage, unless it is already a specific error. */
export async function* readingDamage(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* source;
  } catch (error) {
    if (
      !(error instanceof BackupDamaged) &&
      /^(Z_|ERR_ZLIB|ERR_STREAM)/.test(String(Reflect.get(errorOf(error), 'code')))
    )
      throw new BackupDamaged('The backup is damaged.');
    throw error;
  }
}
