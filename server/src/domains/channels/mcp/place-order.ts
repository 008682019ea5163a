import { type InputRequiredResult, inputRequired, inputResponse } from '@modelcontextprotocol/server';
import { fieldsOf } from '../../../kit/fields.ts';
import { isUuid } from '../../../kit/ids.ts';
import { findKeyLabel } from '../../access/accounts/index.ts';
import { listCards } from '../../money/top-ups/index.ts';
import { paymentOf, requesterOf } from '../../orders/orders/index.ts';
import {
  type ApprovalInput,
  approverOf,
  consumeApproval,
  decideApproval,
  findApprovalByHandle,
  findByClientName,
  findOwnApproval,
  openApproval,
} from './approvals.ts';
import { type ApiReply, errorIn, isSuccess, type Json, type Outcome, outcomeOf } from './call.ts';
import { approvalDenied, approvalInvalid, approvalRequired, deniedByPolicy, nameTaken } from './failures.ts';
import { handleFrom, handleText, isDecidedByPolicy } from './model.ts';
import { bodyOf, type Order, type PlaceNeeds, type PlaceRequest } from './purchase.ts';
import { type Quote, quoteFor } from './quote-for.ts';
import { type ApprovalRow, saveApprovalOrder } from './sql.ts';
import { approvalDigest, type Summary, summaryText } from './summary.ts';

type Result = Outcome | InputRequiredResult;

/** Quotes first, then asks a person unless a policy decides, and buys once. */
export async function placeOrder(needs: PlaceNeeds, asked: PlaceRequest): Promise<Result> {
  const state = asked.mcpReq.requestState<string>();
  if (state !== undefined) return resumePurchase(needs, asked, state);
  if (asked.approvalId !== null) return buyApproved(needs, asked, asked.approvalId);
  const known = asked.clientKey === null ? null : await findByClientName(needs, asked.keyId, asked.clientKey);
  if (known) return repeatPurchase(needs, asked, known);
  return startPurchase(needs, asked);
}

async function startPurchase(needs: PlaceNeeds, asked: PlaceRequest): Promise<Result> {
  const { quote, error } = await quoteFor(needs, asked);
  if (error) return { error };
  if (quote.policy.decision === 'deny') return deniedByPolicy(quote.policy.rules);
  const isDecided = isDecidedByPolicy(quote.policy);
  const opened = await openApproval(needs, await purchaseOf(needs, asked, quote), isDecided ? 'used' : 'open');
  if (!opened) return nameTaken();
  const row = { ...opened.row, order_id: null };
  return isDecided ? sendOrder(needs, asked, row) : requestApproval(needs, asked, row, handleText(opened.handle));
}

const mcpApprovalRule = {
  rule: 'ask_before_buying',
  limit: null,
  text: 'No spending policy allows this purchase without approval.',
};

async function cardOf({ db, clock }: PlaceNeeds, { callContext: { caller }, order }: PlaceRequest) {
  const { mode, payment_method: wanted = null } = fieldsOf(order.payment);
  if (mode !== 'card' || !caller) return null;
  const cards = await listCards(db, caller, clock.now());
  return (wanted === null ? cards[0] : cards.find(({ id }) => id === wanted)) ?? null;
}

async function purchaseOf(needs: PlaceNeeds, asked: PlaceRequest, quote: Quote): Promise<ApprovalInput> {
  const { db } = needs;
  const { keyId, order, clientKey, agent } = asked;
  const maxPrice = order.max_price ?? quote.suggested_max_price;
  const { retailer, currency, price_components, service_fee_cents } = quote;
  const metadata = { agent, ...fieldsOf(order.metadata) };
  const { address_line2 = null, state = null, ...address } = order.shipping_address;
  const summary: Summary = {
    requested_by: requesterOf(await findKeyLabel(db, keyId), metadata),
    retailer,
    currency,
    items: quote.items.map(({ url, title, variant, quantity, unit_price_cents }) => ({
      url,
      title,
      variant,
      quantity,
      unit_price_cents,
    })),
    ship_to: { ...address, address_line2, state },
    price_components,
    service_fee_cents,
    max_price_cents: maxPrice,
    max_charge_cents: maxPrice + service_fee_cents,
    payment: paymentOf(await cardOf(needs, asked)),
    rules: [mcpApprovalRule],
    max_price: maxPrice,
  };
  return { keyId, order, clientKey, quoteId: quote.quote_id, maxPrice, summary, expiresAt: new Date(quote.expires_at) };
}

const messageBytesMax = 12_000;

async function requestApproval(
  needs: PlaceNeeds,
  { approvalChannel }: PlaceRequest,
  row: ApprovalRow,
  handle: string,
): Promise<Result> {
  const url = addressFor(needs.publicUrl, row.id, (await approverOf(needs, row)) ? null : handle);
  const message = summaryText(row.summary, row.expires_at);
  // A form must show everything. If it is too long for one result, the page asks instead.
  if (approvalChannel === 'address' || Buffer.byteLength(message) > messageBytesMax)
    return approvalRequired({ url, id: row.id, summary: row.summary, until: row.expires_at });
  const approval =
    approvalChannel === 'url'
      ? inputRequired.elicitUrl({ url, message })
      : inputRequired.elicit({ message, requestedSchema: approvalFormSchema });
  return inputRequired({ inputRequests: { approval }, requestState: handle });
}

