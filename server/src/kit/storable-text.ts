/**
 * Text that the database can store. Its JSON columns refuse NUL characters and halves of surrogate pairs, which a store
 * can send as `\u0000` and `\ud800`, and which a cut leaves.
 */
export const storableText = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

/** The first characters of a text, without half a character at the end. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return storableText(text);
  return storableText(text.slice(0, max).replace(/[\uD800-\uDBFF]$/, ''));
}

/** The same value with storable texts and names. */
export function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [storableText(name), storableValue(inner)]));
}
