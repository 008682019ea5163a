import { fieldsOf, textOf } from '../../kit/fields.ts';
import { refuse } from '../refuse.ts';
import { stepTimeoutMsOf } from './act.ts';
import { StoreRefusal } from './attempt-errors.ts';
import { meetsCondition, type RecipeRun, waitWithin } from './page-watch.ts';
import type { Step } from './recipe.ts';
import { listAt } from './templates.ts';

type PromoStep = Extract<Step, { promo_codes: unknown }>;

/** Enters each promo code. One that the page does not accept refuses the order, unless the code is optional. */
export async function enterPromoCodes(run: RecipeRun, step: PromoStep, enter: () => Promise<void>): Promise<void> {
  const { accepted, rejected } = step;
  const isRejected = async (): Promise<boolean> => rejected !== undefined && meetsCondition(run, rejected);
  for (const entry of listAt(run.scope, 'promo_codes')) {
    run.scope.promo = entry;
    const { optional, discountAmount, discountPercentage, costOverride } = fieldsOf(entry);
    const isDemanding = [discountAmount, discountPercentage, costOverride].some((value) => value !== null);
    // Pages show one discount for all codes, so a single code's discount can't be checked.
    if (isDemanding && optional !== true) {
      const message =
        'Errand cannot verify promo code discounts at this store. Send the code without an expected discount.';
      throw new StoreRefusal(refuse('checkout_failed', message, { detail: 'promo_codes_unavailable' }));
    }
    await enter();
    const isAnswered = async (): Promise<boolean> => (await isRejected()) || meetsCondition(run, accepted);
    const isShown = await waitWithin(run, isAnswered, stepTimeoutMsOf(run.recipe, step));
    if ((isShown && !(await isRejected())) || optional === true) continue;
    const message = `The store did not accept the promo code ${textOf(fieldsOf(entry).code) ?? ''}.`;
    throw new StoreRefusal(refuse('checkout_failed', message, { detail: 'invalid_promo_code' }));
  }
}
