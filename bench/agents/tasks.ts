import { address } from '../../server/test/harness/system.ts';
import { hostile } from './hostile-tasks.ts';
import {
  type AgentTask,
  buy,
  buyDelivered,
  find,
  findAndBuy,
  isBought,
  orderFor,
  type Result,
  returnFirst,
  type Tools,
  test,
} from './steps.ts';

/** What the README tells people to ask for. */
export const readmePrompt = 'a USB cable under ten dollars';

const shopping: AgentTask[] = [
  {
    name: readmePrompt,
    orders: 1,
    run: findAndBuy({ query: readmePrompt }, /usb.*cable/i, 1000),
  },
  { name: 'the cheapest AA batteries', orders: 1, run: findAndBuy({ query: 'AA batteries' }, /\bAA\b/, 1500) },
  { name: 'a mug at Target', orders: 1, run: findAndBuy({ query: 'coffee mug', retailer: 'target' }, /mug/i) },
  {
    name: 'headphones under 100 dollars',
    orders: 1,
    run: findAndBuy({ query: 'wireless headphones', max_price: 10_000 }, /headphones/i, 10_000),
  },
  {
    name: 'socks in size M',
    orders: 1,
    async run({ agent }) {
      const hit = await find(agent, { query: 'crew socks', retailer: 'walmart' });
      const { body } = await agent.call('get_product', { product_id: hit.product_id, retailer: hit.retailer });
      const isThere = body.variants.find(
        ({ available, variant_specifics: specifics }: Result) => available && specifics[0].value === 'M',
      );
      const variant = isThere.variant_specifics.map(({ dimension, value }: Result) => ({ label: dimension, value }));
      return isBought(await buy(agent, { ...orderFor(''), products: [{ url: hit.url, quantity: 1, variant }] }));
    },
  },
  {
    name: 'a gift with a message',
    orders: 1,
    async run({ agent }) {
      const { url } = await find(agent, { query: 'coffee mug', retailer: 'target' });
      return isBought(await buy(agent, orderFor(url, { is_gift: true, gift_message: 'Happy birthday!' })));
    },
  },
  {
    name: 'two items from one store',
    orders: 1,
    async run({ agent }) {
      const urls = [];
      for (const query of ['usb cable', 'dish soap']) urls.push((await find(agent, { query, retailer: 'amazon' })).url);
      const products = urls.map((url) => ({ url, quantity: 1 }));
      return isBought(await buy(agent, { products, shipping_address: address }));
    },
  },
  {
    name: 'two stores: rejected as one order, bought as two',
    orders: 2,
    async run({ agent }) {
      const urls: string[] = [];
      for (const retailer of ['amazon', 'walmart'])
        urls.push((await find(agent, { query: 'usb cable', retailer })).url);
      const products = urls.map((url) => ({ url, quantity: 1 }));
      const { error } = await agent.call('quote_order', { products, shipping_address: address });
      for (const url of urls) if (!isBought(await buy(agent, orderFor(url)))) return false;
      return error.code === 'mixed_retailers';
    },
  },
  {
    name: 'only a price',
    orders: 0,
    async run({ agent }) {
      const { url } = await find(agent, { query: 'desk lamp' });
      return (await agent.call('quote_order', orderFor(url))).body.price_components.total > 0;
    },
  },
  {
    name: 'too expensive: nothing is bought',
    orders: 0,
    async run({ agent }) {
      const { url } = await find(agent, { query: 'laptop' });
      return (await buy(agent, orderFor(url, { max_price: 1000 }))).status === 'quote_refused';
    },
  },
  {
    name: 'thirty results, page by page',
    orders: 0,
    async run({ agent }) {
      const seen: Result[] = [];
      for (let cursor: string | undefined; seen.length < 30; ) {
        const { body } = await agent.call('search_products', { query: 'usb', ...(cursor ? { cursor } : {}) });
        seen.push(...body.results);
        cursor = body.next_cursor;
      }
      return new Set(seen.map(({ url }) => url)).size === seen.length;
    },
  },
  {
    name: 'an unsupported store',
    orders: 0,
    run: async ({ agent }) =>
      (await agent.call('check_store', { url: 'https://nobody.example/1' })).body.orderable === false,
  },
];

