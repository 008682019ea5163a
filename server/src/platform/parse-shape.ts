import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { jsonIn } from '../kit/fields.ts';

/** A value of any shape, if it has this one. */
export const parseShape = <Shape extends TSchema>(shape: Shape, value: unknown): Static<Shape> | null =>
  Value.Check(shape, value) ? value : null;

/** What was written down as JSON, if it has this shape. */
export const parseJsonShape = <Shape extends TSchema>(shape: Shape, text: string | null): Static<Shape> | null =>
  parseShape(shape, jsonIn(text ?? 'null'));
