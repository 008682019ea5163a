import { Type } from 'typebox';
import { nullable, uuid, withExample } from '../../../../platform/http/index.ts';
import { paymentStatuses } from './model.ts';

const Product = Type.Object({
  url: Type.String(),
  quantity: Type.Integer(),
  variant: nullable(Type.Array(Type.Object({ label: Type.String(), value: Type.String() }))),
});

export const PaymentView = withExample(
  Type.Object(
    {
      id: uuid(),
      status: Type.Enum([...paymentStatuses], {
        description:
          'authorized: paid, and the order is being carried out. placed: the retailer has the order. failed: the order could not be ' +
          'made or failed; what was paid is on the wallet, or on its way back to an agent’s payer.',
      }),
      order_id: nullable(uuid()),
      pay_url: nullable(Type.String({ description: 'The page to open; null once there is nothing to pay.' })),
      expires_at: Type.String({ format: 'date-time' }),
      quote: Type.Object({
        max_price_cents: Type.Integer({ description: 'The most that the retailer may charge.' }),
        order_fee_cents: Type.Integer(),
        stripe_fee_cents: Type.Integer({ description: 'What paying by card costs on top; nothing.' }),
        hold_cents: Type.Integer({ description: 'What the person pays. What the order does not need is not kept.' }),
      }),
      products: Type.Array(Product),
      client: Type.Object(
        { name: Type.String(), url: nullable(Type.String({ description: 'Its page, where it is known.' })) },
        { description: 'Who asks for the money: the name of the key, or an agent.' },
      ),
      ship_to_summary: Type.String({ description: 'Where it goes, without a name or a street.' }),
    },
    { title: 'Payment' },
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
  Type.Object({ url: Type.String({ description: 'Send the person there.' }) }, { title: 'CheckoutSession' }),
  { url: 'https://checkout.stripe.com/c/pay/cs_live_a1' },
);

export const PaymentPath = Type.Object({ payment_id: uuid() });
