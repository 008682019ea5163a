import { storableValue } from './storable-text.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The fields of an unknown value; empty if it is not an object. */
export const fieldsOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The entries of an unknown value; empty if it is not an array. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The value if it is one of the known ones. */
export const oneOf = <Known>(values: readonly Known[], given: unknown): Known | undefined =>
  values.find((value) => value === given);

/**
 * Parses JSON; undefined if it is invalid, or longer or with more values than any store sends: eight megabytes of empty
 * lists would block the process for half a second. Its texts can be stored.
 */
export function jsonIn(text: string): unknown {
  if (text.length > jsonLengthMax || hasTooManyValues(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return suspectEscape.test(text) ? storableValue(value) : value;
  } catch {
    return undefined;
  }
}

/** Anything can be thrown; this makes it an Error. */
export const errorOf = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** Only an escape can produce what the database refuses: the text itself came from valid UTF-8 without NUL. */
const suspectEscape = /\\u(?:0000|d[89a-f])/i;

const jsonLengthMax = 4_000_000;
const jsonValuesMax = 100_000;
const [list, object, comma, quote] = ['[', '{', ',', '"'].map((mark) => mark.charCodeAt(0));

function hasTooManyValues(text: string): boolean {
  if (text.length <= jsonValuesMax) return false;
  let values = 0;
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code === quote) position = endOfString(text, position);
    else if (code === comma || code === list || code === object) values += 1;
    if (values > jsonValuesMax) return true;
  }
  return false;
}

/** The position of the closing quote, or the end of the text. */
function endOfString(text: string, open: number): number {
  let end = open;
  let escapes = 0;
  do {
    end = text.indexOf('"', end + 1);
    escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes += 1;
  } while (end !== -1 && escapes % 2 === 1);
  return end === -1 ? text.length : end;
}
