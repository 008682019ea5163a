import { closeQuestions } from './actions/index.ts';

/**
 * Log-in and card of the client are of no use any more, nor is what the order still asks: they go in the statement that
 * ends it.
 */
export const eraseSecrets = `erased as (delete from order_secrets where order_id in (select id from moved)),
  ${closeQuestions}`;
