import { Type } from 'typebox';
import { uuid, withExample } from '../../../platform/http/index.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });
const orderId = (description: string) => Type.Union([uuid(), Type.Null()], { description });

const Orders = Type.Object(
  {
    pending: count('Not begun yet, or waiting for something.'),
    in_progress: count('Being bought.'),
    preparing: count('`order_placed`; nothing has left the store yet.'),
    on_the_way: count('`order_placed`; a parcel is under way.'),
    delivered: count('`order_placed`; every parcel arrived.'),
    undeliverable: count('`order_placed`; a parcel was lost or could not be delivered.'),
    order_failed: count('Not bought.'),
    cancelled: count('Cancelled before it was bought.'),
    cancelled_by_retailer: count('Called off by the retailer.'),
  },
  { description: 'Every order of the account in this world, each counted once, by where it is.' },
);

const Attention = Type.Object(
  {
    days: Type.Integer({ description: 'How far back failed and cancelled orders count.' }),
    waiting_for_answer: count('Orders that wait for an answer of yours.'),
    waiting_order_id: orderId('The one that waits longest.'),
    failed: count('Orders that failed.'),
    cancelled_by_retailer: count('Orders that retailers called off.'),
    undeliverable: count('Orders with a parcel that was lost or could not be delivered lately.'),
    undeliverable_order_id: orderId('The latest of them.'),
    open_cases: count('Cases that are not closed.'),
    open_returns: count('Returns that are not decided.'),
    paused_accounts: count('Retailer accounts that the service paused.'),
  },
  { description: 'What somebody should look at.' },
);

const GettingStarted = Type.Object(
  {
    has_key: Type.Boolean({ description: 'A key was made for a program.' }),
    has_endpoint: Type.Boolean({ description: 'A webhook endpoint is told of events in this world.' }),
    has_team: Type.Boolean({ description: 'Somebody else belongs to the account, or is invited.' }),
    has_live_order: Type.Boolean({ description: 'Something was ordered for real.' }),
  },
  { description: 'What an account that is set up for work has.' },
);

export const OverviewView = withExample(
  Type.Object({
    wallet: Type.Object({
      balance_cents: Type.Integer(),
      held_cents: Type.Integer(),
      available_cents: Type.Integer(),
    }),
    spending: Type.Object(
      {
        total_cents: Type.Integer({ description: 'Of all thirty days.' }),
        days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), cents: Type.Integer() }), {
          description: 'Thirty days (UTC), oldest first, today among them.',
        }),
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
      undeliverable: 1,
      undeliverable_order_id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
      open_cases: 0,
      open_returns: 0,
      paused_accounts: 0,
    },
    getting_started: { has_key: true, has_endpoint: true, has_team: false, has_live_order: false },
    currency: 'USD',
  },
);
