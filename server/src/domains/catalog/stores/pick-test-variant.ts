import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Variant } from '../../../connectors/contract.ts';

/** The part of a product's page that says what a buyer has to choose; stores leave out what they do not know. */
const Choices = Type.Object({
  variants: Type.Array(
    Type.Object({
      variant_specifics: Type.Array(Type.Object({ dimension: Type.String(), value: Type.String() })),
      available: Type.Optional(Type.Boolean()),
    }),
  ),
});

/** One variant of the product that can be had; empty where nothing has to be chosen. */
export function pickTestVariant(payload: Record<string, unknown>): Variant[] {
  const variants: Static<typeof Choices>['variants'] = Value.Check(Choices, payload) ? payload.variants : [];
  if (variants.length < 2) return [];
  const tried = variants.find(({ available }) => available !== false) ?? variants[0];
  return (tried?.variant_specifics ?? []).map(({ dimension, value }) => ({ label: dimension, value }));
}
