import { type Order, OrderEnded, type OrderGoal, WaitTimeout } from '../sdk/src/index.ts';
import { type Command, type Context, exitCodes, text, UsageError, wholeNumber } from './command.ts';
import { exitCodeFor, orderLine } from './show-order.ts';

export const watchOptions: NonNullable<Command['options']> = {
  until: { type: 'string', help: 'placed, shipped, delivered or ended (default: placed)' },
  timeout: { type: 'string', help: 'Maximum seconds to wait (default: 600)' },
};

const goals: readonly OrderGoal[] = ['placed', 'shipped', 'delivered', 'ended'];

/** Prints an order at every change until it has got far enough. With --json, prints it once at the end. */
export async function watchOrder(context: Context, id: string): Promise<number> {
  const goal = goals.find((each) => each === (text(context, 'until') ?? 'placed'));
  if (!goal) throw new UsageError(`--until must be one of ${goals.join(', ')}.`);
  const isJson = context.options.json === true;
  let shown = '';
  // Not every change is visible.
  const onChange = (order: Order): void => {
    const line = orderLine(context, order);
    if (!isJson && line !== shown) context.out(line);
    shown = line;
  };
  const end = (order: Order) => (isJson ? context.out(`${JSON.stringify(order, null, 2)}\n`) : undefined);
  try {
    const order = await context.client.orders.waitUntil(id, goal, {
      timeoutSeconds: wholeNumber(context, 'timeout', 600),
      onChange,
    });
    end(order);
    return exitCodeFor(order);
  } catch (error) {
    if (!(error instanceof OrderEnded) && !(error instanceof WaitTimeout)) throw error;
    end(error.order);
    context.err(`${error.message}\n`);
    return exitCodes.refused;
  }
}
