import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';

/** The first thing that is wrong with a value, in words, and where that is; null where it fits. */
export function findFirstFault(schema: TSchema, value: unknown): { path: string; words: string } | null {
  const [fault] = Value.Errors(schema, value);
  if (!fault) return null;
  // What a closed object does not take is told as "schema is false".
  const words = fault.keyword === 'boolean' ? 'is not a field that is known here' : fault.message;
  return { path: fault.instancePath, words };
}
