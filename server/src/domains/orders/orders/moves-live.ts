import { fieldsOf, textOf } from '../../../kit/fields.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { MovesLiveMoney } from '../../access/accounts/index.ts';
import { loadOrders } from './sql.ts';

/** For routes of one order (`:order_id`): whether its money is real. */
export function movesLiveOrder(database: Database): MovesLiveMoney {
  return async ({ params }) => {
    const id = textOf(fieldsOf(params).order_id)?.toLowerCase() ?? '';
    return (await loadOrders(database, [id])).get(id)?.world !== 'test';
  };
}
