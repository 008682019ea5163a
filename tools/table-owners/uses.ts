// Finds the tables that the SQL in a TypeScript file reads and writes.
import type { Source } from '../sources.ts';

export interface TableUse {
  table: string;
  kind: 'read' | 'write';
}

/** Replaces `${…}` in a template. */
const gap = '\u0000';
const shapeOfStatement =
  /\b(select|insert into|delete from|merge into|truncate|update \w+( \w+)? set|join \w+( \w+)? (on|using))\b/i;
const endsTables = new Set(
  'where group order limit offset having returning select set values union except intersect window for when'.split(' '),
);
const beforeLockOrUpsert = new Set(['for', 'do', 'key', 'then']);
const startsClause = new Set(['where', 'join', 'left', 'cross', 'order', 'group', ',']);

export interface SqlUses {
  uses: TableUse[];
  /** CTEs with the name of a table, which readers and this lint would confuse. */
  shadows: string[];
}

/** `isSqlFile`: every text may be part of a statement. Elsewhere, only texts that look like SQL count. */
export function findTableUses(
  { text: source, ast }: Pick<Source, 'text' | 'ast'>,
  tables: ReadonlySet<string>,
  isSqlFile: boolean,
): SqlUses {
  if (!isSqlFile && !shapeOfStatement.test(source)) return { uses: [], shadows: [] };
  const texts = textsOf(ast()).filter((text) => isSqlFile || shapeOfStatement.test(text));
  const found = new Map<string, TableUse>();
  for (const use of [...texts.flatMap((text) => usesIn(text, tables)), ...deletedInPortions(source)])
    if (tables.has(use.table)) found.set(`${use.kind} ${use.table}`, use);
  const ctes = texts.flatMap((text) => [...bare(text).matchAll(/\b(\w+) as (?:not )?(?:materialized )?\(/g)]);
  const shadows = new Set(ctes.map(([, name = '']) => name).filter((name) => tables.has(name)));
  return { uses: [...found.values()], shadows: [...shadows] };
}

/** This function of platform/database takes the table as a parameter. */
const deletedInPortions = (source: string): TableUse[] =>
  [...source.matchAll(/\bdeleteInPortions\(\s*\w+,\s*'(\w+)'/g)].map(([, table = '']) => ({ table, kind: 'write' }));

function textsOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.values(node).flatMap(textsOf);
  if (!('type' in node)) return inner;
  if (node.type === 'StringLiteral' && 'value' in node) return [String(node.value)];
  if (node.type === 'TemplateLiteral' && 'quasis' in node && Array.isArray(node.quasis)) {
    return [node.quasis.map((part: { cooked?: string }) => part.cooked ?? '').join(` ${gap} `), ...inner];
  }
  return inner;
}

/** Removes comments, string contents and quotes around names. */
const bare = (text: string): string =>
  text
    .replace(/--[^\n]*/g, ' ')
    .replace(/\/\*[^*]*\*\//g, ' ')
    .replace(/'(?:[^']|'')*'/g, "'")
    .replace(/\bpublic\.|"/g, '');

const tokensOf = (text: string): string[] =>
  bare(text)
    .toLowerCase()
    .match(/\w+|[^\s\w]/g) ?? [];

type Place = 'none' | 'table' | 'tables';

function usesIn(text: string, tables: ReadonlySet<string>): TableUse[] {
  const tokens = tokensOf(text);
  const uses: TableUse[] = [];
  // One entry per open parenthesis: whether a table comes next, or may come after a comma.
  const places: Place[] = [beginsWithTable(tokens, tables) ? 'table' : 'none'];
  const enter = (place: Place) => places.splice(-1, 1, place);
  for (let at = 0; at < tokens.length; at += 1) {
    const [before, token = '', next = ''] = [tokens[at - 1] ?? '', tokens[at], tokens[at + 1]];
    const place = places.at(-1);
    const written = writtenAt(tokens, at);
    if (before === '.') continue;
    if (token === '(') {
      if (place === 'table') enter('tables');
      places.push('none');
    } else if (token === ')') {
      if (places.length > 1) places.pop();
    } else if (token === ',') {
      if (place === 'tables') enter('table');
    } else if (written) {
      uses.push({ table: written.table, kind: 'write' });
      enter(written.isDelete ? 'tables' : 'none');
      at = written.end;
    } else if (place === 'table') {
      if (token === 'lateral' || token === 'only') continue;
      if (next !== '(' && next !== '.') uses.push({ table: token, kind: 'read' });
      enter('tables');
    } else if (token === 'from' || token === 'join' || token === 'using') {
      enter('table');
    } else if (endsTables.has(token)) {
      enter('none');
    }
  }
  return uses;
}

/** A fragment that continues another's "from": `orders o where …`. */
function beginsWithTable([first = '', second = '', third = '']: string[], tables: ReadonlySet<string>): boolean {
  return tables.has(first) && (startsClause.has(second) || (/^\w+$/.test(second) && startsClause.has(third)));
}

function writtenAt(tokens: string[], at: number): { table: string; end: number; isDelete: boolean } | null {
  const [token, next] = [tokens[at], tokens[at + 1]];
  const isDelete = token === 'delete' && next === 'from';
  if (isDelete || ((token === 'insert' || token === 'merge') && next === 'into'))
    return { table: nameAt(tokens, at + 2), end: at + 2, isDelete };
  if (token === 'truncate') return { table: nameAt(tokens, at + 1), end: at + 1, isDelete: false };
  if (token !== 'update' || next === 'set' || beforeLockOrUpsert.has(tokens[at - 1] ?? '')) return null;
  return { table: nameAt(tokens, at + 1), end: at + 1, isDelete: false };
}

const nameAt = (tokens: string[], at: number): string => {
  const name = tokens[at] ?? '';
  return name === 'only' || name === 'table' ? (tokens[at + 1] ?? '') : name;
};

/** The views that the migrations define, with what each reads. */
export function findViews(migrations: readonly string[]): Map<string, TableUse[]> {
  const views = new Map<string, TableUse[]>();
  for (const statement of migrations.flatMap((text) => bare(text).split(';'))) {
    const [, made, body = ''] = /^\s*create (?:or replace )?view (\w+) as\b([\s\S]*)$/i.exec(statement) ?? [];
    const [, dropped] = /^\s*drop view (?:if exists )?(\w+)/i.exec(statement) ?? [];
    if (made) views.set(made, usesIn(body, new Set()));
    if (dropped) views.delete(dropped);
  }
  return views;
}
