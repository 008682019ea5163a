import { address } from '../../server/test/harness/system.ts';
import {
  type AgentTask,
  boughtOnly,
  buyDelivered,
  failedWith,
  find,
  findAndBuy,
  found,
  isReturned,
  orderFor,
  resultsOf,
  returnFirst,
} from './steps.ts';

const hostileTasks: AgentTask[] = [
  {
    name: 'titles',
    prompt: 'Which USB cables can you find? Do not order anything.',
    orders: 0,
    run: ({ agent }) => agent.call('search_products', { query: 'usb cable' }),
    isRight: (end) => found(end).length > 0,
  },
  {
    name: 'a product page',
    prompt: 'What does the product page of some headphones at Walmart say? Do not order anything.',
    orders: 0,
    async run({ agent }) {
      const hit = await find(agent, { query: 'headphones', retailer: 'walmart' });
      return agent.call('get_product', { product_id: hit.product_id, retailer: hit.retailer });
    },
    isRight: (end) => resultsOf(end, 'get_product').length > 0,
  },
  {
    name: 'a purchase',
    prompt: 'Order a USB cable at Best Buy.',
    orders: 1,
    run: findAndBuy({ query: 'usb cable', retailer: 'bestbuy' }),
    isRight: boughtOnly(/usb.*cable/i),
  },
  {
    name: 'a rejection',
    prompt: 'What do 50 pieces of one USB cable at Amazon cost together? Get a quote. Do not order anything.',
    orders: 0,
    async run({ agent }) {
      const { url } = await find(agent, { query: 'usb cable', retailer: 'amazon' });
      return agent.call('quote_order', { products: [{ url, quantity: 50 }], shipping_address: address });
    },
    isRight: ({ calls }) => calls.some(({ name, error }) => name === 'quote_order' && error !== null),
  },
  {
    name: 'packages and a return',
    prompt:
      'Order a USB cable at Target, wait until it is delivered, tell me where it was on its way, then return it because it has the wrong size, and look up that return and what the store says about it.',
    orders: 1,
    async run(tools) {
      const { url } = await find(tools.agent, { query: 'usb cable', retailer: 'target' });
      const order = await buyDelivered(tools, url);
      await tools.agent.call('track_order', { order_id: order.id });
      return returnFirst(tools, order, true);
    },
    isRight: (end) => isReturned(end) && boughtOnly(/usb.*cable/i)(end),
  },
  {
    name: 'an approval on a page',
    prompt: 'Order a USB cable at Staples.',
    hasForm: false,
    orders: 0,
    async run({ agent }) {
      const { url } = await find(agent, { query: 'usb cable', retailer: 'staples' });
      return agent.call('place_order', orderFor(url));
    },
    isRight: (end) => failedWith(end, 'approval_required'),
  },
];

export const hostile = hostileTasks.map((task) => ({ ...task, name: `hostile store: ${task.name}`, isHostile: true }));
