import { type Command, exitCodes, show } from '../command.ts';
import { orderBody, orderOptions } from '../order-body.ts';
import { orderLine } from '../show-order.ts';
import { watchOptions, watchOrder } from '../watch-order.ts';

export const ordersCreate: Command = {
  name: 'orders create',
  usage: '[product url …]',
  summary: 'Place an order',
  argumentsMax: 50,
  options: {
    ...orderOptions,
    'idempotency-key': { type: 'string', help: 'A retry with the same key does not place a second order' },
    watch: { type: 'boolean', help: 'Wait for the order, like orders watch' },
    ...watchOptions,
  },
  async run(context) {
    const body = await orderBody(context);
    const key = context.options['idempotency-key'];
    const order = await context.client.createOrder({ body }, typeof key === 'string' ? { idempotencyKey: key } : {});
    if (context.options.watch) return watchOrder(context, order.id);
    show(context, order, () => orderLine(context, order));
    context.err(`\nTrack it: errand orders watch ${order.id}\n`);
    return exitCodes.fine;
  },
};
