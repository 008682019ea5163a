import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  type ServerContext,
  type ToolAnnotations,
} from '@modelcontextprotocol/server';
import { textOf } from '../../../kit/fields.ts';
import { type ApiRequest, type Call, isSuccess, type Json, resultOf } from './call.ts';
import type { CallContext } from './call-context.ts';
import { type ApprovalChannel, type Order, type PlaceNeeds, placeOrder } from './place-order.ts';
import type { ToolName } from './schema.ts';
import { toTask } from './tasks.ts';
import { isOlder, toOlderTask } from './tasks-2025.ts';

export interface ToolNeeds extends PlaceNeeds {
  call: Call;
  /** What can be asked without a key, of the sandbox's world. */
  open: Record<'search_products' | 'get_product' | 'list_test_products', (given: Json) => Promise<CallToolResult>>;
}

export interface ToolCall {
  callContext: CallContext;
  approvalChannel: ApprovalChannel;
  /** What the client calls itself; it may say anything. */
  agent: string | null;
  /** Whether the client said, on this request, that it can follow a task. */
  supportsTasks: boolean;
  context: ServerContext;
}

type Run = (needs: ToolNeeds, given: Json, use: ToolCall) => Promise<CallToolResult | InputRequiredResult>;

export interface Tool {
  name: ToolName;
  title: string;
  description: string;
  annotations: ToolAnnotations;
  /** Whether it is of use without a key. */
  isOpen: boolean;
  /** Whether clients of 2025 may ask for a task instead of its answer. */
  isTask?: boolean;
  /** Whether hosts that can may show its result as a card. */
  hasCard?: boolean;
  run: Run;
}

const readOnlyHints: ToolAnnotations = { readOnlyHint: true, idempotentHint: true };
const storeReadHints: ToolAnnotations = { ...readOnlyHints, openWorldHint: true };
const localReadHints: ToolAnnotations = { ...readOnlyHints, openWorldHint: false };

/** A tool that is one call of one operation. */
const callOperation =
  (questionFor: (given: Json) => ApiRequest): Run =>
  async ({ call }, given, { callContext }) =>
    resultOf(await call(callContext, questionFor(given)));

const orderPath = (given: Json): string => `/orders/${encodeURIComponent(String(given.order_id))}`;

const search = callOperation(({ query, retailer, page, min_price, max_price }) =>
  retailer === undefined
    ? { method: 'GET', path: '/search', query: { q: query, min_price, max_price } }
    : { method: 'GET', path: '/products/search', query: { query, retailer, page } },
);
const product = callOperation(({ product_id: id, retailer }) => ({
  method: 'GET',
  path: `/products/${encodeURIComponent(String(id))}`,
  query: { retailer },
}));
const testProducts = callOperation(() => ({ method: 'GET', path: '/orders/test-products' }));

/** With a key the operation, without one the sandbox's answer. */
const withOrWithoutKey =
  (name: keyof ToolNeeds['open'], withKey: Run): Run =>
  (needs, given, use) =>
    use.callContext.caller === null ? needs.open[name](given) : withKey(needs, given, use);

const cancel: Run = async ({ call }, given, { callContext }) => {
  const reply = await call(callContext, { method: 'POST', path: `${orderPath(given)}/cancel` });
  return resultOf(isSuccess(reply) ? await call(callContext, { method: 'GET', path: orderPath(given) }) : reply);
};

const waitForOrder: Run = async ({ call }, given, { callContext, context }) => {
  const { wait_seconds = 25, since } = given;
  const { signal } = context.mcpReq;
  const question = { method: 'GET' as const, path: orderPath(given), query: { wait_seconds, since }, signal };
  return resultOf(await callContext.rest(() => call(callContext, question)));
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
  if (isInputRequiredResult(result)) return result;
  if (isOlder(context)) return callContext.wantsTask ? toOlderTask(result, needs.clock.now()) : result;
  return supportsTasks ? toTask(result) : result;
};

