import { createHmac, randomBytes, randomUUID } from 'node:crypto';

/** Ids are cryptographically random: an order id grants access. */
export const newId = (): string => randomUUID();

/** Formats these bytes as a random UUID. */
export function idFrom(bytes: Buffer): string {
  const hex = bytes.toString('hex', 0, 16);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20)].join(
    '-',
  );
}

/**
 * The same parts always get the same id. After a restore from a backup, the same request gets its id again, so the
 * store can be asked about it. Without the secret, it looks like a random id.
 */
export const derivedId = (secret: Buffer, parts: readonly (string | number | null)[]): string =>
  idFrom(createHmac('sha256', secret).update(JSON.stringify(parts)).digest());

const idsPerLookup = 20;

/** The first unused id of a series. `findUsed` returns the used ones among the given ids. */
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

/** Without modulo bias. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) text += base62From(randomBytes(length), length - text.length);
  return text;
}

/** Base62 characters from random bytes, without modulo bias: at most `length`, fewer if there are too few bytes. */
export function base62From(bytes: Buffer, length: number): string {
  let text = '';
  for (const byte of bytes) {
    if (byte < 248 && text.length < length) text += base62[byte % 62];
  }
  return text;
}

/** A non-negative integer in base62, padded with zeros. */
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
