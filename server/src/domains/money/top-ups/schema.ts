import { Type } from 'typebox';
import { closed, nullable, pageQuery, uuid, withExample } from '../../../platform/http/index.ts';
import { amountBounds, topUpStatuses } from './model.ts';

const nullableText = (options = {}) => nullable(Type.String(options));

export const TopUpBody = closed(
  {
    amount_cents: Type.Integer({
      minimum: amountBounds.min,
      maximum: amountBounds.max,
      description:
        'Amount to add to your wallet, in the minor unit of the currency: cents for dollars and euros, whole yen for yen.',
    }),
    currency: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{3}$',
        default: 'USD',
        description: "Currency of the wallet to add funds to (ISO 4217). The wallet is opened if you don't have one.",
      }),
    ),
    return_url: Type.Optional(
      nullable(
        Type.String({
          format: 'uri',
          maxLength: 2000,
          description: 'Page that the payer can continue to after the payment.',
        }),
      ),
    ),
  },
  { examples: [{ amount_cents: 5000 }] },
);

const fields = {
  id: uuid(),
  status: Type.Enum([...topUpStatuses], {
    description: '`pending` until it is paid. `refunded` once the whole amount has been refunded.',
  }),
  amount_cents: Type.Integer({ description: 'Amount of the top-up, in the minor unit of the currency.' }),
  refunded_cents: Type.Integer({
    description: 'Amount refunded or being refunded, in the minor unit of the currency.',
  }),
  currency: Type.String(),
  pay_url: nullableText({
    description: 'Payment page. Null once it is paid or expired.',
  }),
  return_url: nullableText({ description: 'Page that the payer can continue to.' }),
  expires_at: Type.String({ description: 'When the payment page expires.', format: 'date-time' }),
  receipt_url: nullableText({
    description: 'Receipt as PDF. Null until it is paid.',
  }),
  created_at: Type.String({ format: 'date-time' }),
  paid_at: nullable(Type.String({ format: 'date-time' }), { description: 'When the payment was confirmed.' }),
};
const example = {
  id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
  status: 'requires_action' as const,
  amount_cents: 5000,
  refunded_cents: 0,
  currency: 'USD',
  pay_url: 'https://errand.example/top-ups/0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
  return_url: null,
  expires_at: '2026-08-22T09:55:00.000Z',
  receipt_url: null,
  created_at: '2026-08-21T10:00:00.000Z',
  paid_at: null,
};

const TopUp = Type.Object(fields, {
  title: 'TopUp',
  description: 'Funds that were added to the wallet, or a payment for them.',
});
export const TopUpView = withExample(TopUp, example);
export const TopUpList = withExample(
  Type.Object({ top_ups: Type.Array(TopUp, { description: 'Top-ups, newest first.' }), total: Type.Integer() }),
  {
    top_ups: [example],
    total: 1,
  },
);

export const TopUpPath = Type.Object({ top_up_id: uuid({ description: 'UUID of the top-up.' }) });
export const PageQuery = Type.Object({
  ...pageQuery,
});
export const MonthPath = Type.Object({
  month: Type.String({
    pattern: '^20\\d\\d-(0[1-9]|1[0-2])$',
    description: 'Month in UTC, such as `2026-08`.',
    examples: ['2026-08'],
  }),
});
export const CurrencyQuery = Type.Object({
  currency: Type.String({
    pattern: '^[A-Z]{3}$',
    default: 'USD',
    description: 'The wallet, by its currency (ISO 4217).',
    examples: ['EUR'],
  }),
});
export const Months = withExample(
  Type.Object({
    statements: Type.Array(
      Type.Object({
        month: Type.String({ description: 'Month in UTC, such as `2026-08`.' }),
        pdf_url: Type.String({ description: 'Statement for the month, as PDF.' }),
        csv_url: Type.String({ description: 'Statement for the month, as CSV.' }),
      }),
      { description: 'Months with at least one transaction, newest first.' },
    ),
  }),
  {
    statements: [
      {
        month: '2026-08',
        pdf_url: 'https://errand.example/wallet/statements/2026-08/statement.pdf',
        csv_url: 'https://errand.example/wallet/statements/2026-08/statement.csv',
      },
    ],
  },
);
