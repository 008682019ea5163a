import { deepEqual, equal } from 'node:assert/strict';
import { address } from '../../server/test/harness/system.ts';
import type { Result } from './agent.ts';
import { hostile } from './hostile-tasks.ts';
import {
  type AgentTask,
  boughtOnly,
  boughtTest,
  buy,
  buyDelivered,
  failedWith,
  find,
  findAndBuy,
  found,
  isReturned,
  orderFor,
  placeAndWait,
  resultsOf,
  returnFirst,
  test,
} from './steps.ts';

/** What the README tells people to ask for. */
export const readmePrompt = 'a USB cable under ten dollars';
const testProduct = '{shop}/shop/products/test-success';

const shopping: AgentTask[] = [
  {
    name: readmePrompt,
    prompt: `Order ${readmePrompt}.`,
    orders: 1,
    run: findAndBuy({ query: readmePrompt }),
    isRight: boughtOnly(/usb.*cable/i, 1000),
  },
  {
    name: 'the cheapest AA batteries',
    prompt: 'Order the cheapest AA batteries.',
    orders: 1,
    run: findAndBuy({ query: 'AA batteries' }),
    isRight(end) {
      const prices = found(end).flatMap(({ title, price }) => (/\bAA\b/.test(title) ? [price] : []));
      return boughtOnly(/\bAA\b/, Math.min(1500, ...prices))(end);
    },
  },
  {
    name: 'a mug at Target',
    prompt: 'Order a coffee mug at Target.',
    orders: 1,
    run: findAndBuy({ query: 'coffee mug', retailer: 'target' }),
    isRight: (end) => boughtOnly(/mug/i)(end) && end.orders[0].retailer === 'target',
  },
  {
    name: 'headphones under 100 dollars',
    prompt: 'Order wireless headphones that cost less than 100 dollars.',
    orders: 1,
    run: findAndBuy({ query: 'wireless headphones', max_price: 10_000 }),
    isRight: boughtOnly(/headphones/i, 10_000),
  },
  {
    name: 'socks in size M',
    prompt: 'Order crew socks in size M at Walmart.',
    orders: 1,
    async run({ agent }) {
      const hit = await find(agent, { query: 'crew socks', retailer: 'walmart' });
      const { body } = await agent.call('get_product', { product_id: hit.product_id, retailer: hit.retailer });
      const isThere = body.variants.find(
        ({ available, variant_specifics: specifics }: Result) => available && specifics[0].value === 'M',
      );
      const variant = isThere.variant_specifics.map(({ dimension, value }: Result) => ({ label: dimension, value }));
      return buy(agent, { ...orderFor(''), products: [{ url: hit.url, quantity: 1, variant }] });
    },
    isRight: (end) =>
      boughtOnly(/socks/i)(end) && end.orders[0].items[0].variant.some(({ value }: Result) => value === 'M'),
  },
  {
    name: 'a gift with a message',
    prompt: 'Order a coffee mug at Target as a gift, with the message "Happy birthday!".',
    orders: 1,
    async run({ agent }) {
      const { url } = await find(agent, { query: 'coffee mug', retailer: 'target' });
      return buy(agent, orderFor(url, { is_gift: true, gift_message: 'Happy birthday!' }));
    },
    isRight: (end) =>
      boughtOnly(/mug/i)(end) && end.orders[0].is_gift && end.orders[0].gift_message === 'Happy birthday!',
  },
  {
    name: 'two items from one store',
    prompt: 'Order a USB cable and dish soap at Amazon, together in one order.',
    orders: 1,
    async run({ agent }) {
      const urls = [];
      for (const query of ['usb cable', 'dish soap']) urls.push((await find(agent, { query, retailer: 'amazon' })).url);
      return buy(agent, { products: urls.map((url) => ({ url, quantity: 1 })), shipping_address: address });
    },
    isRight(end) {
      const [{ items } = { items: [] }] = end.orders;
      const isThere = (title: RegExp) =>
        found(end).some((hit) => title.test(hit.title) && items.some(({ url }: Result) => url === hit.url));
      return boughtOnly(/cable|soap/i)(end) && items.length === 2 && isThere(/cable/i) && isThere(/soap/i);
    },
  },
  {
    name: 'two stores: rejected as one order, bought as two',
    prompt: 'Order a USB cable at Amazon and another one at Walmart.',
    orders: 2,
    async run({ agent }) {
      const urls: string[] = [];
      for (const retailer of ['amazon', 'walmart'])
        urls.push((await find(agent, { query: 'usb cable', retailer })).url);
      const products = urls.map((url) => ({ url, quantity: 1 }));
      const { error } = await agent.call('quote_order', { products, shipping_address: address });
      equal(error.code, 'mixed_retailers');
      for (const url of urls) await buy(agent, orderFor(url));
    },
    isRight: (end) => {
      const retailers = end.orders.map(({ retailer }) => retailer).sort();
      return boughtOnly(/usb.*cable/i)(end) && retailers.join() === 'amazon,walmart';
    },
  },
  {
    name: 'only a price',
    prompt: 'What does a desk lamp cost with shipping and tax? Do not order it.',
    orders: 0,
    async run({ agent }) {
      const { url } = await find(agent, { query: 'desk lamp' });
      return agent.call('quote_order', orderFor(url));
    },
    isRight: (end) => resultsOf(end, 'quote_order').some((quote) => quote.price_components.total > 0),
  },
  {
    name: 'too expensive: nothing is bought',
    prompt: 'Order a laptop, but only if it costs at most 10 dollars in total.',
    orders: 0,
    async run({ agent }) {
      const { url } = await find(agent, { query: 'laptop' });
      equal((await buy(agent, orderFor(url, { max_price: 1000 }))).status, 'quote_refused');
    },
    isRight: ({ calls }) => calls.some(({ name }) => name === 'search_products'),
  },
  {
    name: 'thirty results, page by page',
    prompt: 'Find thirty different products for "usb", page by page. Do not order anything.',
    orders: 0,
    async run({ agent }) {
      const seen: string[] = [];
      for (let cursor: string | undefined; seen.length < 30; ) {
        const { body } = await agent.call('search_products', { query: 'usb', ...(cursor ? { cursor } : {}) });
        seen.push(...body.results.map(({ url }: Result) => url));
        cursor = body.next_cursor;
      }
      deepEqual([...new Set(seen)], seen);
    },
    isRight: (end) => new Set(found(end).map(({ url }) => url)).size >= 30,
  },
  {
    name: 'an unsupported store',
    prompt: 'Can you order from https://nobody.example/1?',
    orders: 0,
    run: ({ agent }) => agent.call('check_store', { url: 'https://nobody.example/1' }),
    isRight: (end) => resultsOf(end, 'check_store').some(({ orderable }) => orderable === false),
  },
];

