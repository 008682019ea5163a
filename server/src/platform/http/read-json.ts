import { isAscii, isUtf8 } from 'node:buffer';
import { Failure, Invalid } from '../../kit/failure.ts';
import { depthMax, parseJson } from './json.ts';
import { findShapeFault } from './json-shape.ts';

/** A smaller body is cheap to parse, whatever it contains. */
const smallBytes = 16 * 1024;

/** Parses a body: JSON in UTF-8, with limited depth and number of values. */
export function readJson(body: Buffer, valuesMost: number): unknown {
  refuseShape(body, valuesMost);
  const text = decodeUtf8(body);
  if (text === null) {
    throw new Invalid([{ loc: ['body', 0], msg: 'JSON decode error: the body is not UTF-8', type: 'json_invalid' }]);
  }
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Invalid(parsed.problems);
  return parsed.value;
}

function refuseShape(body: Buffer, valuesMost: number): void {
  const fault = body.length <= smallBytes ? null : findShapeFault(body, valuesMost);
  if (fault === null) return;
  if (fault.kind === 'too_many') {
    throw new Failure(
      'payload_too_large',
      413,
      `The body contains more than the ${valuesMost} values that this path accepts.`,
    );
  }
  const msg = `JSON decode error: nesting is limited to ${depthMax} levels`;
  throw new Invalid([{ loc: ['body', fault.position], msg, type: 'json_invalid' }]);
}

function decodeUtf8(body: Buffer): string | null {
  // One-byte strings parse and scan twice as fast.
  if (isAscii(body)) return body.toString('latin1');
  if (!isUtf8(body)) return null;
  const text = body.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
