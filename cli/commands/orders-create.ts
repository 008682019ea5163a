import { type Command, exitCodes, show, text } from '../command.ts';
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
    fault: { type: 'string', help: 'How the sandbox store misbehaves, such as price_rise' },
    clock: { type: 'string', help: 'The test clock that the sandbox order follows' },
    watch: { type: 'boolean', help: 'Wait for the order, like orders watch' },
    ...watchOptions,
  },
  async run(context) {
    const clock = text(context, 'clock');
    const fault = text(context, 'fault');
    const body = { ...(await orderBody(context)), ...(clock === undefined ? {} : { test_clock: clock }) };
    const order = await context.client.createOrder(
      { body },
      {
        idempotencyKey: text(context, 'idempotency-key'),
        ...(fault === undefined ? {} : { headers: { 'Errand-Test-Fault': fault } }),
      },
    );
    if (context.options.watch) return watchOrder(context, order.id);
    show(context, order, () => orderLine(context, order));
    context.err(`\nTrack it: errand orders watch ${order.id}\n`);
    return exitCodes.fine;
  },
};