const afterwards: AgentTask[] = [
  {
    name: 'tracked until it is delivered',
    prompt: `Order ${testProduct} and tell me when it is delivered.`,
    orders: 1,
    run: (tools) => buyDelivered(tools, test(tools, 'success')),
    isRight: (end) =>
      boughtTest()(end) &&
      end.calls.some(({ body }) => body?.items?.some(({ status }: Result) => status === 'delivered')),
  },
  {
    name: 'where is my package?',
    prompt: `Order ${testProduct}, wait until it is delivered, and tell me where the package has been.`,
    orders: 1,
    async run(tools) {
      const { id } = await buyDelivered(tools, test(tools, 'success'));
      return tools.agent.call('track_order', { order_id: id });
    },
    isRight: (end) =>
      boughtTest()(end) && resultsOf(end, 'track_order').some(({ shipments }) => shipments[0]?.status === 'delivered'),
  },
  {
    name: 'a return',
    prompt: `Order ${testProduct}, wait until it is delivered, then return it because it has the wrong size, and look up that return.`,
    orders: 1,
    run: async (tools) => returnFirst(tools, await buyDelivered(tools, test(tools, 'success'))),
    isRight: (end) => boughtTest()(end) && isReturned(end),
  },
  {
    name: 'canceled before it is approved',
    prompt: `Order ${testProduct}. If it has to be approved first, cancel it.`,
    policy: { approve: { above_cents: 1 } },
    orders: 1,
    async run(tools) {
      const { body } = await tools.agent.call('place_order', orderFor(test(tools, 'success')));
      return tools.agent.call('cancel_order', { order_id: body.id });
    },
    isRight: ({ orders }) => orders[0].status === 'cancelled',
  },
  {
    name: 'what did I order?',
    prompt: `Order ${testProduct}, wait until it is ordered, and then list my orders.`,
    orders: 1,
    async run({ agent, ...tools }) {
      await buy(agent, orderFor(test({ agent, ...tools }, 'success')));
      return agent.call('list_orders', { status_filter: 'order_placed' });
    },
    isRight: (end) =>
      boughtTest()(end) && resultsOf(end, 'list_orders').some(({ orders: [of] }) => of?.id === end.orders[0].id),
  },
  {
    name: 'how much money is left?',
    prompt: 'How much money is left in my wallet?',
    orders: 0,
    run: ({ agent }) => agent.call('get_wallet'),
    isRight: (end) => resultsOf(end, 'get_wallet').some((wallet) => wallet.balance_cents > 0),
  },
];

