import { UsageError } from './command.ts';

type Fields = Record<string, unknown>;

/**
 * Builds a body from `name=text` and `name:=json`. Names nest: `shipping_address[city]=Paris`. `products[][url]=…` adds
 * an entry, unless the last one has no `url` yet.
 */
export function bodyFromFields(given: readonly string[]): Fields {
  const body = newFields();
  for (const field of given) {
    const [, name, path = '', colon, text = ''] = /^([^[\]=:]+)((?:\[[^[\]]*\])*)(:?)=([\s\S]*)$/.exec(field) ?? [];
    if (name === undefined) throw new UsageError(`"${field}" is not a field. Use name=text or name:=json.`);
    const keys = path === '' ? [] : path.slice(1, -1).split('][');
    setField(body, name, keys, colon === ':' ? parseJson(field, text) : text);
  }
  return body;
}

/** Without a prototype, so that every name is an ordinary one. */
const newFields = (): Fields => Object.create(null);

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function setField(target: Fields, name: string, [next, ...rest]: string[], value: unknown): void {
  const known = target[name];
  if (next === undefined) {
    target[name] = value;
  } else if (next === '') {
    const list: unknown[] = Array.isArray(known) ? known : [];
    target[name] = list;
    addEntry(list, rest, value);
  } else {
    const inner = isFields(known) ? known : newFields();
    target[name] = inner;
    setField(inner, next, rest, value);
  }
}

function addEntry(list: unknown[], [next, ...rest]: string[], value: unknown): void {
  if (next === undefined) {
    list.push(value);
    return;
  }
  const last = list.at(-1);
  const isOpen = isFields(last) && (rest.length > 0 || !(next in last));
  const entry = isOpen ? last : newFields();
  if (!isOpen) list.push(entry);
  setField(entry, next, rest, value);
}

function parseJson(field: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`"${field}" has no JSON after :=. Use = for text.`);
  }
}
