import { fieldsOf } from '../../kit/fields.ts';
import { RecipeBroken } from './attempt-errors.ts';

/** Values for a recipe's `{{…}}`. */
export type Scope = Record<string, unknown>;

function valueAt(scope: Scope, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? fieldsOf(value)[key] : undefined,
      scope,
    );
}

const placeholder = /\{\{\s*([\w.]+)\s*\}\}/g;

/** Inserts values: `{{address.city}}`. An unknown name is an error in the recipe. */
export function fillTemplate(text: string, scope: Scope, encode: (value: string) => string = (value) => value): string {
  return text.replace(placeholder, (_whole, path: string) => {
    const value = valueAt(scope, path);
    if (value === undefined) throw new RecipeBroken(`{{${path}}} is not defined here.`);
    return encode(value === null ? '' : String(value));
  });
}

const escapePattern = (value: string): string => value.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Inserted values come from pages, and a long pattern takes long to compile. */
const patternLengthMax = 5_000;

/** A recipe's regular expression, ignoring case. Inserted values are escaped. Run it with `matchPattern`. */
export function patternOf(source: string, scope: Scope): RegExp {
  const filled = fillTemplate(source, scope, escapePattern);
  if (filled.length > patternLengthMax)
    throw new RecipeBroken(`${JSON.stringify(source.slice(0, 200))} has more than ${patternLengthMax} characters.`);
  try {
    return new RegExp(filled, 'iu');
  } catch {
    throw new RecipeBroken(`${JSON.stringify(source)} is not a regular expression.`);
  }
}

export function listAt(scope: Scope, path: string): unknown[] {
  const value = valueAt(scope, path);
  if (!Array.isArray(value)) throw new RecipeBroken(`${path} is not a list.`);
  return value;
}

/** Sets `a.b` in the scope. */
export function setAt(scope: Scope, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop() ?? path;
  let place = scope;
  for (const key of keys) {
    const inner = typeof place[key] === 'object' && place[key] !== null ? fieldsOf(place[key]) : {};
    place[key] = inner;
    place = inner;
  }
  place[last] = value;
}

/** Lowercase letters and digits only, to compare spellings. */
export const fold = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
