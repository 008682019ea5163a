import type { World } from '../../../kit/world.ts';
import { type FullOrder, presentOrder } from '../../orders/orders/index.ts';
import { type Checkout, subtotalOf, type Version } from './checkout.ts';
import { handlerList, paymentHandlersOf } from './profile.ts';

type Json = Record<string, unknown>;
export interface OrderView extends ReturnType<typeof presentOrder> {
  /** Prices in the store's currency, by item. Missing: they are in US cents, as the items say. */
  unitPrices?: Record<string, number | null> | undefined;
}

export const viewOrder = (order: FullOrder, now: Date): OrderView => ({
  ...presentOrder(order, now),
  unitPrices: order.exchange ? (order.exchange.unit_prices ?? {}) : undefined,
});

export interface ViewSettings {
  version: Version;
  publicUrl: string;
  feeCents: number;
  /** Payment methods of agents without a key, by mode. */
  agentMethods: Record<World, readonly string[]>;
}

export const envelope = ({ version }: ViewSettings, capability: string, more: Json = {}): Json => ({
  version,
  ...more,
  capabilities: { [`dev.ucp.shopping.${capability}`]: [{ version }] },
});

export const errorView = (shown: ViewSettings, capability: string, code: string, content: string): Json => ({
  ucp: envelope(shown, capability, { status: 'error' }),
  messages: [{ type: 'error', code, content, severity: 'unrecoverable' }],
});

interface CheckoutStatus {
  status: string;
  messages: Json[];
  continueUrl: string | null;
}

const missingField = (path: string, content: string): Json => ({
  type: 'error',
  code: 'missing',
  path,
  content,
  severity: 'recoverable',
});

/** The session's status: what is missing before it is completed, then its order's. */
function checkoutStatusOf({ state, content }: Checkout, order: OrderView | null, publicUrl: string): CheckoutStatus {
  const plain = (status: string, ...messages: Json[]): CheckoutStatus => ({ status, messages, continueUrl: null });
  if (state === 'canceled') return plain('canceled');
  if (state === 'completing') return plain('complete_in_progress');
  if (order) return orderStatusOf(order, publicUrl);
  if (content.lines.length === 0) return plain('incomplete', missingField('$.line_items', 'The checkout is empty.'));
  if (!content.address) {
    return plain(
      'incomplete',
      missingField('$.fulfillment.methods[0].destinations', 'Add a shipping address with a name.'),
    );
  }
  if (content.refusal) {
    const { code, message } = content.refusal;
    return plain('incomplete', { type: 'error', code, path: '$', content: message, severity: 'recoverable' });
  }
  if (!content.isEstimate) return plain('ready_for_complete');
  const words =
    'The store requires a manual step first. The total includes a reserve for shipping and tax. You are only charged the actual price.';
  return plain('ready_for_complete', { type: 'warning', code: 'estimated_total', path: '$.totals', content: words });
}

function orderStatusOf(order: OrderView, publicUrl: string): CheckoutStatus {
  const page = `${publicUrl}/app/orders/${order.id}`;
  if (order.status === 'order_placed') return { status: 'completed', messages: [], continueUrl: null };
  if (order.status === 'pending' || order.status === 'in_progress') {
    const action = order.next_action;
    if (!action) return { status: 'complete_in_progress', messages: [], continueUrl: page };
    const message = { type: 'error', code: action.kind, content: action.message, severity: 'requires_buyer_input' };
    return { status: 'requires_escalation', messages: [message], continueUrl: action.url ?? page };
  }
  const { error_type: code, error: content } = order.job_result ?? {};
  const words = content ?? 'The order was canceled. Nothing was charged.';
  return {
    status: 'canceled',
    messages: [{ type: 'error', code: code ?? order.status, content: words, severity: 'unrecoverable' }],
    continueUrl: null,
  };
}

function totalsOf({ content }: Checkout, feeCents: number): Json[] {
  const { price } = content;
  if (!price) {
    const subtotal = subtotalOf(content.lines);
    return [
      { type: 'subtotal', amount: subtotal },
      { type: 'total', amount: subtotal },
    ];
  }
  const goods = subtotalOf(content.lines);
  const serviceFee = content.serviceFee ?? feeCents;
  const fees = price.fees + serviceFee;
  const discount = price.subtotal - goods;
  return [
    { type: 'subtotal', amount: goods },
    ...(discount === 0
      ? []
      : [{ type: discount < 0 ? 'discount' : 'fee', display_text: 'Adjustment', amount: discount }]),
    { type: 'fulfillment', display_text: 'Shipping', amount: price.shipping },
    { type: 'tax', amount: price.tax },
    ...(fees === 0
      ? []
      : [{ type: 'fee', display_text: content.isEstimate ? 'Reserve and service fee' : 'Service fee', amount: fees }]),
    { type: 'total', amount: price.total + serviceFee },
  ];
}

