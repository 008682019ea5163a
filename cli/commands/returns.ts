import type { NewReturn, Return } from '../../sdk/src/index.ts';
import { argument, type Command, exitCodes, show, text, UsageError, wholeNumber } from '../command.ts';
import { plain, table } from '../format.ts';

const formatReturns = (given: Return[]): string =>
  given.length === 0
    ? 'No returns yet.\n'
    : table(
        ['Created', 'Return', 'Order', 'Status', 'Reason', 'Labels'],
        given.map((each) => [
          [each.created_at],
          [each.id],
          [each.order_id],
          [each.status],
          [plain(each.reason)],
          each.label_urls,
        ]),
      );

export const returnCommands: Command[] = [
  {
    name: 'returns list',
    summary: 'List your returns, newest first',
    options: { limit: { type: 'string', help: 'How many (default: 20)' } },
    async run(context) {
      const limit = Math.min(wholeNumber(context, 'limit', 20), 200);
      const { return_requests: given } = await context.client.listReturns({ limit });
      show(context, given, () => formatReturns(given));
      return exitCodes.fine;
    },
  },
  {
    name: 'returns get',
    usage: '<return id>',
    summary: 'Show a return and its labels',
    async run(context) {
      const given = await context.client.getReturn({ return_request_id: argument(context, 0, 'return ID') });
      show(context, given, () => formatReturns([given]));
      return exitCodes.fine;
    },
  },
  {
    name: 'returns create',
    usage: '<order id> --reason <…>',
    summary: 'Return items from an order',
    options: {
      reason: { type: 'string', help: 'Return reason, such as wrong_size or damaged' },
      item: { type: 'string', help: 'Return only this item (default: all items)' },
      quantity: { type: 'string', help: 'Quantity of that item (default: all)' },
      notes: { type: 'string', help: 'A note for the store' },
    },
    async run(context) {
      const reason = text(context, 'reason');
      if (reason === undefined) throw new UsageError('--reason is required.');
      const order = await context.client.getOrder({ order_id: argument(context, 0, 'order ID') });
      const item = text(context, 'item');
      const items = order.items.filter(({ id }) => item === undefined || id === item);
      if (items.length === 0) throw new UsageError(`Order ${order.id} has no item ${item}.`);
      const notes = text(context, 'notes');
      const body: NewReturn = {
        order_id: order.id,
        items: items.map((each) => ({
          order_item_id: each.id,
          quantity: item === undefined ? each.quantity : wholeNumber(context, 'quantity', each.quantity),
        })),
        // The service lists the reasons if this is none of them.
        reason: reason as NewReturn['reason'],
        ...(notes === undefined ? {} : { notes }),
      };
      const made = await context.client.createReturn({ body });
      show(context, made, () => formatReturns([made]));
      return exitCodes.fine;
    },
  },
];
