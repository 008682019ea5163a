import { parseSync } from 'rolldown/utils';
import { fieldsOf, listOf, textOf } from '../../server/src/kit/fields.ts';

/** `source` is null if it is only known at run time. */
export interface Found {
  file: string;
  line: number;
  source: string | null;
  flags: string;
}

function* nodesIn(value: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(value)) {
    for (const entry of value) yield* nodesIn(entry);
  } else if (typeof value === 'object' && value !== null && !(value instanceof RegExp)) {
    yield fieldsOf(value);
    for (const entry of Object.values(value)) yield* nodesIn(entry);
  }
}

/** The text of a constant expression; null if it is not constant. */
function constantText(node: unknown, constants: ReadonlyMap<string, unknown>): string | null {
  const { type, value, name, quasis, expressions } = fieldsOf(node);
  if (type === 'Literal') return textOf(value) ?? null;
  if (type === 'Identifier') {
    const initial = constants.get(textOf(name) ?? '');
    return initial === undefined ? null : constantText(initial, constants);
  }
  if (type !== 'TemplateLiteral') return null;
  const parts = listOf(expressions).map((entry) => constantText(entry, constants));
  const texts = listOf(quasis).map((quasi) => textOf(fieldsOf(fieldsOf(quasi).value).cooked) ?? '');
  return parts.includes(null) ? null : texts.map((text, place) => text + (parts[place] ?? '')).join('');
}

/** Files without such a slash are skipped: parsing takes long. */
const mayHoldOne =
  /\bRegExp\b|(?:^|[^\w\s)\]}'"`*/<]|\b(?:return|case|of|in|else|do|typeof|void|await|yield))\s*\/(?![/*])/m;

/** Finds every literal and every call of `RegExp`. */
export function regexpsIn(file: string, text: string): Found[] {
  if (!mayHoldOne.test(text)) return [];
  const nodes = [...nodesIn(parseSync(file, text).program)];
  const constants = new Map<string, unknown>();
  for (const { type, id, init } of nodes)
    if (type === 'VariableDeclarator') constants.set(textOf(fieldsOf(id).name) ?? '', init);
  return nodes.flatMap((node) => {
    const place = () => ({ file, line: text.slice(0, Number(node.start)).split('\n').length });
    const { pattern, flags } = fieldsOf(node.regex);
    if (node.type === 'Literal' && typeof pattern === 'string')
      return [{ ...place(), source: pattern, flags: textOf(flags) ?? '' }];
    const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
    if (!isCall || fieldsOf(node.callee).name !== 'RegExp') return [];
    const [source, given] = listOf(node.arguments);
    return [{ ...place(), source: constantText(source, constants), flags: constantText(given, constants) ?? '' }];
  });
}

/** The patterns of a JSON schema, an OpenAPI document or the retailer catalog. */
export function patternsIn(file: string, document: unknown, flags: string): Found[] {
  const sources = [...nodesIn(document)].flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []));
  return [...new Set(sources)].map((source) => ({ file, line: 1, source, flags }));
}
