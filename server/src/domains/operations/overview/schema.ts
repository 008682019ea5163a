import { Type } from 'typebox';
import { uuid, withExample } from '../../../platform/http/index.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });
const orderId = (description: string) => Type.Union([uuid(), Type.Null()], { description });

const Orders = Type.Object(
  {
    pending: count('Waiting to be placed.'),
    in_progress: count('Being placed.'),
    preparing: count('`order_placed`, and nothing has shipped yet.'),
    on_the_way: count('`order_placed`, and a package is in transit.'),
    late: count('`order_placed`, and a package is late.'),
    delivered: count('`order_placed`, and every package was delivered.'),
    undeliverable: count('`order_placed`, and a package was lost or could not be delivered.'),
    order_failed: count('Could not be placed.'),
    cancelled: count('Canceled before the purchase.'),
    cancelled_by_retailer: count('Canceled by the store.'),
  },
  {
    description:
      "The account's orders in this mode, each counted once. Each number is exact up to 10,000. 10,001 means more than 10,000.",
  },
);

const Attention = Type.Object(
  {
    days: Type.Integer({ description: 'Number of days for which failed and canceled orders are counted.' }),
    waiting_for_answer: count('Orders that need an action from you.'),
    waiting_order_id: orderId('The order that has been waiting longest.'),
    failed: count('Orders that failed.'),
    cancelled_by_retailer: count('Orders that the store canceled.'),
    late: count('Orders with a late package.'),
    late_order_id: orderId('The order that has been late the longest.'),
    undeliverable: count('Orders with a package that was recently lost or could not be delivered.'),
    undeliverable_order_id: orderId('The latest of these orders.'),
    open_cases: count('Cases that are not closed.'),
    open_returns: count("Returns that haven't been decided yet."),
    paused_accounts: count('Retailer accounts that Errand paused.'),
    failing_endpoints: count('Webhook endpoints whose deliveries are failing.'),
  },
  { description: 'What needs attention.' },
);

const GettingStarted = Type.Object(
  {
    has_key: Type.Boolean({ description: 'Whether you created an API key.' }),
    has_endpoint: Type.Boolean({ description: 'Whether you added a webhook endpoint in this mode.' }),
    has_team: Type.Boolean({ description: 'Whether someone else is on the account, or invited.' }),
    has_live_order: Type.Boolean({ description: 'Whether you placed a live order.' }),
  },
  { description: 'Setup progress of the account.' },
);

export const OverviewView = withExample(
  Type.Object({
    wallet: Type.Object(
      {
        balance_cents: Type.Integer({ description: 'Balance in cents, including money on hold.' }),
        held_cents: Type.Integer({ description: 'On hold for open orders, in cents.' }),
        available_cents: Type.Integer({ description: 'What new orders can use, in cents.' }),
      },
      { description: 'Your wallet in this mode.' },
    ),
    spending: Type.Object(
      {
        total_cents: Type.Integer({ description: 'Spent in the last 30 days, in cents.' }),
        days: Type.Array(
          Type.Object({
            day: Type.String({ description: 'Date of the day (UTC).', format: 'date' }),
            cents: Type.Integer({ description: 'Spent on that day, in cents.' }),
          }),
          {
            description: 'The last 30 days (UTC), oldest first.',
          },
        ),
      },
      { description: 'Paid to retailers and for fees, less refunds and credits, on the day each was booked.' },
    ),
    orders: Orders,
    attention: Attention,
    getting_started: GettingStarted,
    currency: Type.String(),
  }),
  {
    wallet: { balance_cents: 1_000_000, held_cents: 5000, available_cents: 995_000 },
    spending: { total_cents: 12_340, days: [{ day: '2026-08-21', cents: 12_340 }] },
    orders: {
      pending: 1,
      in_progress: 0,
      preparing: 0,
      on_the_way: 2,
      late: 0,
      delivered: 40,
      undeliverable: 1,
      order_failed: 3,
      cancelled: 0,
      cancelled_by_retailer: 0,
    },
    attention: {
      days: 7,
      waiting_for_answer: 0,
      waiting_order_id: null,
      failed: 1,
      cancelled_by_retailer: 0,
      late: 0,
      late_order_id: null,
      undeliverable: 1,
      undeliverable_order_id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
      open_cases: 0,
      open_returns: 0,
      paused_accounts: 0,
      failing_endpoints: 0,
    },
    getting_started: { has_key: true, has_endpoint: true, has_team: false, has_live_order: false },
    currency: 'USD',
  },
);
