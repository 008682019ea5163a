import { argument, type Command, exitCodes, show } from '../command.ts';

export const ordersCancel: Command = {
  name: 'orders cancel',
  usage: '<order id>',
  summary: 'Cancel a pending order',
  argumentsMax: 1,
  async run(context) {
    const id = argument(context, 0, 'order');
    await context.client.cancelOrder({ order_id: id });
    show(context, { id, status: 'cancelled' }, () => `${id} canceled.\n`);
    return exitCodes.fine;
  },
};