export function checkoutView(shown: ViewSettings, checkout: Checkout, order: OrderView | null): Json {
  const { content, agentWorld } = checkout;
  const { version, publicUrl } = shown;
  const { status, messages, continueUrl } = checkoutStatusOf(checkout, order, publicUrl);
  const withWallet = agentWorld === null;
  const payable = { withWallet, agentMethods: withWallet ? [] : shown.agentMethods[agentWorld] };
  return {
    ucp: {
      ...envelope(shown, 'checkout', { status: 'success' }),
      payment_handlers: paymentHandlersOf(version, publicUrl, payable),
    },
    ...(version === '2026-01-11' ? { payment: { handlers: handlerList(version, publicUrl, payable) } } : {}),
    id: checkout.id,
    status,
    currency: content.currency ?? content.price?.currency ?? 'USD',
    buyer: content.buyer,
    line_items: content.lines.map((line) => ({
      id: line.id,
      item: { id: line.itemId, title: line.title, price: line.unitPrice },
      quantity: line.quantity,
      totals: [
        { type: 'subtotal', amount: line.unitPrice * line.quantity },
        { type: 'total', amount: line.unitPrice * line.quantity },
      ],
    })),
    totals: totalsOf(checkout, shown.feeCents),
    messages,
    links: [
      { type: 'documentation', url: `${publicUrl}/docs` },
      ...(content.returnPolicyUrl ? [{ type: 'refund_policy', url: content.returnPolicyUrl }] : []),
    ],
    ...(content.address ? { fulfillment: fulfillmentView(checkout) } : {}),
    ...(continueUrl === null ? {} : { continue_url: continueUrl }),
    ...(order ? { order: { id: order.id, permalink_url: `${publicUrl}/app/orders/${order.id}` } } : {}),
    expires_at: checkout.expiresAt.toISOString(),
  };
}

function fulfillmentView({ content: { address, lines, price } }: Checkout): Json {
  const line_item_ids = lines.map(({ id }) => id);
  const option = {
    id: 'cheapest',
    title: "The store's cheapest option",
    totals: [{ type: 'total', amount: price?.shipping ?? 0 }],
  };
  return {
    methods: [
      {
        id: 'shipping',
        type: 'shipping',
        line_item_ids,
        selected_destination_id: 'ship-to',
        destinations: [{ id: 'ship-to', ...postalAddressOf(address) }],
        groups: price ? [{ id: 'all', line_item_ids, selected_option_id: option.id, options: [option] }] : [],
      },
    ],
  };
}

function postalAddressOf(address: Checkout['content']['address'] | OrderView['shipping_address']): Json {
  if (!address) return {};
  return {
    first_name: address.first_name,
    last_name: address.last_name,
    street_address: address.address_line1,
    ...(address.address_line2 ? { extended_address: address.address_line2 } : {}),
    address_locality: address.city,
    ...(address.state ? { address_region: address.state } : {}),
    postal_code: address.postal_code,
    address_country: address.country,
    ...(address.phone_number ? { phone_number: address.phone_number } : {}),
  };
}

const eventTypes: Record<string, string> = {
  pending: 'processing',
  in_transit: 'in_transit',
  delivered: 'delivered',
  undeliverable: 'undeliverable',
};

/** An order with its parcels. Orders from other channels have no checkout. */
export function orderView(shown: ViewSettings, order: OrderView, checkoutId: string | null): Json {
  const price = order.job_result?.price_components ?? null;
  const lines = order.items.map(({ id, quantity }) => ({ id, quantity }));
  const unitPriceOf = ({ id, unit_price_cents: cents }: OrderView['items'][number]): number =>
    (order.unitPrices ? order.unitPrices[id] : cents) ?? 0;
  const gone = new Set(['cancelled', 'failed']);
  const done = new Set(['shipped', 'delivered']);
  return {
    ucp: envelope(shown, 'order'),
    id: order.id,
    checkout_id: checkoutId ?? order.id,
    permalink_url: `${shown.publicUrl}/app/orders/${order.id}`,
    currency: price?.currency ?? order.exchange?.currency ?? order.currency,
    line_items: order.items.map((item) => ({
      id: item.id,
      item: { id: item.url, title: item.url, price: unitPriceOf(item) },
      quantity: {
        original: item.quantity,
        total: gone.has(item.status) ? 0 : item.quantity,
        fulfilled: done.has(item.status) ? item.quantity : 0,
      },
      totals: [
        { type: 'subtotal', amount: unitPriceOf(item) * item.quantity },
        { type: 'total', amount: unitPriceOf(item) * item.quantity },
      ],
      status: gone.has(item.status) ? 'removed' : done.has(item.status) ? 'fulfilled' : 'processing',
    })),
    fulfillment: {
      expectations: [
        {
          id: 'all',
          line_items: lines,
          method_type: 'shipping',
          destination: postalAddressOf(order.shipping_address),
          description: order.job_result?.estimated_delivery ?? 'Delivery date available once the store ships.',
        },
      ],
      events: order.tracking_numbers.flatMap((parcel) =>
        parcel.checkpoints.map((checkpoint, index) => ({
          id: `${parcel.id}-${parcel.checkpoints.length - index}`,
          occurred_at: checkpoint.checkpoint_time,
          type: eventTypes[checkpoint.status] ?? 'in_transit',
          line_items: lines,
          tracking_number: parcel.tracking_number,
          carrier: parcel.carrier,
          description: checkpoint.message,
        })),
      ),
    },
    adjustments: [],
    totals: price
      ? [
          { type: 'subtotal', amount: price.subtotal },
          { type: 'fulfillment', amount: price.shipping },
          // Totals must add up: included tax is part of the subtotal.
          ...(price.tax_included ? [] : [{ type: 'tax', amount: price.tax }]),
          ...(price.fees === 0 ? [] : [{ type: 'fee', amount: price.fees }]),
          { type: 'total', amount: price.total },
        ]
      : [
          { type: 'subtotal', amount: 0 },
          { type: 'total', amount: 0 },
        ],
  };
}
