import { Type } from 'typebox';
import { closed, nullable, pageQuery, uuid, withExample } from '../../../platform/http/index.ts';
import { maxCents, minCents, topUpStatuses } from './model.ts';

const nullableText = (options = {}) => nullable(Type.String(options));

export const TopUpBody = closed(
  {
    amount_cents: Type.Integer({ minimum: minCents, maximum: maxCents, description: 'What comes onto the wallet.' }),
    return_url: Type.Optional(
      nullable(
        Type.String({ format: 'uri', maxLength: 2000, description: 'Where the payer is offered to go on afterwards.' }),
      ),
    ),
  },
  { examples: [{ amount_cents: 5000 }] },
);

const fields = {
  id: uuid(),
  status: Type.Enum([...topUpStatuses], {
    description: 'refunded once all of it went back; see refunded_cents for a part.',
  }),
  amount_cents: Type.Integer(),
  refunded_cents: Type.Integer({ description: 'Refunded, or being refunded.' }),
  currency: Type.String(),
  pay_url: nullableText({
    description: 'The page to pay on; null once there is nothing to pay, or while it is being opened.',
  }),
  return_url: nullableText(),
  expires_at: Type.String({ format: 'date-time' }),
  receipt_url: nullableText({
    description: 'Once it is paid. Ask for it with the same key; receipt.csv is beside it.',
  }),
  created_at: Type.String({ format: 'date-time' }),
  paid_at: nullable(Type.String({ format: 'date-time' })),
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

const TopUp = Type.Object(fields, { title: 'TopUp' });
export const TopUpView = withExample(TopUp, example);
export const TopUpList = withExample(Type.Object({ top_ups: Type.Array(TopUp), total: Type.Integer() }), {
  top_ups: [example],
  total: 1,
});

export const TopUpPath = Type.Object({ top_up_id: uuid() });
export const PageQuery = Type.Object({
  ...pageQuery,
});
export const MonthPath = Type.Object({
  month: Type.String({
    pattern: '^20\\d\\d-(0[1-9]|1[0-2])$',
    description: 'Such as 2026-08, in UTC.',
    examples: ['2026-08'],
  }),
});
export const Months = withExample(
  Type.Object({
    statements: Type.Array(Type.Object({ month: Type.String(), pdf_url: Type.String(), csv_url: Type.String() })),
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
