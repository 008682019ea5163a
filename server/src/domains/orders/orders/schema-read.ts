import { Type } from 'typebox';
import { moment, uuid } from '../../../platform/http/index.ts';
import { orderStatuses } from './model.ts';
import { milestoneTypes } from './timeline.ts';

export const OrderWaitQuery = Type.Object({
  wait_seconds: Type.Integer({
    minimum: 0,
    maximum: 25,
    default: 0,
    description: 'Wait up to this many seconds for the order to change after `since`.',
  }),
  since: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'The last `updated_at` you received. Defaults to the current one.',
    }),
  ),
});

export const TimelineView = Type.Object(
  {
    order_id: uuid({ description: 'UUID of the order.' }),
    current_status: Type.Enum([...orderStatuses], { description: 'Status of the order now.' }),
    milestones: Type.Array(
      Type.Object({
        type: Type.Enum([...milestoneTypes], { description: 'Machine-readable type of the milestone.' }),
        label: Type.String({ description: 'What happened, in plain language.' }),
        occurred_at: moment({ description: 'When it happened.' }),
        source: Type.Enum(['service', 'retailer', 'carrier'], {
          description: 'Who reported it: Errand, the retailer or the carrier.',
        }),
        detail: Type.Record(Type.String(), Type.Unknown(), {
          description: 'Details of the milestone, such as the carrier and tracking number.',
        }),
      }),
      { description: 'What happened to the order, oldest first.' },
    ),
  },
  { title: 'OrderTimeline', description: 'What happened to an order.' },
);

export const TestProducts = Type.Object({
  products: Type.Array(
    Type.Object({
      url: Type.String({ description: 'Product page to put in an order.' }),
      scenario: Type.String({ description: 'What happens when you order this product.' }),
      name: Type.String({ description: 'Name of the product.' }),
      is_synchronous_error: Type.Boolean({
        description:
          'True if POST /orders rejects the order. Otherwise the order is accepted and the scenario plays out later.',
      }),
    }),
    { description: 'Products in the sandbox store, one for each scenario.' },
  ),
  cards: Type.Array(
    Type.Object({
      payment_method: Type.String({ description: 'Card to send as `payment.payment_method`.' }),
      scenario: Type.String({ description: 'What happens to an order paid with this card.' }),
      name: Type.String({ description: 'Name of the card.' }),
      is_synchronous_error: Type.Boolean({
        description:
          'True if POST /orders rejects the order. Otherwise the order is accepted and the scenario plays out later.',
      }),
    }),
    { description: 'Test cards. Order with `payment: {mode: "card", payment_method}`.' },
  ),
});
