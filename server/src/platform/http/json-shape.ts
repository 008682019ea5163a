/** Deeper than the limit that the precise check reports. */
const depthMax = 64;

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;

export type ShapeFault = { kind: 'too_deep'; position: number } | { kind: 'too_many' };

/**
 * Scans the bytes before parsing: how deep the JSON goes and how many values it can have. Stops at the first fault, so
 * a hostile body costs no more than its valid prefix. The parser checks the grammar.
 */
export function findShapeFault(bytes: Buffer, valuesMost: number): ShapeFault | null {
  let depth = 0;
  let values = 1;
  for (let position = 0; position < bytes.length; position += 1) {
    const byte = bytes[position];
    if (byte === quote) {
      position = endOfString(bytes, position);
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      values += 1;
      if (depth > depthMax) return { kind: 'too_deep', position };
    } else if (byte === 0x5d || byte === 0x7d) {
      depth -= 1;
    } else if (byte === comma) {
      values += 1;
    }
    if (values > valuesMost) return { kind: 'too_many' };
  }
  return null;
}

/**
 * The index where this string ends: its closing quote or the end of the text. Most strings are too short for indexOf to
 * pay off.
 */
function endOfString(bytes: Buffer, open: number): number {
  let position = open + 1;
  while (position < bytes.length && bytes[position] !== quote) position += bytes[position] === backslash ? 2 : 1;
  return position;
}
