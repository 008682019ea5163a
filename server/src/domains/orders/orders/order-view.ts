import { type Static, type TSchema, Type } from 'typebox';
import { moment, nullable, uuid } from '../../../platform/http/index.ts';
import { ActionView, openAction } from './actions/index.ts';
import { exampleAddress } from './examples.ts';
import { eachField, type Fields, plainFields } from './fields.ts';
import { orderStatuses } from './model.ts';
import { nextStep, pollAfterMs } from './next-step.ts';
import {
  presentAddress,
  presentAttempt,
  presentItem,
  presentPayment,
  presentResult,
  presentReturn,
  presentShipment,
  waitingFor,
} from './present.ts';
import type { WholeOrder } from './rows.ts';
import { Item, JobResult, LastAttempt, Payment, ReturnSummary, ShippingAddress, TrackingNumber } from './schema.ts';

interface ViewField<Schema extends TSchema> {
  schema: Schema;
  show(order: WholeOrder, now: Date): Static<Schema>;
  example: Static<Schema>;
}

const field = <Schema extends TSchema>(
  schema: Schema,
  show: (order: WholeOrder, now: Date) => Static<Schema>,
  example: Static<Schema>,
): ViewField<Schema> => ({ schema, show, example });

const at = '2026-08-21T10:00:00.000Z';

const exampleItem: Static<typeof Item> = {
  id: '6a2f41a3-c54c-4b8a-8b8a-0d1e2f3a4b5c',
  url: 'https://www.walmart.com/ip/986325010',
  quantity: 1,
  variant: null,
  condition_in: ['New'],
  condition_not_in: [],
  status: 'pending',
  cancelled_quantity: 0,
  unit_price_cents: null,
  error_type: null,
  cancellation_reason: null,
  created_at: at,
  updated_at: at,
};

const Address = Type.Object(
  {
    ...ShippingAddress.properties,
    address_line2: nullable(Type.String()),
    state: nullable(Type.String()),
    phone_number: nullable(Type.String()),
  },
  { title: 'OrderAddress' },
);

const WaitingFor = Type.Enum(['account', 'code', 'retailer', 'action', 'policy', 'hold', 'retry'], {
  description:
    'What it waits for: its turn at a retailer account, a code that the retailer mails, a retailer that is switched off for now, an answer to next_action, a spend policy that is frozen, (in the sandbox) the person who holds it back by hand, or the next attempt after one that failed (see last_attempt).',
});

const PollAfter = Type.Integer({
  description:
    'When looking again is worth it; null when nothing more will happen. While waiting_for is retry: the time until the next attempt.',
});

const nextStepExample = 'Wait: the order is being bought. Look again after poll_after_ms.';

/** Every field of an order as the API shows it: its schema, how it is made, and what the reference shows. */
const view = {
  id: field(uuid(), ({ id }) => id, '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52'),
  status: field(Type.Enum([...orderStatuses]), ({ status }) => status, 'pending'),
  max_price: field(Type.Integer(), (order) => order.max_price_cents, 5000),
  currency: field(Type.String(), () => 'USD', 'USD'),
  attempts: field(Type.Integer(), ({ attempts }) => attempts, 0),
  items: field(Type.Array(Item), ({ items }) => items.map(presentItem), [exampleItem]),
  shipping_address: field(Address, (order) => presentAddress(order.shipping_address), exampleAddress),
  ...eachField<Fields, { [Name in keyof Fields]: ViewField<Fields[Name]['shown']> }>(plainFields, (plain, name) => ({
    schema: plain.shown,
    show: (order: WholeOrder) => order[name] ?? plain.absent,
    example: 'example' in plain ? plain.example : plain.absent,
  })),
  retailer: field(Type.String(), ({ retailer }) => retailer, 'walmart'),
  retailer_credentials_id: field(nullable(Type.String()), (order) => order.retailer_credentials_id, null),
  waiting_for: field(nullable(WaitingFor), waitingFor, null),
  last_attempt: field(nullable(LastAttempt), (order) => order.last_attempt && presentAttempt(order.last_attempt), null),
  next_action: field(nullable(ActionView), ({ questions }) => openAction(questions), null),
  next_step: field(Type.String({ description: 'One sentence on what to do next.' }), nextStep, nextStepExample),
  poll_after_ms: field(nullable(PollAfter), pollAfterMs, 1000),
  job_result: field(nullable(JobResult), (order) => order.job_result && presentResult(order.job_result), null),
  merchant_order_ids: field(Type.Array(Type.String()), (order) => order.merchant_order_ids, []),
  tracking_numbers: field(Type.Array(TrackingNumber), ({ shipments }) => shipments.map(presentShipment), []),
  returns: field(Type.Array(ReturnSummary), ({ returns }) => returns.map(presentReturn), []),
  /** Only orders that an agent paid for have it. */
  payment: {
    schema: Type.Optional(Payment),
    show: (order: WholeOrder) => (order.payment ? presentPayment(order.payment, order) : undefined),
    example: undefined,
  },
  created_at: field(moment(), (order) => order.created_at.toISOString(), at),
  updated_at: field(moment(), (order) => order.updated_at.toISOString(), at),
};

type View = typeof view;

export const OrderView = Type.Object(
  eachField<View, { [Name in keyof View]: View[Name]['schema'] }>(view, ({ schema }) => schema),
  { title: 'Order' },
);
export type OrderView = Static<typeof OrderView>;

/** One believable order, for the reference. */
export const exampleOrderView: OrderView = eachField(view, ({ example }) => example);

/** The time until the next attempt is counted from `now`. */
export const presentOrder = (order: WholeOrder, now: Date): OrderView =>
  eachField(view, ({ show }) => show(order, now));
