import type { Order } from '../../sdk/src/index.ts';
import { type Command, choice, exitCodes, show, text, wholeNumber } from '../command.ts';
import { dollars, table } from '../format.ts';

export const ordersList: Command = {
  name: 'orders list',
  usage: '',
  summary: 'List your orders, newest first',
  argumentsMax: 0,
  options: {
    limit: { type: 'string', help: 'How many (default: 20)' },
    status: { type: 'string', help: 'Only in this status, such as order_placed' },
    search: { type: 'string', help: 'Only with this id or number' },
  },
  async run(context) {
    const limit = wholeNumber(context, 'limit', 20);
    const status = choice<Order['status']>(context, 'status');
    const search = text(context, 'search');
    const filter = { ...(status && { status_filter: status }), ...(search && { search }) };
    const orders: Order[] = [];
    for await (const order of context.client.each.listOrders({ ...filter, limit: Math.min(limit, 200) })) {
      orders.push(order);
      if (orders.length === limit) break;
    }
    const rows = () =>
      orders.map((each) => [[each.created_at], [each.id], [each.status], [each.retailer], [dollars(each.max_price)]]);
    show(context, orders, () =>
      orders.length === 0 ? 'No orders yet.\n' : table(['Created', 'Order', 'Status', 'Retailer', 'Max price'], rows()),
    );
    return exitCodes.fine;
  },
};
