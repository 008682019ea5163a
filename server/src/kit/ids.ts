import { createHmac, randomBytes, randomUUID } from 'node:crypto';

/** Ids come from a cryptographic source: an order id is a capability. */
export const newId = (): string => randomUUID();

/** An id made of these bytes, in the shape of a random one. */
export function idFrom(bytes: Buffer): string {
  const hex = bytes.toString('hex', 0, 16);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20)].join(
    '-',
  );
}

/**
 * The id that these parts always get. A database restored from a backup makes the same id again for the same request, so a store
 * can be asked about it. Without the secret it cannot be told from a random id.
 */
export const derivedId = (secret: Buffer, parts: readonly (string | number | null)[]): string =>
  idFrom(createHmac('sha256', secret).update(JSON.stringify(parts)).digest());

const idsPerLookup = 20;

/** The first id of a series that is not used yet. `findUsed` returns those of the given ids that are. */
export async function firstUnusedId(
  idAt: (index: number) => string,
  findUsed: (ids: string[]) => Promise<ReadonlySet<string>>,
): Promise<string> {
  for (let from = 0; ; from += idsPerLookup) {
    const ids = Array.from({ length: idsPerLookup }, (_, offset) => idAt(from + offset));
    const used = await findUsed(ids);
    const unused = ids.find((id) => !used.has(id));
    if (unused !== undefined) return unused;
  }
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random base62 characters without modulo bias. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) text += base62From(randomBytes(length), length - text.length);
  return text;
}

/** Base62 characters of random bytes without modulo bias: at most `length`, fewer when there are too few bytes. */
export function base62From(bytes: Buffer, length: number): string {
  let text = '';
  for (const byte of bytes) {
    if (byte < 248 && text.length < length) text += base62[byte % 62];
  }
  return text;
}

/** A non-negative integer in base62, left-padded with zeros. */
export function toBase62(value: number, width: number): string {
  let rest = value;
  let text = '';
  do {
    text = base62[rest % 62] + text;
    rest = Math.floor(rest / 62);
  } while (rest > 0);
  return text.padStart(width, '0');
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => uuidPattern.test(text);
