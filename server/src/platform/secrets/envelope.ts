import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

/**
 * A sealed record, version 1, in this order:
 *
 *   1 byte    version, 1
 *   1 byte    length of the master key's name, n
 *   n bytes   name of the master key, ASCII
 *   60 bytes  box of the 32-byte data key, locked by the master key
 *   rest      box of the secret, locked by the data key
 *
 * A box is AES-256-GCM: 12 bytes nonce, 16 bytes tag, then as many bytes of ciphertext as there were of plaintext.
 * Both boxes are bound to the record's context, each under a label of its own, so neither opens in another row or field,
 * nor in the other's place. The box of the secret does not know the master key: a record is re-wrapped without opening it.
 * Nonces are random, which is safe for 2^32 boxes a key: one per data key, and records per master key stay far below.
 */
export interface Envelope {
  masterKeyId: string;
  keyBox: Buffer;
  secretBox: Buffer;
}

const version = 1;
const dataKeyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const keyBoxBytes = nonceBytes + tagBytes + dataKeyBytes;
const cipherName = 'aes-256-gcm';

/** Which of the boxes; bound into it. */
export type BoxLabel = 'data-key' | 'secret' | 'erasable';

export function encodeEnvelope({ masterKeyId, keyBox, secretBox }: Envelope): Buffer {
  const id = Buffer.from(masterKeyId, 'latin1');
  return Buffer.concat([Buffer.of(version, id.length), id, keyBox, secretBox]);
}

/** null where the bytes are no record of this version. Its parts are views on the given bytes. */
export function decodeEnvelope(sealed: Buffer): Envelope | null {
  if (sealed[0] !== version) return null;
  const keyBoxAt = 2 + (sealed[1] ?? 0);
  const secretBoxAt = keyBoxAt + keyBoxBytes;
  if (sealed.length < secretBoxAt + nonceBytes + tagBytes) return null;
  return {
    masterKeyId: sealed.toString('latin1', 2, keyBoxAt),
    keyBox: sealed.subarray(keyBoxAt, secretBoxAt),
    secretBox: sealed.subarray(secretBoxAt),
  };
}

/**
 * A record that can be erased, version 2: 1 byte version, 16 bytes id of its own key, then a record of version 1. What that
 * one seals is a box that only the key of this id opens, so that a master key alone is not enough.
 */
export interface Erasable {
  /** Hexadecimal. */
  keyId: string;
  record: Buffer;
}

const erasableVersion = 2;
const keyIdBytes = 16;

export function encodeErasable({ keyId, record }: Erasable): Buffer {
  return Buffer.concat([Buffer.of(erasableVersion), Buffer.from(keyId, 'hex'), record]);
}

/** Null where the bytes are no erasable record. */
export function decodeErasable(sealed: Buffer): Erasable | null {
  if (sealed[0] !== erasableVersion || sealed.length <= 1 + keyIdBytes) return null;
  return { keyId: sealed.toString('hex', 1, 1 + keyIdBytes), record: sealed.subarray(1 + keyIdBytes) };
}

export const newDataKey = (): Buffer => randomBytes(dataKeyBytes);

export function lockBox(key: KeyObject | Buffer, plain: Buffer, label: BoxLabel, context: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(boundTo(label, context));
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** null where the box was altered, or locked with another key, label or context. */
export function unlockBox(key: KeyObject | Buffer, box: Buffer, label: BoxLabel, context: string): Buffer | null {
  const decipher = createDecipheriv(cipherName, key, box.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(boundTo(label, context));
  decipher.setAuthTag(box.subarray(nonceBytes, nonceBytes + tagBytes));
  const plain = decipher.update(box.subarray(nonceBytes + tagBytes));
  try {
    // In this mode everything came out above; the last step only checks the tag.
    decipher.final();
    return plain;
  } catch {
    plain.fill(0);
    return null;
  }
}

const boundTo = (label: BoxLabel, context: string): Buffer => Buffer.from(`vault ${version} ${label} ${context}`);
