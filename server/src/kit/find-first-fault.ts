import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';

/** The first problem of a value and where it is; null if the value is valid. */
export function findFirstFault(schema: TSchema, value: unknown): { path: string; words: string } | null {
  const [fault] = Value.Errors(schema, value);
  if (!fault) return null;
  // The validator reports a field that a closed object does not declare as "schema is false".
  const words = fault.keyword === 'boolean' ? 'is not a known field' : fault.message;
  return { path: fault.instancePath, words };
}