const trouble: AgentTask[] = [
  {
    name: 'sold out',
    prompt: 'Order {shop}/shop/products/test-out-of-stock.',
    orders: 0,
    run: (tools) => placeAndWait(tools.agent, orderFor(test(tools, 'out-of-stock'), { max_price: 5000 })),
    isRight: (end) => failedWith(end, 'quote_refused'),
  },
  {
    name: 'a slow store',
    prompt: 'Order {shop}/shop/products/test-slow for at most 50 dollars.',
    orders: 1,
    run: (tools) => placeAndWait(tools.agent, orderFor(test(tools, 'slow'), { max_price: 5000 })),
    isRight: boughtTest('slow', 5000),
  },
  {
    name: 'a lost response: still one order',
    prompt: `Order ${testProduct} with the idempotency key "cable-1". Then act as if the response was lost: send exactly the same request again.`,
    orders: 1,
    async run({ agent, ...tools }) {
      const order = orderFor(test({ agent, ...tools }, 'success'), { idempotency_key: 'cable-1' });
      await agent.call('place_order', order);
      return agent.call('place_order', order);
    },
    isRight: (end) => {
      const ids = resultsOf(end, 'place_order').map(({ id }) => id);
      return boughtTest()(end) && ids.length > 1 && new Set(ids).size === 1;
    },
  },
  {
    name: 'approved on a page',
    prompt: `Order ${testProduct}. If I have to approve it, give me the link and I will tell you when I have.`,
    hasForm: false,
    isApproved: true,
    orders: 1,
    async run({ agent, ...tools }) {
      const order = orderFor(test({ agent, ...tools }, 'success'));
      const { error } = await agent.call('place_order', order);
      await tools.openAndApprove(error.details.approval_url);
      return placeAndWait(agent, { ...order, approval_id: error.details.approval_id });
    },
    isRight: boughtTest(),
  },
  {
    name: 'denied by a spending policy',
    prompt: `Order ${testProduct}.`,
    policy: { max_order_cents: 100 },
    orders: 0,
    run: (tools) => tools.agent.call('place_order', orderFor(test(tools, 'success'))),
    isRight: (end) => failedWith(end, 'policy_denied'),
  },
  {
    name: 'approved by the owner',
    prompt: `Order ${testProduct}. If I have to approve it, tell me, and I will tell you when I have.`,
    policy: { approve: { above_cents: 1 } },
    isApproved: true,
    orders: 1,
    async run({ agent, ...tools }) {
      const { body } = await agent.call('place_order', orderFor(test({ agent, ...tools }, 'success')));
      const { body: approval } = await agent.call('get_approval', { approval_id: body.next_action.id });
      await tools.approveAsOwner(approval.id);
      return agent.waitFor(body.id, ({ status }) => status === 'order_placed');
    },
    isRight: boughtTest(),
  },
];

export const agentTasks: AgentTask[] = [...shopping, ...afterwards, ...trouble, ...hostile];
