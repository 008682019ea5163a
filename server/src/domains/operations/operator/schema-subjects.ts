import { Type } from 'typebox';
import { described, moment, nullable, uuid, withExample } from '../../../platform/http/index.ts';
import { roles } from '../../access/accounts/index.ts';
import { currencyField } from '../../money/wallet/index.ts';
import { exampleOrderView, OrderView, TimelineView } from '../../orders/orders/index.ts';
import { ActionView, accountFields, at, count, exampleAccount, exampleAction, world } from './schema.ts';

// ---- rows that belong to a subject ----

export const SessionView = Type.Object({
  id: uuid(),
  email: Type.String({ description: 'Who is signed in.' }),
  signed_in_at: moment({ description: 'When the session started.' }),
  expires_at: moment({ description: 'When the session expires.' }),
  ip_address: nullable(Type.String(), { description: 'IP address that signed in.' }),
  browser: nullable(Type.String({ description: 'User agent of the browser.' })),
});

export const MoveView = Type.Object({
  id: Type.String(),
  world: world(),
  type: Type.String({ description: 'Kind of transaction.' }),
  amount_cents: Type.Integer({ description: 'How much was moved, in the minor unit of the currency.' }),
  currency: currencyField(),
  from: Type.String({ description: 'Ledger account that the money came from.' }),
  to: Type.String({ description: 'Ledger account that the money went to.' }),
  order_id: nullable(uuid(), { description: 'The order it is for, if any.' }),
  by_operator: Type.Boolean({ description: 'Whether an operator did it.' }),
  note: nullable(Type.String(), { description: 'Note from the operator.' }),
  created_at: moment(),
});

export const RequestView = Type.Object({
  request_id: Type.String({ description: 'ID of the request, as in the X-Request-Id header.' }),
  at: moment({ description: 'When the request arrived.' }),
  method: Type.String({ description: 'HTTP method.' }),
  path: Type.String({ description: 'Path that was called.' }),
  status: Type.Integer({ description: 'HTTP status of the response.' }),
  ms: Type.Integer({ description: 'Duration in milliseconds.' }),
  error_code: nullable(Type.String(), { description: 'Error code of the response, if it failed.' }),
});

export const MoneyView = Type.Object({
  id: Type.String(),
  type: Type.String({ description: 'Kind of transaction.' }),
  amount_cents: Type.Integer({ description: 'How much was moved, in the minor unit of the currency.' }),
  currency: currencyField(),
  from: Type.String({ description: 'Ledger account that the money came from.' }),
  to: Type.String({ description: 'Ledger account that the money went to.' }),
  note: nullable(Type.String(), { description: 'Note from the operator.' }),
  created_at: moment(),
});

export const SentMailView = Type.Object({
  stage: Type.String({ description: 'What the email is about.' }),
  created_at: moment(),
});

export const DeliveryView = Type.Object({
  id: uuid(),
  event: Type.String({ description: 'Type of the event.' }),
  status: Type.String({ description: 'Status of the delivery.' }),
  attempts: described(count(), 'Number of attempts so far.'),
  response_status: nullable(Type.Integer(), { description: 'HTTP status of the last attempt.' }),
  created_at: moment(),
});

export const JobView = Type.Object({
  id: Type.String(),
  kind: Type.String({ description: 'Kind of job.' }),
  attempts: described(count(), 'Number of attempts so far.'),
  error: nullable(Type.String(), { description: 'Why the last attempt failed.' }),
  next_attempt_at: nullable(moment(), { description: 'When the next attempt starts. Null: none.' }),
  dead_at: nullable(moment(), { description: 'When it failed permanently. Null: it will be retried.' }),
});

export const NamedEventView = Type.Object({
  id: uuid(),
  type: Type.String({ description: 'Type of the event.' }),
  created_at: moment(),
});

export const PersonView = Type.Object({
  id: uuid(),
  email: Type.String({ description: 'Email address that the member signs in with.' }),
  name: nullable(Type.String(), { description: 'Name of the person.' }),
  role: Type.Enum([...roles], { description: 'What the member can do on the account.' }),
  joined_at: moment({ description: 'When the member joined the account.' }),
});

