import type { Relation } from '../../../platform/database/index.ts';
import { closeActions } from './actions/index.ts';

/**
 * CTEs for the statement that ends orders: log-in and card of the client are of no use any more, nor is what the order still asks.
 */
export const eraseSecrets = (ended: Relation<'id' | 'updated_at'>): string =>
  `erased as (delete from order_secrets where order_id in (select id from ${ended.name})),
  ${closeActions(ended)}`;
