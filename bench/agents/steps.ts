import { setTimeout } from 'node:timers/promises';
import { assertDefined } from '../../server/src/kit/assert-defined.ts';
import { address } from '../../server/test/harness/system.ts';
import type { Agent, Call, Result } from './agent.ts';

type Json = Record<string, unknown>;

export interface Tools {
  agent: Agent;
  /** Where the test products are. */
  shopUrl: string;
  /** The signed-in owner approves. */
  approveAsOwner(approvalId: string): Promise<void>;
  /** Opens the agent's link and approves there. */
  openAndApprove(url: string): Promise<void>;
}

/** What is there at the end of a task. */
export interface End {
  /** As the API shows them. */
  orders: Result[];
  calls: Call[];
}

export interface AgentTask {
  name: string;
  /** What a model is asked. `{shop}` is where the test products are. */
  prompt: string;
  /** Uses a store whose texts address the agent. */
  isHostile?: boolean;
  /** A spending policy by the account's signed-in owner. */
  policy?: Json;
  hasForm?: boolean;
  /** Whether a model's person approves what waits for it. */
  isApproved?: boolean;
  /** The number of orders at the end. */
  orders: number;
  /** The scripted calls. Throws if a result is not as expected. */
  run(tools: Tools): Promise<unknown>;
  /** Whether the outcome is right, of the scripted calls or of a model's. */
  isRight(end: End): boolean;
}

export const orderFor = (url: string, more: Json = {}): Json => ({
  products: [{ url, quantity: 1 }],
  shipping_address: address,
  ...more,
});

export async function find(agent: Agent, given: Json): Promise<Result> {
  const { body } = await agent.call('search_products', given);
  return assertDefined(body.results[0]);
}

const isOver = ({ status }: Result): boolean => status !== 'pending' && status !== 'in_progress';

/** Quotes, buys at that price, and waits for the purchase. */
export async function buy(agent: Agent, order: Json): Promise<Result> {
  const { body: quote, error } = await agent.call('quote_order', order);
  if (error) return { status: error.code };
  return placeAndWait(agent, { ...order, quote_id: quote.quote_id });
}

export async function placeAndWait(agent: Agent, order: Json): Promise<Result> {
  const { body, error } = await agent.call('place_order', order);
  return error ? { status: error.code } : agent.waitFor(body.id, isOver);
}

const isBought = ({ status }: Result): boolean => status === 'order_placed';
const allBought = ({ orders }: End): boolean => orders.every(isBought);
export const test = ({ shopUrl }: Tools, name: string): string => `${shopUrl}/shop/products/test-${name}`;

/** Results of a tool's calls. */
export const resultsOf = ({ calls }: End, tool: string): Result[] =>
  calls.filter(({ name, error }) => name === tool && error === null).map(({ body }) => body);
export const failedWith = ({ calls }: End, code: string): boolean => calls.some(({ error }) => error?.code === code);
export const found = (end: End): Result[] => resultsOf(end, 'search_products').flatMap(({ results }) => results);

/** Every order bought only this, for at most that much each. */
export const boughtOnly =
  (title: RegExp, most = Number.MAX_SAFE_INTEGER): AgentTask['isRight'] =>
  (end) => {
    const isWanted = (item: Result) =>
      item.quantity === 1 &&
      item.unit_price_cents <= most &&
      found(end).some((hit) => hit.url === item.url && title.test(hit.title));
    return allBought(end) && end.orders.every(({ items }) => items.every(isWanted));
  };

/** Every order bought only one of this test product, for at most that much in total. */
export const boughtTest =
  (name = 'success', most = Number.MAX_SAFE_INTEGER): AgentTask['isRight'] =>
  (end) =>
    allBought(end) &&
    end.orders.every(
      ({ items, job_result: { price_components: paid } }) =>
        items.length === 1 &&
        items[0].quantity === 1 &&
        items[0].url.endsWith(`/shop/products/test-${name}`) &&
        paid.total <= most,
    );

/** Searches and buys the first result. */
export const findAndBuy =
  (given: Json): AgentTask['run'] =>
  async ({ agent }) => {
    const { url } = await find(agent, given);
    return buy(agent, orderFor(url));
  };

export async function buyDelivered({ agent }: Tools, url: string): Promise<Result> {
  const { id } = await buy(agent, orderFor(url));
  return agent.waitFor(id, ({ items }) => items[0].status === 'delivered');
}

/** Requests a return and looks it up, until the store answered if that matters. */
export async function returnFirst({ agent }: Tools, order: Result, isAnswered = false): Promise<void> {
  const items = [{ order_item_id: order.items[0].id, quantity: 1 }];
  const { body } = await agent.call('request_return', { order_id: order.id, items, reason: 'wrong_size' });
  for (let round = 0; round < 10; round += 1) {
    const { body: answered } = await agent.call('get_return', { return_id: body.id });
    if (!isAnswered || answered.resolution_notes) return;
    await setTimeout(500);
  }
}

/** One return, which the agent looked up. */
export const isReturned = (end: End): boolean =>
  end.orders.every(({ returns }) => returns.length === 1) && resultsOf(end, 'get_return').length > 0;
