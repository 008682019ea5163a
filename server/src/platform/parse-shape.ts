import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { jsonIn } from '../kit/fields.ts';

// Not a type guard: comparing the library's with ours takes the compiler seconds.
const check: (shape: TSchema, value: unknown) => boolean = Value.Check;

function matches<Shape extends TSchema>(shape: Shape, value: unknown): value is Static<Shape> {
  return check(shape, value);
}

/** Returns the value if it matches the schema. */
export const parseShape = <Shape extends TSchema>(shape: Shape, value: unknown): Static<Shape> | null =>
  matches(shape, value) ? value : null;

/** Parses JSON and returns the value if it matches the schema. */
export const parseJsonShape = <Shape extends TSchema>(shape: Shape, text: string | null): Static<Shape> | null =>
  parseShape(shape, jsonIn(text ?? 'null'));
