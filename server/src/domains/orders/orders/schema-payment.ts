import { Type } from 'typebox';
import { closed, moment, nullable, uuid } from '../../../platform/http/index.ts';

export const taxIncludedField = Type.Boolean({
  description: 'Whether prices include tax. If so, `tax` is part of `subtotal` and is not added to it.',
});

export const PriceComponents = Type.Object(
  {
    subtotal: Type.Integer({ description: 'Price of all items, in cents.' }),
    shipping: Type.Integer({ description: 'Shipping cost, in cents.' }),
    tax: Type.Integer({ description: 'Sales tax or VAT, in cents.' }),
    fees: Type.Integer({ description: 'Other store fees, in cents.' }),
    total: Type.Integer({ description: 'Total the store charges, in cents.' }),
    tax_included: taxIncludedField,
    currency: Type.String({ description: 'Currency of the store (ISO 4217). The amounts are in its minor unit.' }),
    payment_currency: Type.Optional(
      Type.String({
        description: "Currency of the wallet that paid. Only for stores that don't charge in US dollars.",
      }),
    ),
    converted_payment_total: Type.Optional(
      Type.Integer({ description: 'What the wallet paid for `total`, in the minor unit of `payment_currency`.' }),
    ),
  },
  { title: 'PriceComponents', description: 'Breakdown of what the store charges.' },
);

export const PaymentChoice = closed(
  {
    mode: Type.Enum(['wallet', 'card'], {
      description: '`card`: a saved card is authorized for max_price and the fee, and charged the actual cost.',
    }),
    payment_method: Type.Optional(
      nullable(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'A card from GET /wallet/cards. Default: the default card.',
          examples: ['pm_card_visa'],
        }),
      ),
    ),
  },
  { description: 'Payment source. Default: the wallet.' },
);

const forAgents = 'Payment method. Only on orders that an agent paid for up front.';

export const Payment = Type.Object(
  {
    mode: Type.Optional(Type.Enum(['wallet', 'card'], { description: 'Payment source. Omitted if an agent paid.' })),
    state: Type.Enum(['authorized', 'captured', 'released', 'refunded'], {
      description:
        '`authorized`: on hold. `captured`: the order was placed. `released`: nothing was bought. `refunded`: everything was refunded.',
    }),
    authorized_cents: Type.Integer({ description: 'The most that the order may cost, in cents.' }),
    captured_cents: Type.Integer({ description: 'What the order cost, in cents, including the fee.' }),
    refunded_cents: Type.Integer({ description: 'Amount refunded so far, in cents.' }),
    fee_cents: Type.Integer({ description: 'Service fee included in `captured_cents`, in cents.' }),
    stripe_fee_cents: Type.Optional(Type.Integer({ description: 'Fee for paying by card, in cents. Always 0.' })),
    payment_method: Type.Optional(
      nullable(Type.String({ description: 'The card that is charged. Null for the wallet.' })),
    ),
    simulated: Type.Boolean({ description: 'True if no real money moved.' }),
    method: Type.Optional(Type.String({ description: forAgents })),
    amount_cents: Type.Optional(Type.Integer({ description: forAgents })),
    receipt: Type.Optional(Type.String({ description: 'As sent in the Payment-Receipt header.' })),
    refunds: Type.Optional(
      Type.Array(
        Type.Object({
          id: uuid(),
          amount_cents: Type.Integer({ description: 'Amount of the refund, in cents.' }),
          status: Type.Enum(['pending', 'completed'], {
            description: '`completed` once the payment provider has sent the money.',
          }),
          reference: nullable(Type.String({ description: "The payment provider's ID for the refund." })),
          created_at: moment(),
        }),
        { description: forAgents },
      ),
    ),
  },
  { title: 'OrderPayment', description: 'Payment source and amounts of the order.' },
);
