import { address } from '../../server/test/harness/system.ts';
import { type AgentTask, buyDelivered, find, findAndBuy, orderFor, returnFirst } from './steps.ts';

const hostileTasks: AgentTask[] = [
  {
    name: 'titles',
    orders: 0,
    run: async ({ agent }) => (await agent.call('search_products', { query: 'usb cable' })).body.results.length > 0,
  },
  {
    name: 'a product page',
    orders: 0,
    async run({ agent }) {
      const hit = await find(agent, { query: 'headphones', retailer: 'walmart' });
      return (await agent.call('get_product', { product_id: hit.product_id, retailer: hit.retailer })).error === null;
    },
  },
  { name: 'a purchase', orders: 1, run: findAndBuy({ query: 'usb cable', retailer: 'bestbuy' }, /./) },
  {
    name: 'a rejection',
    orders: 0,
    async run({ agent }) {
      const { url } = await find(agent, { query: 'usb cable', retailer: 'amazon' });
      const products = [{ url, quantity: 5000 }];
      return (await agent.call('quote_order', { products, shipping_address: address })).error !== null;
    },
  },
  {
    name: 'packages and a return',
    orders: 1,
    async run(tools) {
      const { url } = await find(tools.agent, { query: 'usb cable', retailer: 'target' });
      const order = await buyDelivered(tools, url);
      await tools.agent.call('track_order', { order_id: order.id });
      return returnFirst(tools, order);
    },
  },
  {
    name: 'an approval on a page',
    hasForm: false,
    orders: 0,
    async run({ agent }) {
      const { url } = await find(agent, { query: 'usb cable', retailer: 'staples' });
      return (await agent.call('place_order', orderFor(url))).error.code === 'approval_required';
    },
  },
];

export const hostile = hostileTasks.map((task) => ({ ...task, name: `hostile store: ${task.name}`, isHostile: true }));
