import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { textOf } from '../../../kit/fields.ts';
import { type ApiRequest, isSuccess, type Json, type Outcome, outcomeOf } from './call.ts';
import { listOperation, listTestProducts } from './list-tools.ts';
import { summarizeOrder, summarizeReturn } from './lists.ts';
import { placeOrder } from './place-order.ts';
import type { Order } from './purchase.ts';
import { searchProductsTool } from './search-products-tool.ts';
import { toTask } from './tasks.ts';
import { isOlder, toOlderTask } from './tasks-2025.ts';
import { isOutcome, type Run, type Tool, type ToolCall, type ToolNeeds } from './tool.ts';

const readOnlyHints: ToolAnnotations = { readOnlyHint: true, idempotentHint: true };
const storeReadHints: ToolAnnotations = { ...readOnlyHints, openWorldHint: true };
const localReadHints: ToolAnnotations = { ...readOnlyHints, openWorldHint: false };

/** A tool that calls one operation. */
const callOperation =
  (requestFor: (given: Json) => ApiRequest) =>
  async ({ call }: ToolNeeds, given: Json, { callContext }: ToolCall): Promise<Outcome> =>
    outcomeOf(await call(callContext, requestFor(given)));

const pathOf = (collection: string, id: unknown): string => `/${collection}/${encodeURIComponent(String(id))}`;
const orderPath = (given: Json): string => pathOf('orders', given.order_id);

const product = callOperation(({ product_id: id, retailer }) => ({
  method: 'GET',
  path: pathOf('products', id),
  query: { retailer },
}));

/** Calls the operation with a key, and the sandbox without one. */
const withOrWithoutKey =
  (name: keyof ToolNeeds['open'], withKey: ReturnType<typeof callOperation>) =>
  (needs: ToolNeeds, given: Json, use: ToolCall): Promise<Outcome> =>
    use.callContext.caller === null ? needs.open[name](given) : withKey(needs, given, use);

const cancel: Run = async ({ call }, given, { callContext }) => {
  const reply = await call(callContext, { method: 'POST', path: `${orderPath(given)}/cancel` });
  return outcomeOf(isSuccess(reply) ? await call(callContext, { method: 'GET', path: orderPath(given) }) : reply);
};

const waitForOrder: Run = async ({ call }, given, { callContext, context }) => {
  const { wait_seconds = 25, since } = given;
  const { signal } = context.mcpReq;
  const question = { method: 'GET' as const, path: orderPath(given), query: { wait_seconds, since }, signal };
  return outcomeOf(await callContext.rest(() => call(callContext, question)));
};

const placeOrderTool: Run = async (needs, given, { callContext, approvalChannel, agent, supportsTasks, context }) => {
  const { approval_id: approvalId = null, idempotency_key: clientKey = null, ...order } = given;
  const result = await placeOrder(needs, {
    callContext,
    keyId: callContext.caller?.keyId ?? '',
    order: order as Order,
    clientKey: textOf(clientKey) ?? null,
    approvalId: textOf(approvalId) ?? null,
    approvalChannel,
    agent,
    mcpReq: context.mcpReq,
  });
  if (!isOutcome(result)) return result;
  if (isOlder(context)) return callContext.wantsTask ? toOlderTask(result, needs.clock.now()) : result;
  return supportsTasks ? toTask(result) : result;
};

