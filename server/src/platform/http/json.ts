import type { Problem } from '../../kit/failure.ts';
import { fieldsOf } from '../../kit/fields.ts';
import { findFault } from './json-fault.ts';

export type ParsedJson = { ok: true; value: unknown } | { ok: false; problems: Problem[] };

export const depthMax = 32;

// Limits the response to a hostile body.
const problemsMax = 100;

const suspectEscape = /\\u(?:0000|d[89a-f])/i;

/**
 * Parses JSON and rejects what the grammar allows but we do not: duplicate keys, `__proto__`, NUL characters, lone
 * surrogates, deep nesting, numbers that a double cannot hold. The native parser does the work; one scan of the text
 * counts keys.
 */
export function parseJson(text: string): ParsedJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const fault = faultOf(text);
    return invalidJson(fault?.position ?? 0, fault?.message ?? 'malformed');
  }
  const check: Check = {
    keys: 0,
    problems: [],
    path: [],
    // The text came from valid UTF-8, so only an escape can produce a NUL or a lone surrogate.
    hasSuspectStrings: text.includes('\\u') && suspectEscape.test(text),
  };
  checkValue(check, value);
  if (check.problems.length > 0) return { ok: false, problems: check.problems };
  if (countKeys(text) !== check.keys) {
    const fault = faultOf(text);
    return invalidJson(fault?.position ?? 0, fault?.message ?? 'an object repeats a key');
  }
  return { ok: true, value };
}

/** Locating a fault takes far longer than parsing, so it is skipped for larger texts. */
const locatedBytesMax = 1024 * 1024;
const faultOf = (text: string) => (text.length > locatedBytesMax ? null : findFault(text));

function invalidJson(position: number, reason: string): ParsedJson {
  return {
    ok: false,
    problems: [{ loc: ['body', position], msg: `JSON decode error: ${reason}`, type: 'json_invalid' }],
  };
}

interface Check {
  keys: number;
  problems: Problem[];
  path: (string | number)[];
  hasSuspectStrings: boolean;
}

function addProblem(check: Check, msg: string): void {
  if (check.problems.length < problemsMax) {
    check.problems.push({ loc: ['body', ...check.path], msg, type: 'value_error' });
  }
}

function checkValue(check: Check, value: unknown): void {
  if (typeof value === 'string') {
    if (check.hasSuspectStrings) checkString(check, value);
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) addProblem(check, 'Number is too large');
  } else if (typeof value === 'object' && value !== null) {
    // path.length is the depth of the container of this value.
    if (check.path.length >= depthMax) addProblem(check, `Nesting is limited to ${depthMax} levels`);
    else if (Array.isArray(value)) checkArray(check, value);
    else checkObject(check, fieldsOf(value));
  }
}

function checkString(check: Check, value: string): void {
  if (value.includes('\0')) addProblem(check, 'String should not contain NUL characters');
  else if (!value.isWellFormed()) addProblem(check, 'String should not contain lone surrogates');
}

function checkArray(check: Check, values: unknown[]): void {
  const { path } = check;
  const depth = path.length;
  for (let index = 0; index < values.length; index += 1) {
    path[depth] = index;
    checkValue(check, values[index]);
  }
  path.length = depth;
}

function checkObject(check: Check, value: Record<string, unknown>): void {
  const { path } = check;
  const depth = path.length;
  for (const key of Object.keys(value)) {
    check.keys += 1;
    path[depth] = key;
    if (key === '__proto__') addProblem(check, 'The key __proto__ is not allowed');
    if (check.hasSuspectStrings && (key.includes('\0') || !key.isWellFormed())) {
      path[depth] = key.replaceAll('\0', '\u{fffd}').toWellFormed();
      addProblem(check, 'Name should not contain NUL characters or lone surrogates');
    }
    checkValue(check, value[key]);
  }
  path.length = depth;
}

const quote = 0x22;
const colon = 0x3a;
const backslash = 0x5c;

/** Counts the keys in valid JSON: strings followed by a colon. */
function countKeys(text: string): number {
  let keys = 0;
  let open = text.indexOf('"');
  while (open !== -1) {
    const close = endOfString(text, open);
    let next = close + 1;
    let code = text.charCodeAt(next);
    while (code === 0x20 || (code >= 0x09 && code <= 0x0d)) {
      next += 1;
      code = text.charCodeAt(next);
    }
    if (code === colon) keys += 1;
    // The next string usually starts right after a comma or colon: check there before searching.
    open = text.charCodeAt(next + 1) === quote ? next + 1 : text.indexOf('"', next);
  }
  return keys;
}

function endOfString(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (text.charCodeAt(close - 1) === backslash) {
    let first = close - 1;
    while (text.charCodeAt(first - 1) === backslash) first -= 1;
    if ((close - first) % 2 === 0) break;
    close = text.indexOf('"', close + 1);
  }
  return close;
}