/** A signed-in person approves in the app. An unclaimed sandbox has a page whose URL is secret. */
const addressFor = (publicUrl: string, id: string, handle: string | null): string =>
  handle === null ? `${publicUrl}/app/approvals/${id}` : `${publicUrl}/mcp/approvals/${handle}`;

const approvalFormSchema = {
  type: 'object' as const,
  properties: {
    approve: { type: 'boolean' as const, title: 'Buy it', description: 'Yes, buy it at this price.' },
  },
  required: ['approve'],
};

/** The client returns with an approval. It only says which one, and what its person answered. */
async function resumePurchase(needs: PlaceNeeds, asked: PlaceRequest, state: string): Promise<Result> {
  const handle = handleFrom(state);
  const row = handle && (await findApprovalByHandle(needs, handle));
  if (!row || row.key_id !== asked.keyId || row.digest !== approvalDigest(asked.order, row.summary))
    return approvalInvalid();
  const answer = inputResponse(asked.mcpReq.inputResponses, 'approval');
  if (answer.kind !== 'elicit') {
    return row.state === 'open' && !isExpired(needs, row)
      ? requestApproval(needs, asked, row, state)
      : approvalInvalid(row.order_id);
  }
  if (answer.action !== 'accept') return deny(needs, row);
  if (asked.approvalChannel === 'url') return buyApproved(needs, asked, row.id);
  if (answer.content?.approve !== true) return deny(needs, row);
  if (!(await consumeApproval(needs, row.id, 'open'))) return approvalInvalid(row.order_id);
  return sendOrder(needs, asked, row);
}

const isExpired = ({ clock }: PlaceNeeds, row: ApprovalRow): boolean => row.expires_at <= clock.now();

async function deny(needs: PlaceNeeds, row: ApprovalRow): Promise<Outcome> {
  return (await decideApproval(needs, row.id, false)) ? approvalDenied() : approvalInvalid(row.order_id);
}

/** A person approved on the page. */
async function buyApproved(needs: PlaceNeeds, asked: PlaceRequest, id: string): Promise<Result> {
  const own = { id: id.toLowerCase(), keyId: asked.keyId, order: asked.order };
  const row = isUuid(id) ? await findOwnApproval(needs, own) : null;
  if (!row) return approvalInvalid();
  if (row.state === 'denied') return approvalDenied();
  if (row.state === 'open' && !isExpired(needs, row)) {
    return approvalRequired({ url: null, id: row.id, summary: row.summary, until: row.expires_at });
  }
  if (!(await consumeApproval(needs, row.id, 'approved'))) return approvalInvalid(row.order_id);
  return sendOrder(needs, asked, row);
}

/** The client's idempotency key is known: return the same order. */
async function repeatPurchase(needs: PlaceNeeds, asked: PlaceRequest, row: ApprovalRow): Promise<Result> {
  if (row.digest !== approvalDigest(asked.order, row.summary)) return nameTaken();
  if (row.state === 'used') return sendOrder(needs, asked, row);
  return row.state === 'denied' ? approvalDenied() : buyApproved(needs, asked, row.id);
}

/** Places the order with its own idempotency key, so it is placed at most once. */
async function sendOrder(needs: PlaceNeeds, { callContext, order }: PlaceRequest, row: ApprovalRow): Promise<Outcome> {
  const reply = await needs.call(callContext, {
    method: 'POST',
    path: '/orders',
    headers: {
      'idempotency-key': `mcp-${row.id}`,
      ...(order.test_fault === undefined ? {} : { 'errand-test-fault': order.test_fault }),
    },
    body: {
      ...bodyOf(order),
      metadata: metadataOf(order, row.summary),
      ...paymentFor(order, row.summary),
      max_price: row.max_price_cents,
      quote_id: row.quote_id,
      max_drift_cents: 0,
    },
  });
  if (!isSuccess(reply)) return refusedOrder(reply);
  await saveApprovalOrder(needs.db, row.id, String(fieldsOf(reply.body).id));
  return outcomeOf(reply);
}

/** The card that was shown, even if the account's default changed since. */
function paymentFor({ payment }: Order, { payment: shown }: Partial<Summary>): Json {
  return shown?.mode === 'card' ? { payment: { ...fieldsOf(payment), payment_method: shown.payment_method } } : {};
}

/** Records the agent's name for approvers. It is stored, so that a repeated order is equal. */
function metadataOf({ metadata }: Order, summary: Partial<Summary>): Json {
  const agent = summary.requested_by?.agent ?? null;
  return { ...(agent === null ? {} : { agent }), ...fieldsOf(metadata) };
}

function refusedOrder(reply: ApiReply): Outcome {
  const error = errorIn(reply);
  const next = error.retryable
    ? 'Before you call place_order again, call list_orders to see whether the order was placed.'
    : error.next_step;
  return { error: { ...error, next_step: next } };
}
