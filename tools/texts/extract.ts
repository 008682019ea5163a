// Extracts the texts that people read from a source file: JSX, string literals and templates that hold words.
import type { Source } from '../sources.ts';

/** `api` texts are descriptions in the API document, `internal` ones are errors that only operators see. */
export type Kind = 'text' | 'log' | 'metric' | 'internal' | 'api';

export interface Text {
  kind: Kind;
  text: string;
}

type Node = Record<string, unknown> & { type: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Properties and attributes that contain code. */
const codeNames = new Set([
  ...[
    'className',
    'class',
    'href',
    'to',
    'id',
    'key',
    'type',
    'role',
    'rel',
    'style',
    'd',
    'path',
    'pattern',
    'autoComplete',
  ],
  ...[
    'operationId',
    'viewBox',
    'points',
    'operator',
    'kind',
    'examples',
    'example',
    'default',
    'const',
    'format',
    'dedupeKey',
  ],
]);

/** Properties and attributes that always contain text, even a single word. */
const wordNames = new Set([
  ...[
    'label',
    'title',
    'heading',
    'placeholder',
    'hint',
    'summary',
    'description',
    'message',
    'subject',
    'help',
    'alt',
  ],
  ...['aria-label', 'text', 'submit', 'confirm', 'action', 'head', 'empty', 'note', 'advice', 'meaning'],
]);

const logLevels = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier' || node.type === 'StringLiteral') return String(node.value);
  if (node.type === 'MemberExpression') return nameOf(node.property);
  if (node.type === 'CallExpression') {
    const [first] = argumentsOf(node);
    return nameOf(first) || nameOf(node.callee);
  }
  if (node.type === 'JSXNamespacedName') return `${nameOf(node.namespace)}:${nameOf(node.name)}`;
  return '';
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const argumentsOf = (node: Node): unknown[] =>
  listOf(node.arguments).map((argument) =>
    typeof argument === 'object' && argument !== null && 'expression' in argument ? argument.expression : null,
  );
const joined = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The text of an expression, with `{name}` for run-time values; null without a literal. */
function textOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'StringLiteral') return String(node.value);
  if (node.type === 'ParenthesisExpression' || node.type === 'TsAsExpression' || node.type === 'TsConstAssertion')
    return textOf(node.expression);
  if (node.type === 'TemplateLiteral') {
    const expressions = listOf(node.expressions);
    return listOf(node.quasis)
      .map((quasi, index) => {
        const cooked = isNode(quasi) ? String(quasi.cooked ?? quasi.raw) : '';
        return index < expressions.length ? `${cooked}${placeholderOf(expressions[index])}` : cooked;
      })
      .join('');
  }
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const [left, right] = [textOf(node.left), textOf(node.right)];
    if (left === null && right === null) return null;
    return (left ?? placeholderOf(node.left)) + (right ?? placeholderOf(node.right));
  }
  return null;
}

const placeholderOf = (node: unknown): string => textOf(node) ?? `{${nameOf(node) || '…'}}`;

/** The text of JSX children, including inline elements. */
function textOfChildren(children: unknown[]): string {
  return children
    .map((child) => {
      if (!isNode(child)) return '';
      if (child.type === 'JSXText')
        return String(child.value).replace(/\s*\n\s*/g, (gap) => (gap.trim() === '' ? ' ' : gap));
      if (child.type === 'JSXExpressionContainer') return placeholderOf(child.expression);
      if (child.type === 'JSXElement' || child.type === 'JSXFragment') return textOfChildren(listOf(child.children));
      return '';
    })
    .join('');
}

