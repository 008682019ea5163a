import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Variant } from '../../../connectors/contract.ts';

/** The fields of product details with choices. */
const Choices = Type.Object({
  variants: Type.Array(
    Type.Object({
      variant_specifics: Type.Array(Type.Object({ dimension: Type.String(), value: Type.String() })),
      available: Type.Optional(Type.Boolean()),
    }),
  ),
});

/** An available variant. Empty if there are no choices. */
export function pickTestVariant(payload: Record<string, unknown>): Variant[] {
  const variants: Static<typeof Choices>['variants'] = Value.Check(Choices, payload) ? payload.variants : [];
  if (variants.length < 2) return [];
  const tried = variants.find(({ available }) => available !== false) ?? variants[0];
  return (tried?.variant_specifics ?? []).map(({ dimension, value }) => ({ label: dimension, value }));
}
