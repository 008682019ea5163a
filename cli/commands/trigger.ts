import { type AdvanceSandboxOrderInput, eventTypes, type NewOrder, type Order } from '../../sdk/src/index.ts';
import { readCsv } from '../../sdk/src/read-csv.ts';
import { argument, type Command, type Context, exitCodes, show, UsageError } from '../command.ts';
import { orderBody, testProduct } from '../order-body.ts';

type To = AdvanceSandboxOrderInput['body']['to'];
type Story = (context: Context) => Promise<{ id: string }>;

async function order(context: Context, scenario = 'success', more: Partial<NewOrder> = {}): Promise<Order> {
  const url = await testProduct(context, scenario);
  const body: NewOrder = await orderBody({
    ...context,
    err: () => {},
    arguments: [url],
    options: { 'max-price': '1000' },
  });
  return context.client.createOrder({ body: { ...body, ...more } });
}

const placed = async (context: Context, more: Partial<NewOrder> = {}): Promise<Order> =>
  context.client.orders.waitUntil((await order(context, 'success', more)).id, 'placed', { timeoutSeconds: 120 });

async function advanced(context: Context, to: To, more: Partial<NewOrder> = {}): Promise<Order> {
  const { id } = await placed(context, more);
  return context.client.advanceSandboxOrder({ order_id: id, body: { to } });
}

/** How to cause each event in the sandbox: with real orders of test products, not invented messages. */
const stories: Record<string, Story> = {
  'order.created': (context) => order(context),
  'order.placed': (context) => placed(context),
  'order.failed': (context) => order(context, 'out_of_stock'),
  async 'order.cancelled'({ client, ...context }) {
    // A held order is still pending when it is canceled.
    const { on } = await client.getSandboxHold();
    await client.setSandboxHold({ body: { on: true } });
    try {
      const { id } = await order({ client, ...context });
      await client.cancelOrder({ order_id: id });
      return { id };
    } finally {
      await client.setSandboxHold({ body: { on } });
    }
  },
  'order.action_required': (context) => order(context, 'open_url'),
  'order.cancelled_by_retailer': (context) => advanced(context, 'cancelled_by_retailer'),
  async 'order.late'(context) {
    // On a clock, the parcel is not delivered before it is late.
    const { id } = await context.client.createTestClock({ body: { name: 'errand trigger' } });
    try {
      return await advanced(context, 'late', { test_clock: id });
    } finally {
      await context.client.deleteTestClock({ clock_id: id });
    }
  },
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
  async 'managed_account.paused'({ client }) {
    const email = 'trigger@example.com';
    const [known] = (await client.listManagedAccounts({ search: email })).credentials;
    const { short_id } = known ?? (await client.createManagedAccount({ body: { email } }));
    await client.updateManagedAccount({ short_id, body: { is_paused: false } });
    return client.updateManagedAccount({ short_id, body: { is_paused: true } });
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
  examples: ['trigger order.placed', 'trigger return.updated --json'],
  async run(context) {
    const type = argument(context, 0, `event type: ${Object.keys(stories).join(', ')}`);
    const story = stories[type];
    if (!story) {
      const example = Object.hasOwn(eventTypes, type)
        ? ` Send an example: errand endpoints test <id> --type ${type}.`
        : '';
      throw new UsageError(
        `"${type}" cannot be triggered. Available events: ${Object.keys(stories).join(', ')}.${example}`,
      );
    }
    if (context.apiKey?.startsWith('svc_live_')) {
      throw new UsageError('Events can only be triggered in the sandbox. This is a live key.');
    }
    const { id } = await story(context);
    show(context, { type, id }, () => `${type} triggered: ${id}\n`);
    return exitCodes.fine;
  },
};
