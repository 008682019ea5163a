import { Ajv } from 'ajv';
import { matchPattern } from './match-pattern.ts';
import { recipeSchema } from './recipe-schema.ts';

/** The parts of JSON Schema that recipes use. */
interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | Schema[];
  minItems?: number;
  additionalItems?: boolean;
  additionalProperties?: boolean;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  pattern?: string;
}

const definitions = recipeSchema.$defs as Record<string, Schema>;
const ajv = new Ajv({ strict: false });

/** Problems of a recipe, each with its place and what is allowed there. */
export function recipeProblems(value: unknown): string[] {
  const inShape = [...problemsAt(definitions.Recipe ?? {}, value, '')];
  // The schema decides. It is slow to compile, so only recipes with problems are validated by it.
  const isWrong = inShape.length > 0 && !ajv.validate(recipeSchema, value);
  return isWrong ? inShape : [...problemsOfPatterns(value, '')];
}

const patternNames = ['pattern', 'matches', 'url', 'answered', 'free', 'not_products'];

/** Invalid or huge regular expressions, which would otherwise fail only when a step uses them. */
function* problemsOfPatterns(value: unknown, place: string): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, entry] of Object.entries(value)) {
    const at = `${place}/${name}`;
    if (typeof entry !== 'string') yield* problemsOfPatterns(entry, at);
    else if (patternNames.includes(name)) yield* problemsOfPattern(entry, at);
  }
}

function* problemsOfPattern(source: string, at: string): Generator<string> {
  let pattern: RegExp;
  try {
    pattern = new RegExp(source.replace(/\{\{[^{}]*\}\}/g, 'x'), 'iu');
  } catch {
    return yield `${at}: ${shown(source)} is not a regular expression (write each backslash twice in JSON).`;
  }
  try {
    matchPattern(pattern, '');
  } catch {
    yield `${at}: ${shown(source)} is too large.`;
  }
}

function* problemsAt(given: Schema, value: unknown, place: string): Generator<string> {
  const schema = resolve(given);
  if (schema.anyOf) return yield* problemsOfUnion(given, schema.anyOf.map(resolve), value, place);
  if (schema.type === 'object') return yield* problemsOfObject(schema, value, place);
  if (schema.type === 'array') return yield* problemsOfArray(schema, value, place);
  if (ajv.validate(schema, value)) return;
  yield `${place || '/'}: ${shown(value)} is not ${problemText(schema)}.`;
}

const resolve = (schema: Schema): Schema => {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (definitions[name] ?? {});
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Picks the alternative that fits best by type and field names, and reports its problems. */
function* problemsOfUnion(given: Schema, choices: Schema[], value: unknown, place: string): Generator<string> {
  const kind = isObject(value) ? 'object' : Array.isArray(value) ? 'array' : 'leaf';
  const kindOf = ({ type }: Schema): string => (type === 'object' || type === 'array' ? type : 'leaf');
  const alike = choices
    .flatMap((choice) => (choice.anyOf ?? [choice]).map(resolve))
    .filter((choice) => kindOf(choice) === kind);
  if (!isObject(value) || alike.length < 2) {
    const [only] = alike;
    if (only) return yield* problemsAt(only, value, place);
    return yield `${place || '/'}: ${shown(value)} is not ${choices.map(problemText).join(', or ')}.`;
  }
  const heads = alike.map((choice) => choice.required ?? []);
  const isIn = (name: string): boolean => Object.hasOwn(value, name);
  const known = (choice: Schema): number => Object.keys(choice.properties ?? {}).filter(isIn).length;
  const needed = (choice: Schema): number => (choice.required ?? []).filter(isIn).length;
  const [best] = alike.toSorted((one, other) => needed(other) - needed(one) || known(other) - known(one));
  const isMeant = best && (needed(best) > 0 || (known(best) > 0 && (best.required ?? []).length === 0));
  if (isMeant) return yield* problemsOfObject(best, value, place);
  const what = given.$ref?.endsWith('/Step') ? 'a step' : given.$ref?.endsWith('/Condition') ? 'a condition' : 'this';
  const names = [...new Set(heads.flatMap(([head]) => head ?? []))];
  yield `${place || '/'}: ${what} needs one of ${names.join(', ')}; it has ${Object.keys(value).join(', ') || 'nothing'}.`;
}

function* problemsOfObject(schema: Schema, value: unknown, place: string): Generator<string> {
  if (!isObject(value)) return yield `${place || '/'}: ${shown(value)} is not ${problemText(schema)}.`;
  const { properties } = schema;
  // The author chooses the names.
  if (!properties) {
    if (!ajv.validate(schema, value)) yield `${place}: every value must be a non-empty string.`;
    return;
  }
  const allowed = Object.keys(properties);
  for (const name of Object.keys(value)) {
    const part = properties[name];
    if (part) yield* problemsAt(part, value[name], `${place}/${name}`);
    else yield `${place || '/'}: "${name}" is not allowed. Allowed: ${allowed.join(', ')}.`;
  }
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(value, name)) yield `${place || '/'}: "${name}" is missing.`;
  }
}

function* problemsOfArray(schema: Schema, value: unknown, place: string): Generator<string> {
  if (!Array.isArray(value)) return yield `${place || '/'}: ${shown(value)} is not a list.`;
  const { items = {}, minItems = 0 } = schema;
  if (Array.isArray(items)) {
    if (!ajv.validate(schema, value)) yield `${place}: ${shown(value)} is not a list of ${items.length} strings.`;
    return;
  }
  if (value.length < minItems) yield `${place}: the list is empty.`;
  for (const [index, entry] of value.entries()) yield* problemsAt(items, entry, `${place}/${index}`);
}

function problemText(given: Schema): string {
  const schema = resolve(given);
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.map(problemText).join(', or ');
  if (schema.pattern !== undefined) return `a string that matches ${schema.pattern}`;
  const range = schema.minimum === undefined ? '' : ` from ${schema.minimum} to ${schema.maximum ?? 'any'}`;
  const names: Record<string, string> = {
    string: 'a text',
    object: `an object with ${Object.keys(schema.properties ?? {}).join(', ')}`,
    array: 'a list',
    boolean: 'true or false',
    integer: `a whole number${range}`,
    number: `a number${range}`,
  };
  return names[schema.type ?? ''] ?? 'allowed';
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 80);