const afterwards: AgentTask[] = [
  {
    name: 'tracked until it is delivered',
    orders: 1,
    run: async (tools) => (await buyDelivered(tools, test(tools, 'success'))).items[0].status === 'delivered',
  },
  {
    name: 'where is my package?',
    orders: 1,
    async run(tools) {
      const { id } = await buyDelivered(tools, test(tools, 'success'));
      return (await tools.agent.call('track_order', { order_id: id })).body.shipments[0].status === 'delivered';
    },
  },
  {
    name: 'a return',
    orders: 1,
    run: async (tools) => returnFirst(tools, await buyDelivered(tools, test(tools, 'success'))),
  },
  {
    name: 'canceled before it is approved',
    hasOwner: true,
    orders: 1,
    async run(tools) {
      await tools.owner.setPolicy({ approve: { above_cents: 1 } });
      const { body } = await tools.agent.call('place_order', orderFor(test(tools, 'success')));
      return (await tools.agent.call('cancel_order', { order_id: body.id })).body.status === 'cancelled';
    },
  },
  {
    name: 'what did I order?',
    orders: 1,
    async run(tools) {
      const { id } = await buy(tools.agent, orderFor(test(tools, 'success')));
      const { body } = await tools.agent.call('list_orders', { status_filter: 'order_placed' });
      return body.orders[0].id === id;
    },
  },
  {
    name: 'how much money is left?',
    orders: 0,
    run: async ({ agent }) => (await agent.call('get_wallet')).body.balance_cents > 0,
  },
];

const trouble: AgentTask[] = [
  {
    name: 'sold out',
    orders: 0,
    run: async (tools) => (await placeAndWait(tools, 'out-of-stock')).status === 'quote_refused',
  },
  { name: 'a slow store', orders: 1, run: async (tools) => isBought(await placeAndWait(tools, 'slow')) },
  {
    name: 'a lost response: still one order',
    orders: 1,
    async run(tools) {
      const order = orderFor(test(tools, 'success'), { idempotency_key: 'cable-1' });
      const { body: first } = await tools.agent.call('place_order', order);
      const { body: again } = await tools.agent.call('place_order', order);
      return first.id === again.id;
    },
  },
  {
    name: 'approved on a page',
    hasForm: false,
    orders: 1,
    async run(tools) {
      const order = orderFor(test(tools, 'success'));
      const { error } = await tools.agent.call('place_order', order);
      await tools.openAndApprove(error.details.approval_url);
      const { body } = await tools.agent.call('place_order', { ...order, approval_id: error.details.approval_id });
      return isBought(await tools.agent.waitFor(body.id, isBought));
    },
  },
  {
    name: 'denied by a spending policy',
    hasOwner: true,
    orders: 0,
    async run({ owner, ...tools }) {
      await owner.setPolicy({ max_order_cents: 100 });
      const { error } = await tools.agent.call('place_order', orderFor(test({ owner, ...tools }, 'success')));
      return error.code === 'policy_denied';
    },
  },
  {
    name: 'approved by the owner',
    hasOwner: true,
    orders: 1,
    async run({ owner, ...tools }) {
      await owner.setPolicy({ approve: { above_cents: 1 } });
      const { body } = await tools.agent.call('place_order', orderFor(test({ owner, ...tools }, 'success')));
      const { body: approval } = await tools.agent.call('get_approval', { approval_id: body.next_action.id });
      await owner.approve(approval.id);
      return isBought(await tools.agent.waitFor(body.id, isBought));
    },
  },
];

async function placeAndWait(tools: Tools, name: string): Promise<Result> {
  const { body, error } = await tools.agent.call('place_order', orderFor(test(tools, name), { max_price: 5000 }));
  if (error) return { status: error.code };
  return tools.agent.waitFor(body.id, ({ status }) => status !== 'pending' && status !== 'in_progress');
}

export const agentTasks: AgentTask[] = [...shopping, ...afterwards, ...trouble, ...hostile];
