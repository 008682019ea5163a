// The titles of the tests in a file, read from its source.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { parse, root } from '../sources.ts';

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const nodesIn = (value: unknown): Node[] => (isNode(value) ? Object.values(value).filter(isNode) : []);

/** The name that a call begins with: `it` of `it.skipIf(…).each(…)(…)`. */
function nameOf(callee: unknown): string {
  if (!isNode(callee)) return '';
  return callee.type === 'Identifier' ? String(callee.value) : nameOf(callee.callee ?? callee.object ?? callee.tag);
}

/** All literal texts below a node. */
function textsIn(node: Node): string[] {
  if (node.type === 'StringLiteral') return [String(node.value)];
  if (node.type === 'TemplateElement') return [String(node.cooked)];
  return nodesIn(node).flatMap(textsIn);
}

const hole = /%[a-z#]|\$\w+(?:\.\w+)*/g;

/** The text of a literal, with a hole for each value in it; null for anything else. */
function titleOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'StringLiteral') return String(node.value);
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return null;
  return node.quasis.map(({ cooked }) => cooked).join('%s');
}

/** The list of `it.each([…])(…)`; null if it comes from elsewhere. */
function tableOf(callee: unknown): Node | null {
  if (!isNode(callee) || callee.type !== 'CallExpression' || !Array.isArray(callee.arguments)) return null;
  const table: Node | undefined = callee.arguments[0]?.expression;
  const list = table?.type === 'TsConstAssertion' ? table.expression : table;
  return isNode(list) && list.type === 'ArrayExpression' ? list : null;
}

/**
 * Every title in a source, alone and with the titles of the groups around it. What a hole holds is not computed: it is
 * filled with each literal of its table, or with each of `words` if the table comes from elsewhere.
 */
export function titlesIn(tree: unknown, words: readonly string[]): string[] {
  const titles: string[] = [];
  const visit = (node: Node, group: string): void => {
    const isTest = node.type === 'CallExpression' && ['it', 'test', 'describe'].includes(nameOf(node.callee));
    const title = isTest && Array.isArray(node.arguments) ? titleOf(node.arguments[0]?.expression) : null;
    const whole = title === null ? group : `${group} ${title}`.trim();
    if (title !== null) {
      const table = tableOf(node.callee);
      const fillings = title.search(hole) === -1 ? [] : table ? textsIn(table) : words;
      titles.push(whole, ...fillings.map((text) => title.replaceAll(hole, () => text)));
    }
    for (const inner of nodesIn(node)) visit(inner, whole);
  };
  if (isNode(tree)) visit(tree, '');
  return titles;
}

const treesByFile = new Map<string, { tree: Node; words: string[]; helpers: string[] }>();

function open(file: string) {
  const known = treesByFile.get(file);
  if (known) return known;
  const source = readFileSync(join(root, file), 'utf8');
  const parsed = parse(file, source);
  const tree = isNode(parsed) ? parsed : {};
  const helpers = [...source.matchAll(/from '(\.[^']+\.ts)'/g)]
    .map(([, path = '']) => join(dirname(file), path))
    .filter((path) => path.startsWith('server/test/') && existsSync(join(root, path)));
  const opened = { tree, words: textsIn(tree), helpers };
  treesByFile.set(file, opened);
  return opened;
}

function helpersOf(file: string, seen: Set<string> = new Set([file])): Set<string> {
  for (const helper of open(file).helpers) {
    if (seen.has(helper)) continue;
    seen.add(helper);
    helpersOf(helper, seen);
  }
  return seen;
}

const titlesByFile = new Map<string, string[]>();

/** The titles of a test file, and of the helpers that it imports from the tests. */
export function titlesOf(file: string): string[] {
  const known = titlesByFile.get(file);
  if (known) return known;
  const files = [...helpersOf(file)].map(open);
  const words = [...new Set(files.flatMap((one) => one.words))].filter((word) => word.length < 100);
  const titles = [...new Set(files.flatMap(({ tree }) => titlesIn(tree, words)))];
  titlesByFile.set(file, titles);
  return titles;
}

/** Whether a pattern finds a test: every part of one of its alternatives is in a title. */
export const findsTest = (pattern: string, titles: readonly string[]): boolean =>
  pattern.split('|').some((alternative) =>
    alternative.split('.*').every((part) => {
      const expression = new RegExp(part);
      return titles.some((title) => expression.test(title));
    }),
  );
