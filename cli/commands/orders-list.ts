import { type Command, exitCodes, UsageError } from '../command.ts';
import { dollars, table } from '../words.ts';

export const ordersList: Command = {
  name: 'orders list',
  usage: '',
  summary: 'Your orders, newest first',
  argumentsMost: 0,
  options: { limit: { type: 'string', help: 'How many; 20 unless told' } },
  async run(context) {
    const limit = Number(context.options.limit ?? 20);
    if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit takes a whole number from 1.');
    const rows: string[][][] = [];
    for await (const order of context.client.each.listOrders({ limit: Math.min(limit, 200) })) {
      rows.push([[order.created_at], [order.id], [order.status], [order.retailer], [dollars(order.max_price)]]);
      if (rows.length === limit) break;
    }
    context.out(
      rows.length === 0 ? 'No orders yet.\n' : table(['Created', 'Order', 'Status', 'Retailer', 'At most'], rows),
    );
    return exitCodes.fine;
  },
};
