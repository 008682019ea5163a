import { Type } from 'typebox';
import { closed, moment, nullable, uuid } from '../../../platform/http/index.ts';

/** What pays for an order, as a client asks for it. */
export const PaymentChoice = closed(
  {
    mode: Type.Enum(['wallet', 'card'], {
      description: '`card`: a saved card is authorized for max_price and the fee, and charged what was bought.',
    }),
    payment_method: Type.Optional(
      nullable(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'One of GET /wallet/cards; the default card if absent.',
          examples: ['pm_card_visa'],
        }),
      ),
    ),
  },
  { description: 'What pays for the order; the wallet if absent.' },
);

const forAgents = 'Only on orders that an agent paid for with the order itself.';

export const Payment = Type.Object(
  {
    mode: Type.Optional(Type.Enum(['wallet', 'card'], { description: 'What pays; absent where an agent paid.' })),
    state: Type.Enum(['authorized', 'captured', 'released', 'refunded'], {
      description:
        'authorized: on hold. captured: the order was placed. released: nothing was bought. refunded: everything was refunded.',
    }),
    authorized_cents: Type.Integer({ description: 'The most that the order may take.' }),
    captured_cents: Type.Integer({ description: 'What the order cost, in cents, including the fee.' }),
    refunded_cents: Type.Integer({ description: 'What was refunded so far.' }),
    fee_cents: Type.Integer({ description: 'Service fee within `captured_cents`.' }),
    stripe_fee_cents: Type.Optional(Type.Integer({ description: 'Fee for paying by card, in cents. Always 0.' })),
    payment_method: Type.Optional(nullable(Type.String({ description: 'The card that pays; null for the wallet.' }))),
    simulated: Type.Boolean({ description: 'Whether no real money moved.' }),
    method: Type.Optional(Type.String({ description: forAgents })),
    amount_cents: Type.Optional(Type.Integer({ description: forAgents })),
    receipt: Type.Optional(Type.String({ description: 'As sent in the Payment-Receipt header.' })),
    refunds: Type.Optional(
      Type.Array(
        Type.Object({
          id: uuid(),
          amount_cents: Type.Integer({ description: 'Amount of the refund, in cents.' }),
          status: Type.Enum(['pending', 'completed'], {
            description: '`completed` once the payment provider has paid it out.',
          }),
          reference: nullable(Type.String({ description: 'Id of the refund at the payment provider.' })),
          created_at: moment(),
        }),
        { description: forAgents },
      ),
    ),
  },
  { title: 'OrderPayment', description: 'What pays for the order, and how much of it.' },
);
