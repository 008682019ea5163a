import { type Executor, runNamed } from '../../../../platform/database/index.ts';

/**
 * Back to pending until a person has answered: the attempt provably bought nothing, and does not count as one. What the
 * person answers is meant for the store that asked.
 */
const requestActionStatement = {
  name: 'order-asking',
  text: `
  with moved as (
    update orders set status = 'pending', phase = null, submitted_at = null, checkout_handle = null, checkout_sealed = null, needs_review_at = null,
      managed_account_id = null, concessions = null, waiting_for = 'action', store = coalesce(store, $4), attempts = greatest(attempts - 1, 0), updated_at = $3
    where id = $1 and epoch = $2 and status = 'in_progress' returning id
  ),
  items as (
    update order_items set status = 'pending', updated_at = $3
    where order_id in (select id from moved) and status = 'processing'
  )
  select id from moved`,
};

/** The button was pressed and the store wants a person: the order stays in doubt while it asks. */
const requestActionUnknownOutcomeStatement = {
  name: 'order-asking-in-doubt',
  text: `
  update orders set waiting_for = 'action', updated_at = $3
  where id = $1 and epoch = $2 and status = 'in_progress' and phase = 'submitting' returning id`,
};

export async function writeRequestedAction(
  executor: Executor,
  order: { id: string; epoch: number; store: string | null },
  now: Date,
  isInDoubt = false,
): Promise<boolean> {
  const attempt = [order.id, order.epoch, now];
  const rows = await (isInDoubt
    ? runNamed(executor, requestActionUnknownOutcomeStatement, attempt)
    : runNamed(executor, requestActionStatement, [...attempt, order.store]));
  return rows.length === 1;
}