export const tools: Tool[] = [
  {
    name: 'search_products',
    title: 'Search for products',
    description:
      'Search all stores, or one. Best match first, then lowest price. Prices are in cents. get_product has details.',
    annotations: storeReadHints,
    isOpen: true,
    run: searchProductsTool,
  },
  {
    name: 'get_product',
    title: 'Product details',
    description: "A product's details, variants and price.",
    annotations: storeReadHints,
    isOpen: true,
    run: withOrWithoutKey('get_product', product),
  },
  {
    name: 'check_store',
    title: 'Check a store',
    description: 'Check whether a product URL can be ordered.',
    annotations: localReadHints,
    isOpen: true,
    run: callOperation(({ url, country }) => ({ method: 'GET', path: '/retailers/check', query: { url, country } })),
  },
  {
    name: 'quote_order',
    title: 'Quote an order',
    description: 'Get the full price with tax and shipping, and what the spending policies say. Buys nothing.',
    annotations: { readOnlyHint: true, idempotentHint: false, openWorldHint: true },
    isOpen: false,
    hasCard: true,
    run: callOperation((body) => ({ method: 'POST', path: '/orders/quote', body })),
  },
  {
    name: 'place_order',
    title: 'Buy',
    description:
      'Buy at a quoted price: send quote_id with the same arguments as quote_order. Without quote_id, it gets a new quote. Asks ' +
      'the user first, unless a spending policy allows or denies the order. On approval_required, show approval_url to the user, ' +
      'then call again with approval_id. Then call wait_for_order.',
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    isOpen: false,
    isTask: true,
    run: placeOrderTool,
  },
  {
    name: 'get_order',
    title: 'Order',
    description: 'One order: status, next_step, next_action (what the user must do), packages.',
    annotations: localReadHints,
    isOpen: false,
    run: callOperation((given) => ({ method: 'GET', path: orderPath(given) })),
  },
  {
    name: 'wait_for_order',
    title: 'Wait for an order',
    description:
      'Wait until the order changes after since, for up to wait_seconds. Repeat until poll_after_ms is null.',
    annotations: localReadHints,
    isOpen: false,
    run: waitForOrder,
  },
  {
    name: 'list_orders',
    title: 'Orders',
    description: 'Order summaries, newest first. get_order has details.',
    annotations: localReadHints,
    isOpen: false,
    run: listOperation('orders', '/orders', summarizeOrder),
  },
  {
    name: 'cancel_order',
    title: 'Cancel an order',
    description: 'Cancel a pending order and release its hold.',
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    isOpen: false,
    run: cancel,
  },
  {
    name: 'answer_action',
    title: 'Complete an action',
    description:
      "Complete an order's next_action with the user's answer. Only a signed-in user can approve, at the action's url.",
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    isOpen: false,
    run: callOperation(({ action_id: id, answer, ...given }) => ({
      method: 'POST',
      path: `${orderPath(given)}/actions/${encodeURIComponent(String(id))}`,
      body: { answer },
    })),
  },
  {
    name: 'track_order',
    title: 'Track packages',
    description: "The location of an order's packages.",
    annotations: localReadHints,
    isOpen: true,
    hasCard: true,
    run: callOperation(({ order_id: id }) => ({ method: 'GET', path: pathOf('track', id) })),
  },
  {
    name: 'request_return',
    title: 'Return items',
    description: 'Return items from a placed order. Item IDs are in get_order. Then call get_return.',
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    isOpen: false,
    run: callOperation((body) => ({ method: 'POST', path: '/returns', body })),
  },
  {
    name: 'get_return',
    title: 'Return',
    description: 'One return: status, labels and refund.',
    annotations: localReadHints,
    isOpen: false,
    run: callOperation(({ return_id: id }) => ({ method: 'GET', path: pathOf('returns', id) })),
  },
  {
    name: 'list_returns',
    title: 'Returns',
    description: 'Return summaries, newest first.',
    annotations: localReadHints,
    isOpen: false,
    run: listOperation('return_requests', '/returns', summarizeReturn),
  },
  {
    name: 'get_approval',
    title: 'Approval',
    description: 'An approval: what to approve, where (url), and its state.',
    annotations: localReadHints,
    isOpen: false,
    run: callOperation(({ approval_id: id }) => ({ method: 'GET', path: pathOf('approvals', id) })),
  },
  {
    name: 'get_wallet',
    title: 'Wallet',
    description: 'Money available and on hold, in cents.',
    annotations: localReadHints,
    isOpen: false,
    run: callOperation(({ currency }) => ({ method: 'GET', path: '/wallet', query: { currency } })),
  },
  {
    name: 'get_policy',
    title: 'Spending policy',
    description: "This key's spending limits and what is left.",
    annotations: localReadHints,
    isOpen: false,
    run: callOperation(() => ({ method: 'GET', path: '/policy' })),
  },
  {
    name: 'list_test_products',
    title: 'Test products',
    description: 'Sandbox products, one for each outcome to try.',
    annotations: localReadHints,
    isOpen: true,
    run: listTestProducts,
  },
];