/** SQL and GraphQL in templates, header values and content types. */
const isCode = (text: string): boolean =>
  /\b(?:select|insert|update|delete|exists|coalesce|merge|explain|grant|revoke|asked as|order by)\b[\s\S]*(?:\(|\bfrom\b|\binto\b|\bset\b|\bon\b|\{ord\})/.test(
    text,
  ) ||
  /^(?:query|mutation|fragment) \w|__typename|\.\.\. ?on |^\{ ?(?:id|__)|\w\(input: |\bSameSite=|\bMax-Age=|^[a-z]+\/[\w.+-]+; ?|charset=|realm="|filename|-src '|^(?:begin|prepare) |^\{?[a-z_ ]*\}? as \(|= any \(|^"\w+":/.test(
    text,
  );

const isText = (text: string): boolean => /\p{L}/u.test(text.replace(/\{[^{}]*\}/g, '')) && !isCode(text);

/** In pages, a single capitalized word is a label. */
const isPage = (file: string): boolean => file.startsWith('web/') || /pages?\.ts$/.test(file);

/** Whether a literal is text: two or more words, no code. */
function isSentence(text: string): boolean {
  const bare = joined(text.replace(/\{[^{}]*\}/g, ' '));
  if (!/[A-Za-zÀ-ÿ]{2,}/.test(bare) || !joined(text).includes(' ')) return false;
  if (
    /^(?:select|insert|update|delete|with|alter|create|drop|set|from|where)\s/i.test(bare) &&
    /[=()*]|\b(?:from|into|table)\b/i.test(bare)
  )
    return false;
  if (/^[-\w.#>:[\]="'()*,\s]+$/.test(bare) && !/[A-Za-z]{2,} [A-Za-z]{2,}/.test(bare)) return false;
  if (/^(?:[a-z-]+ ?: ?[^;]+; ?)+$/.test(bare)) return false;
  return !/=>|\w\(.*;|^HTTP\/|^[\w*]*\[\w+|^<|^\/[\w.]|,[A-Z]{2} |^(?:[a-z_]+ )+[a-z]+_[a-z_ ]+$/.test(bare);
}

interface Place {
  file: string;
  found: Text[];
  kind: Kind;
  /** The property or attribute of the value. */
  name: string;
}

const add = ({ found, kind }: Place, text: string): void => {
  if (isText(text)) found.push({ kind, text: joined(text) });
};

/** Node types without text. */
const skipped = /^(?:ImportDeclaration|ExportAllDeclaration|RegExpLiteral|Ts(?!As|Const|NonNull|Satisfies).*)$/;

function visit(node: unknown, place: Place): void {
  if (typeof node !== 'object' || node === null) return;
  if (!isNode(node)) visitAll(Object.values(node), place);
  else if (node.type === 'JSXElement' || node.type === 'JSXFragment') visitElement(node, place);
  else if (node.type === 'JSXAttribute') visitNamed(nameOf(node.name), node.value, place);
  else if (node.type === 'KeyValueProperty') visitNamed(nameOf(node.key), node.value, place);
  else if (node.type === 'TaggedTemplateExpression') visitHtml(node, place);
  else if (node.type === 'CallExpression' || node.type === 'NewExpression') visitCall(node, place);
  else if (!skipped.test(node.type)) visitLiteral(node, place);
}

function visitAll(nodes: unknown[], place: Place): void {
  for (const node of nodes) visit(node, place);
}

function visitNamed(name: string, value: unknown, place: Place): void {
  if (codeNames.has(name)) return;
  const isApi = (name === 'description' || name === 'summary') && /\/routes[\w-]*\.ts$/.test(place.file);
  visit(value, {
    ...place,
    name,
    kind: isApi ? 'api' : name === 'help' && place.file.startsWith('server/') ? 'metric' : place.kind,
  });
}

function visitCall(node: Node, place: Place): void {
  const { callee } = node;
  const called = nameOf(callee);
  const object = isNode(callee) && callee.type === 'MemberExpression' ? nameOf(callee.object) : '';
  if (called === 'RegExp' || called === 'querySelector') return;
  visit(callee, { ...place, name: '' });
  if (logLevels.has(called) && /log/i.test(object))
    visitAll(argumentsOf(node), { ...place, kind: 'log', name: 'message' });
  else if (node.type === 'NewExpression' && called.endsWith('Error'))
    visitAll(argumentsOf(node), { ...place, kind: 'internal', name: 'message' });
  else visitAll(argumentsOf(node), { ...place, name: '' });
}

/** The texts between the tags of an HTML template. Other tagged templates are SQL. */
function visitHtml(node: Node, place: Place): void {
  if (nameOf(node.tag) !== 'html') return;
  const page = (textOf(node.template) ?? '').replace(/<(?:script|style)[\s\S]*?<\/(?:script|style)>/g, '');
  for (const part of page.split(/<\/?(?!(?:a|b|code|em|strong|time|span)\b)[^<>]*>/))
    add(place, part.replace(/<[^<>]*>/g, ''));
  if (isNode(node.template)) visitAll(listOf(node.template.expressions), { ...place, name: '' });
}

function visitLiteral(node: Node, place: Place): void {
  const text = textOf(node);
  if (text === null) {
    const { span: _, ...fields } = node;
    visitAll(Object.values(fields), place);
    return;
  }
  const isLabel = wordNames.has(place.name)
    ? /^[\p{Lu}{]/u.test(text)
    : isPage(place.file) && /^[A-Z][a-z]+$/.test(text);
  if (isLabel || isSentence(text)) add(place, text);
  if (node.type === 'TemplateLiteral') visitAll(listOf(node.expressions), { ...place, name: '' });
}

/** An element with text is one text, including its inline elements. Other elements are visited. */
function visitElement(node: Node, place: Place): void {
  const attributes = isNode(node.opening) ? listOf(node.opening.attributes) : [];
  visitAll(attributes, { ...place, name: '' });
  const children = listOf(node.children);
  const hasWords = children.some((child) => isNode(child) && child.type === 'JSXText' && isText(String(child.value)));
  if (hasWords) add(place, textOfChildren(children));
  for (const child of children) {
    if (!isNode(child) || child.type === 'JSXText') continue;
    const isLiteral = child.type === 'JSXExpressionContainer' && textOf(child.expression) !== null;
    const isPhrase = listOf(child.children).every((inner) => isNode(inner) && inner.type === 'JSXText');
    if (isLiteral) {
      if (!hasWords) add(place, textOf(child.expression) ?? '');
    } else if (hasWords && child.type === 'JSXElement' && isPhrase)
      visitAll(isNode(child.opening) ? listOf(child.opening.attributes) : [], { ...place, name: '' });
    else visit(child, { ...place, name: 'text' });
  }
}

/** Files whose texts become the API reference and the error pages. */
const isReference = (file: string): boolean =>
  /\/schema[\w-]*\.ts$|\/order-view\.ts$|^server\/src\/legacy\/(?:answers|read-return|routes)|\/wire\/(?:document|errors?|error-docs)\.ts$/.test(
    file,
  );

/** All texts of a file, in order. */
export function textsIn({ file, ast }: Source): Text[] {
  const found: Text[] = [];
  visit(ast(), { file, found, kind: isReference(file) ? 'api' : 'text', name: '' });
  return found;
}
