/** Where JSON text breaks the grammar or repeats a key. Slow: only for bodies that were already refused. */
export interface JsonFault {
  position: number;
  message: string;
}

const blanks = /[\t\n\r ]*/y;
const scalar =
  /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\uffff]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

type Expected = 'value' | 'first element' | 'first key' | 'key' | 'colon' | 'comma' | 'end';

interface Walk {
  text: string;
  position: number;
  expected: Expected;
  /** One entry per open container: the keys of an object, or null for an array. */
  open: (Set<string> | null)[];
}

export function findFault(text: string): JsonFault | null {
  const walk: Walk = { text, position: 0, expected: 'value', open: [] };
  for (;;) {
    walk.position = endOf(blanks, walk);
    if (walk.position >= text.length) {
      return walk.expected === 'end' ? null : { position: walk.position, message: 'Unexpected end of input' };
    }
    const fault = step(walk);
    if (fault !== null) return fault;
  }
}

function endOf(pattern: RegExp, walk: Walk): number {
  pattern.lastIndex = walk.position;
  return pattern.test(walk.text) ? pattern.lastIndex : -1;
}

function step(walk: Walk): JsonFault | null {
  const character = walk.text[walk.position] ?? '';
  switch (walk.expected) {
    case 'colon':
      return character === ':' ? advance(walk, 'value') : expecting(walk, "':' delimiter");
    case 'comma':
      return afterValue(walk, character);
    case 'first key':
      return character === '}' ? close(walk) : key(walk);
    case 'key':
      return key(walk);
    case 'first element':
      return character === ']' ? close(walk) : value(walk, character);
    case 'value':
      return value(walk, character);
    case 'end':
      return { position: walk.position, message: 'Extra data' };
  }
}

function advance(walk: Walk, expected: Expected): null {
  walk.position += 1;
  walk.expected = expected;
  return null;
}

function expecting(walk: Walk, what: string): JsonFault {
  return { position: walk.position, message: `Expecting ${what}` };
}

function close(walk: Walk): null {
  walk.open.pop();
  return advance(walk, walk.open.length === 0 ? 'end' : 'comma');
}

function afterValue(walk: Walk, character: string): JsonFault | null {
  const isObject = walk.open.at(-1) !== null;
  if (character === ',') return advance(walk, isObject ? 'key' : 'value');
  return character === (isObject ? '}' : ']') ? close(walk) : expecting(walk, "',' delimiter");
}

function value(walk: Walk, character: string): JsonFault | null {
  if (character === '{') {
    walk.open.push(new Set());
    return advance(walk, 'first key');
  }
  if (character === '[') {
    walk.open.push(null);
    return advance(walk, 'first element');
  }
  const end = endOf(scalar, walk);
  if (end === -1) return expecting(walk, 'value');
  walk.position = end;
  walk.expected = walk.open.length === 0 ? 'end' : 'comma';
  return null;
}

function key(walk: Walk): JsonFault | null {
  const end = walk.text[walk.position] === '"' ? endOf(scalar, walk) : -1;
  if (end === -1) return expecting(walk, 'property name in double quotes');
  const name = String(JSON.parse(walk.text.slice(walk.position, end)));
  const keys = walk.open.at(-1);
  if (keys?.has(name)) return { position: walk.position, message: 'an object repeats a key' };
  keys?.add(name);
  walk.position = end;
  walk.expected = 'colon';
  return null;
}
