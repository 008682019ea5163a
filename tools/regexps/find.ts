import { fieldsOf, listOf, textOf } from '../../server/src/kit/fields.ts';
import type { Source } from '../sources.ts';

/** `source` is null if it is only known at run time. */
export interface Found {
  file: string;
  line: number;
  source: string | null;
  flags: string;
}

type Node = Record<string, unknown>;

function visitNodes(value: unknown, visit: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(fieldsOf(value));
  for (const entry of Object.values(value)) visitNodes(entry, visit);
}

/** The text of a constant expression; null if it is not constant. */
function constantText(node: unknown, constants: ReadonlyMap<string, unknown>): string | null {
  const { type, value, quasis, expressions } = fieldsOf(node);
  if (type === 'StringLiteral') return textOf(value) ?? null;
  if (type === 'Identifier') {
    const initial = constants.get(textOf(value) ?? '');
    return initial === undefined ? null : constantText(initial, constants);
  }
  if (type !== 'TemplateLiteral') return null;
  const parts = listOf(expressions).map((entry) => constantText(entry, constants));
  const texts = listOf(quasis).map((quasi) => textOf(fieldsOf(quasi).cooked) ?? '');
  return parts.includes(null) ? null : texts.map((text, place) => text + (parts[place] ?? '')).join('');
}

/** Files without such a slash are skipped: parsing takes long. */
const mayHoldOne =
  /\bRegExp\b|(?:^|[^\w\s)\]}'"`*/<]|\b(?:return|case|of|in|else|do|typeof|void|await|yield))\s*\/(?![/*])/m;

/** Finds every literal and every call of `RegExp`. */
export function regexpsIn({ file, text, ast }: Source): Found[] {
  if (!mayHoldOne.test(text)) return [];
  const constants = new Map<string, unknown>();
  const literals: Found[] = [];
  const calls: Node[] = [];
  const lineOf = (part: string): number => text.slice(0, Math.max(0, text.indexOf(part))).split('\n').length;
  visitNodes(ast(), (node) => {
    const { type, pattern, flags, callee, id, init } = node;
    if (type === 'VariableDeclarator') constants.set(textOf(fieldsOf(id).value) ?? '', init);
    if (type === 'RegExpLiteral' && typeof pattern === 'string')
      literals.push({ file, line: lineOf(`/${pattern}/`), source: pattern, flags: textOf(flags) ?? '' });
    const isCall = type === 'NewExpression' || type === 'CallExpression';
    if (isCall && fieldsOf(callee).value === 'RegExp') calls.push(node);
  });
  return [
    ...literals,
    ...calls.map((call) => {
      const [source, flags] = listOf(call.arguments).map((each) => fieldsOf(each).expression);
      return {
        file,
        line: lineOf('RegExp('),
        source: constantText(source, constants),
        flags: constantText(flags, constants) ?? '',
      };
    }),
  ];
}

/** The patterns of a JSON schema, an OpenAPI document or the retailer catalog. */
export function patternsIn(file: string, document: unknown, flags: string): Found[] {
  const sources = new Set<string>();
  visitNodes(document, ({ pattern }) => typeof pattern === 'string' && sources.add(pattern));
  return [...sources].map((source) => ({ file, line: 1, source, flags }));
}
