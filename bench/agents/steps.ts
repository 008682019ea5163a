import { assertDefined } from '../../server/src/kit/assert-defined.ts';
import { address } from '../../server/test/harness/system.ts';
import type { Agent } from './agent.ts';

type Json = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: results of tools of any shape.
export type Result = any;

export interface Tools {
  agent: Agent;
  /** Where the test products are. */
  shopUrl: string;
  /** Actions of the signed-in owner. */
  owner: {
    setPolicy(policy: Json): Promise<void>;
    approve(approvalId: string): Promise<void>;
  };
  /** Opens the agent's link and approves there. */
  openAndApprove(url: string): Promise<void>;
}

export interface AgentTask {
  name: string;
  /** Uses a store whose texts address the agent. */
  isHostile?: boolean;
  /** Has a policy and a signed-in owner. */
  hasOwner?: boolean;
  hasForm?: boolean;
  /** The number of orders at the end. */
  orders: number;
  /** Returns whether the outcome is right. */
  run(tools: Tools): Promise<boolean>;
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

/** Quotes, buys at that price, and waits for the purchase. */
export async function buy(agent: Agent, order: Json): Promise<Result> {
  const { body: quote, error } = await agent.call('quote_order', order);
  if (error) return { status: error.code };
  const { body: placed, error: refusal } = await agent.call('place_order', { ...order, quote_id: quote.quote_id });
  if (refusal) return { status: refusal.code };
  return agent.waitFor(placed.id, ({ status }) => status !== 'pending' && status !== 'in_progress');
}

export const isBought = ({ status }: Result): boolean => status === 'order_placed';
export const test = ({ shopUrl }: Tools, name: string): string => `${shopUrl}/shop/products/test-${name}`;

/** Searches and buys the first result, which must be what was asked for. */
export const findAndBuy =
  (given: Json, title: RegExp, most = Number.MAX_SAFE_INTEGER): AgentTask['run'] =>
  async ({ agent }) => {
    const hit = await find(agent, given);
    return title.test(hit.title) && hit.price <= most && isBought(await buy(agent, orderFor(hit.url)));
  };

export async function buyDelivered(tools: Tools, url: string): Promise<Result> {
  const { id } = await buy(tools.agent, orderFor(url));
  return tools.agent.waitFor(id, ({ items }) => items[0].status === 'delivered');
}

export async function returnFirst({ agent }: Tools, order: Result): Promise<boolean> {
  const items = [{ order_item_id: order.items[0].id, quantity: 1 }];
  const { body } = await agent.call('request_return', { order_id: order.id, items, reason: 'wrong_size' });
  return (await agent.call('get_return', { return_id: body.id })).body.id === body.id;
}
