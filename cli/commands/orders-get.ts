import { argument, type Command, exitCodes } from '../command.ts';

export const ordersGet: Command = {
  name: 'orders get',
  usage: '<order id>',
  summary: 'Show an order as JSON',
  argumentsMax: 1,
  async run(context) {
    const order = await context.client.getOrder({ order_id: argument(context, 0, 'order') });
    context.out(`${JSON.stringify(order, null, 2)}\n`);
    return exitCodes.fine;
  },
};
