import { Type } from 'typebox';
import { closed, moment, nullable, uuid, withExample } from '../../../platform/http/index.ts';
import { at, count, exampleAccount, world } from './schema.ts';
import { limits } from './schema-subjects.ts';
import { foundKinds } from './sql-search.ts';

export const SearchQuery = Type.Object({
  q: Type.String({
    minLength: 2,
    maxLength: 255,
    description: 'An ID, number, name, address, or the last characters of a key.',
  }),
});

export const FoundView = Type.Object({
  kind: Type.Enum([...foundKinds], { description: 'Kind of object.' }),
  id: Type.String({ description: 'ID of the order (also for packages and emails), the account or the key.' }),
  page_id: Type.String({ description: 'ID in the URL of its page: the ID of a package, otherwise `id`.' }),
  account_id: nullable(uuid()),
  world: nullable(world()),
  title: Type.String({ description: 'Headline of the result.' }),
  note: Type.String({ description: 'More about the result, in one line.' }),
});

export const SearchResult = withExample(
  Type.Object({
    results: Type.Array(FoundView, { description: 'Results, up to eight of each kind.' }),
  }),
  {
    results: [
      {
        kind: 'customer',
        id: exampleAccount.account_id,
        page_id: exampleAccount.account_id,
        account_id: exampleAccount.account_id,
        world: null,
        title: 'jane@example.com',
        note: 'Customer',
      },
    ],
  },
);

export const JobPath = Type.Object({
  job_id: Type.String({ description: 'Number of the job.', pattern: '^\\d{1,15}$', examples: ['42'] }),
});

export const ReasonBody = withExample(
  closed({ reason: Type.String({ description: 'Reason, for the audit log.', minLength: 1, maxLength: 500 }) }),
  {
    reason: 'The endpoint is back up.',
  },
);
export const MessageBody = withExample(
  closed({ message: Type.String({ description: 'Text of the message.', minLength: 1, maxLength: 10_000 }) }),
  { message: 'The carrier lost the package. We refunded the order.' },
);
export const JobBody = withExample(
  closed({
    verdict: Type.Enum(['retry', 'discard'], { description: '`retry` runs the job again, `discard` deletes it.' }),
    reason: Type.String({ description: 'Reason, for the audit log.', minLength: 1, maxLength: 500 }),
  }),
  { verdict: 'retry' as const, reason: 'The mail server is back.' },
);
export const FreezeBody = withExample(
  closed({
    frozen: Type.Boolean({ description: 'True to freeze the key, false to unfreeze it.' }),
    reason: Type.String({ description: 'Reason, for the audit log.', minLength: 1, maxLength: 500 }),
  }),
  { frozen: true, reason: 'It was posted publicly.' },
);

export const KeyLimitsBody = withExample(
  closed({
    spend_per_day_cents: Type.Optional(limits.spend_per_day_cents),
    spend_per_order_cents: Type.Optional(limits.spend_per_order_cents),
    allowed_retailers: Type.Optional(limits.allowed_retailers),
    reason: Type.String({ minLength: 1, maxLength: 500, description: 'Reason, for the audit log.' }),
  }),
  { spend_per_day_cents: 50_000, spend_per_order_cents: null, reason: 'Agreed with the customer.' },
);

export const RefundBody = closed(
  {
    id: uuid({ description: 'UUID of the refund. A request with the same ID refunds nothing more.' }),
    amount_cents: Type.Integer({ description: 'Amount to refund, in cents.', minimum: 1, maximum: 100_000_000_000 }),
    items: Type.Optional(
      Type.Array(
        closed({
          order_item_id: uuid({ description: 'UUID of the item.' }),
          quantity: Type.Integer({ minimum: 1, maximum: 100, description: 'Number of units that are refunded.' }),
        }),
        {
          maxItems: 50,
          description:
            'Units that the refund is for. The amount can be at most what was paid for them, and they cannot be refunded again by a return. Without items, the amount is for the whole order.',
        },
      ),
    ),
    note: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Reason. The customer sees it in their transactions.',
    }),
  },
  { examples: [{ id: '1b4e28ba-2fa1-4d2e-883f-0016d3cca427', amount_cents: 500, note: 'It arrived scratched.' }] },
);

export const RefundView = withExample(
  Type.Object({
    id: uuid(),
    order_id: uuid(),
    account_id: uuid(),
    world: world(),
    amount_cents: count('Amount that was refunded, in cents.'),
    note: Type.String({ description: 'Why it was refunded.' }),
    refundable_cents: Type.Integer({ minimum: 0, description: 'What can still be refunded, in cents.' }),
    created_at: moment(),
  }),
  {
    id: '1b4e28ba-2fa1-4d2e-883f-0016d3cca427',
    order_id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
    account_id: exampleAccount.account_id,
    world: 'live' as const,
    amount_cents: 500,
    note: 'It arrived scratched.',
    refundable_cents: 1499,
    created_at: at,
  },
);
