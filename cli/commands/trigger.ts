import type { NewOrder, Order } from '../../sdk/src/index.ts';
import { readCsv } from '../../sdk/src/read-csv.ts';
import { argument, type Command, type Context, exitCodes, show, UsageError } from '../command.ts';
import { orderBody, testProduct } from '../order-body.ts';

type Story = (context: Context) => Promise<{ id: string }>;

async function order(context: Context, scenario = 'success'): Promise<Order> {
  const url = await testProduct(context, scenario);
  const body: NewOrder = await orderBody({
    ...context,
    err: () => {},
    arguments: [url],
    options: { 'max-price': '1000' },
  });
  return context.client.createOrder({ body });
}

const placed = async (context: Context): Promise<Order> =>
  context.client.orders.waitUntil((await order(context)).id, 'placed', { timeoutSeconds: 120 });

async function advanced(context: Context, to: 'in_transit' | 'delivered' | 'cancelled_by_retailer'): Promise<Order> {
  const { id } = await placed(context);
  return context.client.advanceSandboxOrder({ order_id: id, body: { to } });
}

/** How to cause each event in the sandbox: with real orders of test products, not invented messages. */
const stories: Record<string, Story> = {
  'order.created': (context) => order(context),
  'order.placed': placed,
  'order.failed': (context) => order(context, 'out_of_stock'),
  'order.action_required': (context) => order(context, 'open_url'),
  'order.cancelled_by_retailer': (context) => advanced(context, 'cancelled_by_retailer'),
  'tracking.obtained': (context) => advanced(context, 'in_transit'),
  'tracking.updated': (context) => advanced(context, 'delivered'),
  async 'return.updated'(context) {
    const { id, items } = await advanced(context, 'delivered');
    const lines = items.map((item) => ({ order_item_id: item.id, quantity: item.quantity }));
    return context.client.createReturn({ body: { order_id: id, items: lines, reason: 'wrong_size' } });
  },
  async 'case.updated'(context) {
    const { id } = await placed(context);
    const body = { message: 'The cup is broken.', reason: 'nondelivery.damaged' as const };
    await context.client.postToCase({ order_id: id, body });
    return { id };
  },
  async 'bulk.completed'(context) {
    const template = await context.client.getBulkOrderTemplate();
    const { rows } = readCsv(new TextEncoder().encode(template));
    return context.client.placeBulkOrder({ body: { filename: 'trigger.csv', rows: rows.slice(0, 1) } });
  },
};

export const trigger: Command = {
  name: 'trigger',
  usage: '<event type>',
  summary: 'Trigger an event in the sandbox',
  async run(context) {
    const type = argument(context, 0, `event: ${Object.keys(stories).join(', ')}`);
    const story = stories[type];
    if (!story)
      throw new UsageError(`"${type}" cannot be triggered. Available events: ${Object.keys(stories).join(', ')}.`);
    if (context.apiKey?.startsWith('svc_live_')) {
      throw new UsageError('Events can only be triggered in the sandbox. This is a live key.');
    }
    const { id } = await story(context);
    show(context, { type, id }, () => `${type} triggered: ${id}\n`);
    return exitCodes.fine;
  },
};