export const KeyView = Type.Object({
  id: uuid(),
  world: world(),
  label: Type.String({ description: 'Name of the key.' }),
  hint: Type.String({ description: 'Last four characters of the key.' }),
  scopes: Type.Array(Type.String(), { description: 'What the key can do.' }),
  spend_per_day_cents: nullable(Type.Integer(), {
    description: "The most that the key's orders can put on hold per day (UTC), in cents.",
  }),
  spend_per_order_cents: nullable(Type.Integer(), {
    description: 'The highest `max_price` allowed for an order, in cents.',
  }),
  created_at: moment(),
  last_used_at: nullable(moment(), { description: 'When the key was last used.' }),
  revoked_at: nullable(moment(), { description: 'When the key was revoked. Null: it is active.' }),
  frozen_at: nullable(moment(), { description: 'When an operator froze the key. Null: it is not frozen.' }),
});

export const ListedOrderView = Type.Object({
  id: uuid(),
  world: world(),
  status: described(OrderView.properties.status, 'Status of the order.'),
  retailer: Type.String(),
  recipient: Type.String({ description: 'Name of the recipient.' }),
  max_price_cents: Type.Integer({ description: 'The most that the store may charge, in cents.' }),
  charged_cents: nullable(Type.Integer(), { description: 'What the store charged, in cents.' }),
  tracking_numbers: Type.Array(Type.Object({ status: Type.String({ description: 'Where the package is.' }) }), {
    description: 'Packages in the order.',
  }),
  is_late: Type.Boolean({ description: 'Whether a package in the order is late.' }),
  created_at: moment(),
});

export const AttemptView = Type.Object({
  at: moment({ description: 'When the attempt ended. While it is running, when it started.' }),
  outcome: Type.Enum(['retried', 'placed', 'failed', 'running', 'needs_review'], {
    description: 'How it ended. `retried`: nothing was bought, and Errand retries the order.',
  }),
  reason: nullable(Type.String(), { description: 'Failure reason, if any.' }),
  message: nullable(Type.String(), { description: "The store's response." }),
});

export const RefundableView = Type.Object({
  charged_cents: count('What was charged for the order, in cents.'),
  refunded_cents: count('What was refunded so far, including returns, in cents.'),
  refundable_cents: count('What can still be refunded, in cents.'),
  items: Type.Array(
    Type.Object({
      order_item_id: uuid({ description: 'UUID of the item.' }),
      unit_cents: Type.Array(count(), { description: 'What was paid for each unit that has not been refunded yet.' }),
    }),
    { description: 'Units that can still be refunded, by item.' },
  ),
});

// ---- subjects ----

export const OrderFileView = withExample(
  Type.Object({
    ...accountFields,
    api_key_id: nullable(uuid(), { description: 'Key that placed the order.' }),
    recipient_email: nullable(Type.String(), { description: 'Email address of the recipient, if given.' }),
    order: OrderView,
    titles: Type.Array(nullable(Type.String()), {
      description: 'Product titles, in the same sequence as the items. Null where the title is not known.',
    }),
    case_state: nullable(Type.Enum(['open', 'closed']), { description: 'State of its case. Null: it has none.' }),
    needs_review: Type.Boolean({ description: 'Whether an operator has to decide if the order was placed.' }),
    refund: described(RefundableView, 'What can be refunded.'),
    recipe: nullable(
      Type.Object({
        name: Type.String({ description: 'Name of the recipe.' }),
        version: Type.Integer({ description: 'Version of the recipe that was used.' }),
      }),
      { description: 'Recipe that placed the order, for a browser store.' },
    ),
    attempts: Type.Array(AttemptView, { description: 'Purchase attempts, oldest first.' }),
    timeline: TimelineView.properties.milestones,
    money: Type.Array(MoneyView, { description: 'Transactions for the order.' }),
    mails: Type.Array(SentMailView, {
      description: 'Emails to the recipient.',
    }),
    deliveries: Type.Array(DeliveryView, { description: 'Webhook deliveries, newest first.' }),
    jobs: Type.Array(JobView, { description: 'Pending jobs for the order.' }),
    events: Type.Array(NamedEventView, {
      description: 'Events, newest first.',
    }),
    requests: Type.Array(RequestView, { description: 'API requests about it, newest first.' }),
    audit: Type.Array(ActionView, { description: 'What operators did to the account.' }),
  }),
  {
    ...exampleAccount,
    api_key_id: null,
    recipient_email: null,
    order: exampleOrderView,
    titles: ['Coffee mug'],
    case_state: null,
    needs_review: false,
    refund: { charged_cents: 0, refunded_cents: 0, refundable_cents: 0, items: [] },
    recipe: { name: 'acme-shop', version: 3 },
    attempts: [],
    timeline: [],
    money: [],
    mails: [],
    deliveries: [],
    jobs: [],
    events: [],
    requests: [],
    audit: [exampleAction],
  },
);

