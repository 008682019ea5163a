import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { BackupDamaged } from './archive.ts';

const cipher = 'aes-256-gcm';
const pieceBytes = 64 * 1024;
const tagBytes = 16;
const sizeBytes = 4;

/**
 * Each file has its own key, so a counter is a safe nonce. Marking the last piece makes a truncated file fail to open.
 */
function nonceOf(counter: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt8(isLast ? 1 : 0, 0);
  nonce.writeBigUInt64BE(BigInt(counter), 4);
  return nonce;
}

const digestOf = (header: Buffer): Buffer => createHash('sha256').update(header).digest();

/** Encrypts in pieces. Each piece is authenticated with its position and the file's header. */
export async function* sealPieces(source: AsyncIterable<Buffer>, key: Buffer, header: Buffer): AsyncGenerator<Buffer> {
  const context = digestOf(header);
  let counter = 0;
  let rest: Buffer = Buffer.alloc(0);
  const seal = (plain: Buffer, isLast: boolean): Buffer => {
    const box = createCipheriv(cipher, key, nonceOf(counter, isLast));
    counter += 1;
    box.setAAD(context);
    const sealed = Buffer.concat([box.update(plain), box.final(), box.getAuthTag()]);
    const size = Buffer.alloc(sizeBytes);
    size.writeUInt32BE(sealed.length);
    return Buffer.concat([size, sealed]);
  };
  for await (const bytes of source) {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    for (; rest.length > pieceBytes; rest = rest.subarray(pieceBytes)) yield seal(rest.subarray(0, pieceBytes), false);
  }
  yield seal(rest, true);
}

/** Decrypts the output of sealPieces. Fails at the first piece that was changed, moved or removed. */
export async function* openPieces(source: AsyncIterable<Buffer>, key: Buffer, header: Buffer): AsyncGenerator<Buffer> {
  const context = digestOf(header);
  let counter = 0;
  let rest: Buffer = Buffer.alloc(0);
  let isOver = false;
  const open = (sealed: Buffer, isLast: boolean): Buffer | null => {
    const box = createDecipheriv(cipher, key, nonceOf(counter, isLast), { authTagLength: tagBytes });
    box.setAAD(context);
    box.setAuthTag(sealed.subarray(-tagBytes));
    try {
      return Buffer.concat([box.update(sealed.subarray(0, -tagBytes)), box.final()]);
    } catch {
      return null;
    }
  };
  for await (const bytes of source) {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    while (rest.length >= sizeBytes) {
      const length = rest.readUInt32BE();
      if (isOver || length < tagBytes || length > pieceBytes + tagBytes)
        throw new BackupDamaged('The backup is damaged.');
      if (rest.length < sizeBytes + length) break;
      const sealed = rest.subarray(sizeBytes, sizeBytes + length);
      rest = rest.subarray(sizeBytes + length);
      const middle = open(sealed, false);
      const plain = middle ?? open(sealed, true);
      isOver = middle === null;
      if (plain === null)
        throw new BackupDamaged(
          counter === 0
            ? 'The passphrase or key cannot decrypt this backup, or the backup is damaged.'
            : 'The backup is damaged.',
        );
      counter += 1;
      yield plain;
    }
  }
  if (!isOver) throw new BackupDamaged('The backup is incomplete: its end is missing.');
}
