import { fieldsOf } from '../../kit/fields.ts';

type Json = Record<string, unknown>;
type Paths = Record<string, Record<string, Json>>;

/** A name such as `ForbiddenOrPolicyDenied`, from the error codes or the schema; null if it needs none. */
function nameOf(status: string, response: Json): string | null {
  const [media] = Object.values(fieldsOf(response.content));
  const { schema, examples } = fieldsOf(media);
  const codes = Object.keys(fieldsOf(examples));
  if (codes.length > 2) return null;
  if (codes.length > 0) return codes.map(pascalCase).join('Or');
  const reference = fieldsOf(schema).$ref;
  return typeof reference === 'string' ? `${reference.split('/').at(-1)}${status}` : null;
}

const pascalCase = (code: string): string =>
  code
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/**
 * Moves error responses that several operations share to the components. They would be most of the document otherwise.
 */
export function shareResponses(paths: Paths): { paths: Paths; responses: Json } {
  const texts = new Map<string, string>();
  const counts = new Map<string, number>();
  const eachResponse = (visit: (name: string, text: string) => Json | null): Paths =>
    mapValues(paths, (operations) =>
      mapValues(operations, (operation) => ({
        ...operation,
        responses: Object.fromEntries(
          Object.entries(fieldsOf(operation.responses)).map(([status, response]) => {
            const name = Number(status) < 400 ? null : nameOf(status, fieldsOf(response));
            return [status, (name === null ? null : visit(name, JSON.stringify(response))) ?? response];
          }),
        ),
      })),
    );
  eachResponse((name, text) => {
    if (!texts.has(name)) texts.set(name, text);
    if (texts.get(name) === text) counts.set(name, (counts.get(name) ?? 0) + 1);
    return null;
  });
  const isShared = (name: string): boolean => (counts.get(name) ?? 0) > 1;
  return {
    paths: eachResponse((name, text) =>
      isShared(name) && texts.get(name) === text ? { $ref: `#/components/responses/${name}` } : null,
    ),
    responses: Object.fromEntries(
      [...texts]
        .filter(([name]) => isShared(name))
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, text]) => [name, JSON.parse(text)]),
    ),
  };
}

const mapValues = <Value, Result>(given: Record<string, Value>, map: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, map(value)]));

/** The components that these parts refer to, directly or indirectly. */
export function componentsUsedBy(parts: unknown, components: Record<string, Json>): Record<string, Json> {
  const used = new Set<string>();
  const open = [JSON.stringify(parts)];
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([^"/]+)"/g)) {
      const reference = `${kind}/${name}`;
      if (used.has(reference)) continue;
      used.add(reference);
      open.push(JSON.stringify(components[kind]?.[name] ?? {}));
    }
  }
  return Object.fromEntries(
    Object.entries(components).map(([kind, entries]) => [
      kind,
      Object.fromEntries(Object.entries(entries).filter(([name]) => used.has(`${kind}/${name}`))),
    ]),
  );
}
