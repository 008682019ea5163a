import { Type } from 'typebox';
import { nullable, uuid, withExample } from '../../../../platform/http/index.ts';
import { paymentStatuses } from './model.ts';

const Product = Type.Object({
  url: Type.String({ description: 'Product page.' }),
  quantity: Type.Integer(),
  variant: nullable(
    Type.Array(
      Type.Object({
        label: Type.String({ description: 'Name of the option.' }),
        value: Type.String({ description: 'Chosen value.' }),
      }),
    ),
    { description: 'Options that were chosen.' },
  ),
});

export const PaymentView = withExample(
  Type.Object(
    {
      id: uuid(),
      status: Type.Enum([...paymentStatuses], {
        description:
          '`authorized`: paid, and the order is in progress. `placed`: the retailer accepted the order. `failed`: the order could ' +
          'not be placed. The money is in the wallet, or is being refunded to the payer.',
      }),
      order_id: nullable(uuid(), { description: 'The order, once it is paid for.' }),
      pay_url: nullable(Type.String({ description: 'Payment page. Null once there is nothing to pay.' })),
      expires_at: Type.String({ description: 'When the link expires.', format: 'date-time' }),
      quote: Type.Object(
        {
          max_price_cents: Type.Integer({ description: 'The most that the store may charge, in cents.' }),
          order_fee_cents: Type.Integer({ description: 'Service fee, in cents.' }),
          stripe_fee_cents: Type.Integer({ description: 'Fee for paying by card, in cents. Always 0.' }),
          hold_cents: Type.Integer({
            description: 'What the payer pays, in cents. Any unused amount is refunded.',
          }),
        },
        { description: 'What the payer pays.' },
      ),
      products: Type.Array(Product, { description: 'What is bought.' }),
      client: Type.Object(
        {
          name: Type.String({ description: 'Name of the key or agent.' }),
          url: nullable(Type.String(), { description: "The agent's page, if known." }),
        },
        { description: 'Who requested the payment.' },
      ),
      ship_to_summary: Type.String({ description: 'Where it ships to, without the name and street.' }),
    },
    { title: 'Payment', description: 'A payment link for an order.' },
  ),
  {
    id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
    status: 'requires_action',
    order_id: null,
    pay_url: 'https://errand.example/pay/0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
    expires_at: '2026-08-22T10:00:00.000Z',
    quote: { max_price_cents: 5000, order_fee_cents: 100, stripe_fee_cents: 0, hold_cents: 5100 },
    products: [{ url: 'https://www.walmart.com/ip/986325010', quantity: 1, variant: null }],
    client: { name: 'Shopping agent', url: null },
    ship_to_summary: 'San Francisco, CA 94105, US',
  },
);

export const CheckoutSession = withExample(
  Type.Object(
    { url: Type.String({ description: "The payment provider's page. Send the payer there." }) },
    { title: 'CheckoutSession', description: 'Where to pay.' },
  ),
  { url: 'https://checkout.stripe.com/c/pay/cs_live_a1' },
);

export const PaymentPath = Type.Object({ payment_id: uuid({ description: 'UUID of the payment link.' }) });