export const CustomerView = withExample(
  Type.Object({
    account_id: uuid(),
    account_email: nullable(Type.String()),
    created_at: moment(),
    sessions: Type.Integer({ minimum: 0, description: 'Number of signed-in browsers.' }),
    last_signed_in_at: nullable(moment(), { description: 'When a member of the account last signed in.' }),
    worlds: Type.Array(
      Type.Object({
        world: world(),
        available_cents: Type.Integer({ description: 'What new orders can use, in cents.' }),
        held_cents: Type.Integer({ description: 'On hold, in cents.' }),
        other_wallets: Type.Array(
          Type.Object({
            currency: currencyField(),
            available_cents: Type.Integer({
              description: 'What new orders can use, in the minor unit of the currency.',
            }),
            held_cents: Type.Integer({ description: 'On hold, in the minor unit of the currency.' }),
          }),
          { description: 'Wallets in currencies other than US dollars.' },
        ),
        orders: described(count(), 'Number of orders in this mode.'),
      }),
      { description: 'Wallets in both modes.' },
    ),
    people: Type.Array(PersonView, { description: 'Members of the account.' }),
    session_list: Type.Array(SessionView, { description: 'Sessions, newest first.' }),
    money: Type.Array(MoveView, { description: 'The latest 25 transactions of each wallet.' }),
    keys: Type.Array(KeyView, { description: "The account's keys." }),
    orders: Type.Array(ListedOrderView, { description: 'The latest 20 orders in both modes.' }),
    audit: Type.Array(ActionView, { description: 'What operators did to the account.' }),
  }),
  {
    account_id: exampleAccount.account_id,
    account_email: exampleAccount.account_email,
    created_at: at,
    sessions: 1,
    last_signed_in_at: at,
    worlds: [{ world: 'live', available_cents: 5000, held_cents: 0, other_wallets: [], orders: 3 }],
    people: [],
    session_list: [],
    money: [],
    keys: [],
    orders: [],
    audit: [],
  },
);
const cents = (description: string) =>
  nullable(Type.Integer({ minimum: 0, maximum: 100_000_000_000 }), { description });
export const limits = {
  spend_per_day_cents: cents("The most that the key's orders can put on hold per day (UTC), in cents. Null: no limit."),
  spend_per_order_cents: cents('The highest `max_price` allowed for an order, in cents. Null: no limit.'),
  allowed_retailers: nullable(
    Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { minItems: 1, maxItems: 100 }),
    { description: 'IDs of the retailers that the key can buy from. Null: all of them.' },
  ),
};

export const KeyFileView = withExample(
  Type.Object({
    id: uuid(),
    ...accountFields,
    label: Type.String({ description: 'Name of the key.' }),
    hint: Type.String({ description: 'Last four characters of the key.' }),
    scopes: Type.Array(Type.String(), { description: 'What the key can do.' }),
    limits: Type.Object(limits, { description: "The key's spending limits." }),
    allowed_addresses: nullable(Type.Array(Type.String()), {
      description: 'IP addresses and CIDR ranges that the key can be used from. Null: anywhere.',
    }),
    spent_today_cents: Type.Integer({ description: 'On hold for its orders today (UTC), in cents.' }),
    expires_at: nullable(moment(), { description: 'When the key stops working. Null: never.' }),
    created_at: moment(),
    last_used_at: nullable(moment(), { description: 'When the key was last used.' }),
    revoked_at: nullable(moment(), { description: 'When the key was revoked. Null: it is active.' }),
    frozen_at: nullable(moment(), { description: 'When an operator froze the key. Null: it is not frozen.' }),
    requests: Type.Array(RequestView, { description: 'The latest 30 requests.' }),
    audit: Type.Array(ActionView, { description: 'What operators did to the account.' }),
  }),
  {
    id: '8f14e45f-ceea-4c67-a1a2-6f4922f45568',
    ...exampleAccount,
    label: 'Warehouse',
    hint: 'x9Kq',
    scopes: ['read', 'order'],
    limits: { spend_per_day_cents: 50_000, spend_per_order_cents: null, allowed_retailers: null },
    allowed_addresses: null,
    spent_today_cents: 1999,
    expires_at: null,
    created_at: at,
    last_used_at: at,
    revoked_at: null,
    frozen_at: null,
    requests: [],
    audit: [],
  },
);