export const tools: Tool[] = [
  {
    name: 'search_products',
    title: 'Search products',
    description: 'Search every store at once, or one. Prices are cents. Order by url.',
    annotations: storeReadHints,
    isOpen: true,
    run: withOrWithoutKey('search_products', search),
  },
  {
    name: 'get_product',
    title: 'Product details',
    description: 'Details, variants and price of a product from a search.',
    annotations: storeReadHints,
    isOpen: true,
    run: withOrWithoutKey('get_product', product),
  },
  {
    name: 'check_store',
    title: 'Check a store',
    description: 'Whether a product address can be ordered here, and why not.',
    annotations: localReadHints,
    isOpen: true,
    run: callOperation(({ url, country }) => ({ method: 'GET', path: '/retailers/check', query: { url, country } })),
  },
  {
    name: 'quote_order',
    title: 'Quote an order',
    description: 'The whole price with tax and shipping, and what the policies say. Buys and holds nothing.',
    annotations: { readOnlyHint: true, idempotentHint: false, openWorldHint: true },
    isOpen: false,
    hasCard: true,
    run: callOperation((body) => ({ method: 'POST', path: '/orders/quote', body })),
  },
  {
    name: 'place_order',
    title: 'Buy',
    description:
      'Buy. Quotes, then asks the person to approve that price unless a policy decides; nothing is bought before. ' +
      'On approval_required show approval_url to the person, then call again with approval_id. Follow with wait_for_order.',
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    isOpen: false,
    isTask: true,
    run: placeOrderTool,
  },
  {
    name: 'get_order',
    title: 'Order',
    description: 'One order: status, next_step, next_action (a question to a person), parcels.',
    annotations: localReadHints,
    isOpen: false,
    run: callOperation((given) => ({ method: 'GET', path: orderPath(given) })),
  },
  {
    name: 'wait_for_order',
    title: 'Wait for an order',
    description:
      'Answers as soon as the order is newer than since, or after wait_seconds. Repeat until poll_after_ms is null.',
    annotations: localReadHints,
    isOpen: false,
    run: waitForOrder,
  },
  {
    name: 'list_orders',
    title: 'Orders',
    description: 'Orders, newest first.',
    annotations: localReadHints,
    isOpen: false,
    run: callOperation((query) => ({ method: 'GET', path: '/orders', query })),
  },
  {
    name: 'cancel_order',
    title: 'Cancel an order',
    description: 'Cancel an order that is still pending; what was held is released.',
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    isOpen: false,
    run: cancel,
  },
  {
    name: 'answer_action',
    title: 'Answer a question',
    description:
      "Answer an order's next_action with what the person said. Approvals of a policy are answered at its url, not here.",
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
    title: 'Track parcels',
    description: 'Where the parcels of an order are.',
    annotations: localReadHints,
    isOpen: true,
    hasCard: true,
    run: callOperation(({ order_id: id }) => ({ method: 'GET', path: `/track/${encodeURIComponent(String(id))}` })),
  },
  {
    name: 'request_return',
    title: 'Return items',
    description: 'Ask the store to take items back. Item ids are in get_order.',
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    isOpen: false,
    run: callOperation((body) => ({ method: 'POST', path: '/returns', body })),
  },
  {
    name: 'get_wallet',
    title: 'Wallet',
    description: 'Money available and held, in cents.',
    annotations: localReadHints,
    isOpen: false,
    run: callOperation(() => ({ method: 'GET', path: '/wallet' })),
  },
  {
    name: 'get_policy',
    title: 'Spend policy',
    description: 'What this key may spend, and what is left.',
    annotations: localReadHints,
    isOpen: false,
    run: callOperation(() => ({ method: 'GET', path: '/policy' })),
  },
  {
    name: 'list_test_products',
    title: 'Test products',
    description: 'Sandbox products that play a scenario: success, price change, out of stock…',
    annotations: localReadHints,
    isOpen: true,
    run: withOrWithoutKey('list_test_products', testProducts),
  },
];
