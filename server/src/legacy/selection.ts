import { conditions, type SellerSelection } from '../connectors/contract.ts';
import { toCents } from '../kit/money.ts';
import { conditionOf } from './conditions.ts';
import type { Criteria } from './schema.ts';

const amongSellers: SellerSelection = { prime: true, handlingDaysMax: 6, conditionIn: ['New'] };
const plain: SellerSelection = { conditionIn: ['New'] };

/**
 * How to choose among sellers. Given criteria replace the default, which requires nothing of a store that sells only
 * its own goods.
 */
export function selectionFrom(criteria: Criteria | null | undefined, hasSellers: boolean): SellerSelection {
  if (!criteria) return hasSellers ? amongSellers : plain;
  const refused = (criteria.condition_not_in ?? []).map(conditionOf);
  const wanted = criteria.condition_in?.length ? criteria.condition_in.map(conditionOf) : null;
  // If a request only excludes conditions, any other is accepted; without conditions, only new.
  const fallback = refused.length > 0 ? [...conditions] : ['New' as const];
  return {
    ...given('addon', criteria.addon),
    ...given('buyBox', criteria.buy_box),
    ...given('firstPartySeller', criteria.first_party_seller),
    ...given('international', criteria.international),
    ...given('prime', criteria.prime),
    ...given('allowOutOfStock', criteria.allow_oos),
    conditionIn: (wanted ?? fallback).filter((condition) => !refused.includes(condition)),
    ...given('merchantIdIn', criteria.merchant_id_in),
    ...given('merchantIdNotIn', criteria.merchant_id_not_in),
    ...given('handlingDaysMax', criteria.handling_days_max),
    ...given('maxItemPrice', criteria.max_item_price == null ? null : toCents(criteria.max_item_price)),
    ...given('minSellerNumRatings', criteria.min_seller_num_ratings),
    ...given('minSellerPercentPositiveFeedback', criteria.min_seller_percent_positive_feedback),
  };
}

function given<Name extends keyof SellerSelection>(
  name: Name,
  value: SellerSelection[Name] | null | undefined,
): Pick<SellerSelection, Name> | object {
  return value === null || value === undefined ? {} : { [name]: value };
}
