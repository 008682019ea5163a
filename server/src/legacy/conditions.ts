import { type Condition, conditions } from '../connectors/contract.ts';
import { assertDefined } from '../kit/assert-defined.ts';

/** `/v1` has its own spelling of the conditions of used goods. */
const namesByCondition: Record<Condition, string> = {
  New: 'New',
  Refurbished: 'Refurbished',
  UsedLikeNew: 'Used - Like New',
  UsedVeryGood: 'Used - Very Good',
  UsedGood: 'Used - Good',
  UsedAcceptable: 'Used - Acceptable',
};

export const legacyConditions: string[] = conditions.map((condition) => namesByCondition[condition]);

export const legacyConditionOf = (condition: Condition): string => namesByCondition[condition];

export const conditionOf = (name: string): Condition =>
  assertDefined(conditions.find((condition) => namesByCondition[condition] === name));
