import { argument, type Command } from '../command.ts';
import { watchOptions, watchOrder } from '../watch-order.ts';

export const ordersWatch: Command = {
  name: 'orders watch',
  usage: '<order id>',
  summary: 'Follow an order until it is placed, shipped or delivered',
  argumentsMax: 1,
  options: watchOptions,
  run: (context) => watchOrder(context, argument(context, 0, 'order')),
};
