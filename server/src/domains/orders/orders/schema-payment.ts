import { Type } from 'typebox';
import { closed, moment, nullable, uuid } from '../../../platform/http/index.ts';

export const taxIncludedField = Type.Boolean({
  description: 'Whether prices contain tax. If so, `tax` is a part of `subtotal`, and is not added to it.',
});

export const PriceComponents = Type.Object(
  {
    subtotal: Type.Integer({ description: 'Price of all items, in cents.' }),
    shipping: Type.Integer({ description: 'Shipping cost, in cents.' }),
    tax: Type.Integer({ description: 'Sales tax or VAT, in cents.' }),
    fees: Type.Integer({ description: 'Other fees of the store, in cents.' }),
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
  { title: 'PriceComponents', description: 'What the store charges, by part.' },
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

const forAgents = 'Only on orders that an agent paid for with the order itself.';

export const Payment = Type.Object(
  {
    mode: Type.Optional(Type.Enum(['wallet', 'card'], { description: 'Payment source. Left out if an agent paid.' })),
    state: Type.Enum(['authorized', 'captured', 'released', 'refunded'], {
      description:
        'authorized: on hold. captured: the order was placed. released: nothing was bought. refunded: everything was refunded.',
    }),
    authorized_cents: Type.Integer({ description: 'The most that the order may cost.' }),
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
  { title: 'OrderPayment', description: 'Payment source and amounts of the order.' },
);
