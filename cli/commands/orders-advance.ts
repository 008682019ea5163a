import type { AdvanceSandboxOrderInput } from '../../sdk/src/index.ts';
import { argument, type Command, exitCodes, show, UsageError } from '../command.ts';
import { orderLine } from '../show-order.ts';

type To = AdvanceSandboxOrderInput['body']['to'];
const steps: readonly To[] = ['in_transit', 'late', 'delivered', 'undeliverable', 'cancelled_by_retailer'];

export const ordersAdvance: Command = {
  name: 'orders advance',
  usage: '<order id> <to>',
  summary: `Advance a sandbox order: ${steps.join(', ')}`,
  argumentsMax: 2,
  async run(context) {
    const to = steps.find((step) => step === argument(context, 1, `step: ${steps.join(', ')}`));
    if (!to) throw new UsageError(`A sandbox order can be moved to ${steps.join(', ')}.`);
    const order = await context.client.advanceSandboxOrder({
      order_id: argument(context, 0, 'order'),
      body: { to },
    });
    show(context, order, () => orderLine(context, order));
    return exitCodes.fine;
  },
};
