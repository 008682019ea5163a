import { fieldsOf, textOf } from '../../../kit/fields.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { MovesLive } from '../../access/accounts/index.ts';
import { loadOrders } from './sql.ts';

/** For routes of one order (`:order_id`): whether its money is real. */
export function orderIsLive(database: Database): MovesLive {
  return async ({ params }) => {
    const id = textOf(fieldsOf(params).order_id)?.toLowerCase() ?? '';
    return (await loadOrders(database, [id])).get(id)?.world !== 'test';
  };
}
