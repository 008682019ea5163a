type Json = Record<string, unknown>;

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** JSON values that no field expects, and some that a few do. */
export const hostileValues: readonly string[] = [
  'null',
  'true',
  '0',
  '-1',
  '0.1',
  '1e400',
  '-1e400',
  '1e308',
  '9223372036854775808',
  '-9223372036854775809',
  '9007199254740993',
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"x\\udfff"',
  '"\\u202e\\u200b\\ufeff"',
  '"💩"',
  '"\\r\\nX-Injected: 1"',
  '"\'; drop table orders; --"',
  '"%00"',
  '"__proto__"',
  '"constructor"',
  JSON.stringify('x'.repeat(255)),
  JSON.stringify('x'.repeat(10_000)),
  '[]',
  '[null]',
  '{}',
  '{"__proto__": {"polluted": true}}',
  '{"constructor": {"prototype": {"polluted": true}}}',
  '{"toString": 1, "hasOwnProperty": 1}',
  '{"a": 1, "a": 2}',
  '{"\\u0000": 1}',
  '{"\\ud800": 1}',
  nested(40),
  nested(20_000),
  `[${Array.from({ length: 2000 }, () => '1').join()}]`,
];

/** Invalid bodies. */
export const hostileBodies: readonly (string | Buffer)[] = [
  ...hostileValues,
  '{',
  '}',
  '{"a"}',
  "{'a': 1}",
  '{"a": 1,}',
  'NaN',
  'undefined',
  '\0',
  '{"a": "\0"}',
  '{} {}',
  '// {}',
  `{"a": ${'9'.repeat(5000)}}`,
  `{${Array.from({ length: 3000 }, (_, n) => `"k${n}": 1`).join()}}`,
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
  Buffer.from([0x22, 0xf8, 0x88, 0x80, 0x80, 0x80, 0x22]),
];

/** Values for a path or a query, percent-encoded like a client would, or worse. */
export const hostileTexts: readonly string[] = [
  '',
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%FF',
  '%C3%28',
  '%',
  '%zz',
  '%F0%9F%92%A9',
  '%20',
  '%0D%0AX-Injected:%201',
  'null',
  'true',
  '-1',
  '0',
  '0.5',
  '1e400',
  'NaN',
  'Infinity',
  '9223372036854775808',
  '-9223372036854775809',
  '9007199254740993',
  '%D9%A1%D9%A2',
  '0x10',
  '__proto__',
  'constructor',
  'toString',
  '%7B%7D',
  '%5B%5D',
  '%2F..%2F..%2Fetc%2Fpasswd',
  "';drop%20table%20orders;--",
  '%25%5F%5C',
  '10000-01-01T00:00:00Z',
  '0000-00-00T00:00:00Z',
  '2026-01-01T00:00:00+99:99',
  'x'.repeat(255),
  'x'.repeat(10_000),
  '9'.repeat(400),
];

export const hostileHeaders: readonly string[] = ['', ' ', 'é', '\t', '__proto__', 'x'.repeat(255), 'x'.repeat(10_000)];

export type Place = (string | number)[];

/** Inlines named schemas. A recursive reference becomes an empty schema. */
export function inlined(schema: Schema, document: { components: { schemas: Record<string, Schema> } }): Schema {
  const inline = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((each) => inline(each, within));
    if (typeof value !== 'object' || value === null) return value;
    const name = /^#\/components\/schemas\/(\w+)$/.exec(String((value as { $ref?: string }).$ref))?.[1];
    if (name !== undefined && within.includes(name)) return {};
    if (name !== undefined) return inline(document.components.schemas[name], [...within, name]);
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inline(each, within)]));
  };
  return inline(schema, []) as Schema;
}

export function placesOf(schema: Schema, at: Place = []): Place[] {
  const branches = [schema, ...(schema.anyOf ?? [])];
  const inside = branches.flatMap(({ properties, items }) => [
    ...Object.entries(properties ?? {}).flatMap(([name, property]) => placesOf(property, [...at, name])),
    ...(items ? placesOf(items, [...at, 0]) : []),
  ]);
  return at.length === 0 ? inside : [at, ...inside];
}

const mark = '@@here@@';

/** A valid body as text, with raw JSON in one place that JSON.stringify would never write. */
export function bodyWith(valid: unknown, place: Place, text: string): string {
  const body = structuredClone(valid ?? {}) as Json;
  let parent: Json = body;
  for (const [index, step] of place.slice(0, -1).entries()) {
    if (typeof parent[step] !== 'object' || parent[step] === null) {
      parent[step] = typeof place[index + 1] === 'number' ? [] : {};
    }
    parent = parent[step] as Json;
  }
  parent[place.at(-1)!] = mark;
  return JSON.stringify(body).replace(`"${mark}"`, () => text);
}

/** A valid body with one more member in one of its objects. */
export function bodyWithMember(valid: unknown, place: Place, member: string): string {
  const text = bodyWith(valid, [...place, mark], '1');
  return text.replace(`"${mark}":1`, () => member);
}
