import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

/**
 * A sealed record, version 1, in this order:
 *
 *   1 byte    version, 1
 *   1 byte    length of the master key's name, n
 *   n bytes   name of the master key, ASCII
 *   60 bytes  box with the 32-byte data key, locked by the master key
 *   rest      box with the secret, locked by the data key
 *
 * A box is AES-256-GCM: a 12-byte nonce, a 16-byte tag, then the ciphertext. Both boxes are bound to the record's
 * context and to their own label, so neither opens in another row or field, nor in the other's place. The secret's box
 * does not depend on the master key, so a record can be re-wrapped without opening it. Random nonces are safe for 2^32
 * boxes per key: there is one per data key, and far fewer records per master key.
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

/** Bound into the box. */
export type BoxLabel = 'data-key' | 'secret' | 'erasable';

export function encodeEnvelope({ masterKeyId, keyBox, secretBox }: Envelope): Buffer {
  const id = Buffer.from(masterKeyId, 'latin1');
  return Buffer.concat([Buffer.of(version, id.length), id, keyBox, secretBox]);
}

/** Null if the bytes are not a record of this version. The parts are views of the given bytes. */
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
 * A record that can be erased, version 2: 1 byte version, 16 bytes id of its own key, then a record of version 1. The
 * inner record seals a box that only this key opens, so a master key alone is not enough.
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

/** Null if the bytes are not an erasable record. */
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

/** Null if the box was altered, or locked with another key, label or context. */
export function unlockBox(key: KeyObject | Buffer, box: Buffer, label: BoxLabel, context: string): Buffer | null {
  const decipher = createDecipheriv(cipherName, key, box.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(boundTo(label, context));
  decipher.setAuthTag(box.subarray(nonceBytes, nonceBytes + tagBytes));
  const plain = decipher.update(box.subarray(nonceBytes + tagBytes));
  try {
    // The plaintext is complete above; the last step only checks the tag.
    decipher.final();
    return plain;
  } catch {
    plain.fill(0);
    return null;
  }
}

const boundTo = (label: BoxLabel, context: string): Buffer => Buffer.from(`vault ${version} ${label} ${context}`);
