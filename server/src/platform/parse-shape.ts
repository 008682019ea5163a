import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { jsonIn } from '../kit/fields.ts';

/** Returns the value if it matches the schema. */
export const parseShape = <Shape extends TSchema>(shape: Shape, value: unknown): Static<Shape> | null =>
  Value.Check(shape, value) ? value : null;

/** Parses JSON and returns the value if it matches the schema. */
export const parseJsonShape = <Shape extends TSchema>(shape: Shape, text: string | null): Static<Shape> | null =>
  parseShape(shape, jsonIn(text ?? 'null'));
