import type { CardPaymentState } from '../../money/top-ups/index.ts';
import { refundableCentsOf } from './refundable.ts';
import type { FullOrder, OrderPayment } from './rows.ts';

type PaymentState = 'authorized' | 'captured' | 'released' | 'refunded';

/** What paid for the order, and where the money is. */
export function presentOrderPayment(order: FullOrder) {
  if (order.payment) return presentAgentPayment(order.payment, order);
  return order.card ? presentCardPayment(order.card, order) : presentWalletPayment(order);
}

const cardStates: Record<CardPaymentState, PaymentState> = {
  authorizing: 'authorized',
  authorized: 'authorized',
  capturing: 'authorized',
  // The order was bought but the card was not charged. The operator settles it.
  refused: 'authorized',
  captured: 'captured',
  declined: 'released',
  releasing: 'released',
  released: 'released',
};

function presentCardPayment(card: NonNullable<FullOrder['card']>, order: FullOrder) {
  const { captured_cents: captured, refunded_cents: refunded } = card;
  const isRefunded = captured > 0 && refunded >= captured;
  const isAuthorized = card.state !== 'authorizing' && card.state !== 'declined';
  return {
    mode: 'card' as const,
    state: isRefunded ? ('refunded' as const) : cardStates[card.state],
    authorized_cents: isAuthorized ? card.amount_cents : 0,
    captured_cents: captured,
    refunded_cents: refunded,
    fee_cents: order.fee_cents,
    stripe_fee_cents: 0,
    payment_method: card.card_id,
    simulated: order.world === 'test',
  };
}

const walletStates: Record<FullOrder['status'], PaymentState> = {
  pending: 'authorized',
  in_progress: 'authorized',
  order_placed: 'captured',
  order_failed: 'released',
  cancelled: 'released',
  cancelled_by_retailer: 'refunded',
};

function presentWalletPayment(order: FullOrder) {
  const isBought = order.status === 'order_placed' || order.status === 'cancelled_by_retailer';
  const charged = Math.min(order.charged_cents ?? 0, order.max_price_cents);
  const captured = isBought ? charged + order.fee_cents : 0;
  const refunded =
    order.status === 'cancelled_by_retailer' ? captured : isBought ? charged - refundableCentsOf(order) : 0;
  const isRefunded = captured > 0 && refunded >= captured;
  return {
    mode: 'wallet' as const,
    state: isRefunded ? ('refunded' as const) : walletStates[order.status],
    authorized_cents: (order.paid_by_client ? 0 : order.max_price_cents) + order.fee_cents,
    captured_cents: captured,
    refunded_cents: refunded,
    fee_cents: order.fee_cents,
    stripe_fee_cents: 0,
    payment_method: null,
    simulated: order.world === 'test',
  };
}

type Paid = Pick<FullOrder, 'status' | 'world' | 'fee_cents' | 'charged_cents'>;

export function presentAgentPayment(payment: OrderPayment, order: Paid) {
  const completed = payment.refunds.filter((refund) => refund.status === 'completed');
  const refunded = completed.reduce((sum, refund) => sum + refund.amount_cents, 0);
  const isPlaced = order.status === 'order_placed' || order.status === 'cancelled_by_retailer';
  const captured = isPlaced ? (order.charged_cents ?? 0) : 0;
  return {
    method: payment.method,
    amount_cents: payment.amount_cents,
    refunded_cents: refunded,
    state: agentStateOf(payment.amount_cents, refunded, isPlaced),
    authorized_cents: payment.amount_cents,
    captured_cents: captured,
    fee_cents: captured === 0 ? 0 : order.fee_cents,
    simulated: order.world === 'test',
    receipt: payment.receipt,
    refunds: payment.refunds.map((refund) => ({
      id: refund.id,
      amount_cents: refund.amount_cents,
      status: refund.status,
      reference: refund.reference,
      created_at: refund.created_at,
    })),
  };
}

function agentStateOf(paid: number, refunded: number, isPlaced: boolean): PaymentState {
  if (refunded >= paid) return 'refunded';
  return isPlaced ? 'captured' : 'authorized';
}
