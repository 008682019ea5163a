import { concernDays } from './model.ts';
import type { Overview } from './read-overview.ts';

export function presentOverview(overview: Overview) {
  const {
    wallet,
    days,
    orders,
    lateOrderId,
    trouble,
    openCases,
    openReturns,
    pausedAccounts,
    failingEndpoints,
    gettingStarted,
  } = overview;
  const { available_cents, held_cents } = wallet;
  return {
    wallet: { balance_cents: available_cents + held_cents, held_cents, available_cents },
    spending: { total_cents: days.reduce((sum, { cents }) => sum + cents, 0), days },
    orders,
    attention: {
      days: concernDays,
      waiting_for_answer: trouble.asking,
      waiting_order_id: trouble.askingOrderId,
      failed: trouble.failed,
      cancelled_by_retailer: trouble.calledOff,
      late: orders.late,
      late_order_id: lateOrderId,
      undeliverable: trouble.lost,
      undeliverable_order_id: trouble.lostOrderId,
      open_cases: openCases,
      open_returns: openReturns,
      paused_accounts: pausedAccounts,
      failing_endpoints: failingEndpoints,
    },
    getting_started: gettingStarted,
    currency: 'USD',
  };
}
