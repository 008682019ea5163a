import { Type } from 'typebox';
import { closed, moment, nullable, uuid, withExample } from '../../../platform/http/index.ts';
import { at, count, exampleAccount, world } from './schema.ts';
import { limits } from './schema-subjects.ts';
import { foundKinds } from './sql-search.ts';

export const SearchQuery = Type.Object({
  q: Type.String({ minLength: 2, maxLength: 255, description: 'An id, number, name, address, or the end of a key.' }),
});

export const FoundView = Type.Object({
  kind: Type.Enum([...foundKinds]),
  id: Type.String({ description: 'Of the order (also of its parcels and mails), the account or the key.' }),
  page_id: Type.String({ description: "What its page is named by: a parcel's own id, otherwise as `id`." }),
  account_id: nullable(uuid()),
  world: nullable(world()),
  title: Type.String(),
  note: Type.String(),
});

export const SearchResult = withExample(
  Type.Object({
    results: Type.Array(FoundView, { description: 'At most eight of each kind.' }),
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

export const AnyOrderPath = Type.Object({ order_id: uuid({ description: "Any order's id." }) });
export const CustomerPath = Type.Object({ account_id: uuid({ description: "Any account's id." }) });
export const AnyKeyPath = Type.Object({ key_id: uuid({ description: "Any key's id." }) });
export const ParcelPath = Type.Object({ parcel_id: uuid({ description: "Any parcel's id." }) });
export const SessionPath = Type.Object({ session_id: uuid({ description: "Any session's id." }) });
export const JobPath = Type.Object({ job_id: Type.String({ pattern: '^\\d{1,15}$', examples: ['42'] }) });

export const ReasonBody = withExample(closed({ reason: Type.String({ minLength: 1, maxLength: 500 }) }), {
  reason: 'The receiver is back.',
});
export const JobBody = withExample(
  closed({ verdict: Type.Enum(['retry', 'discard']), reason: Type.String({ minLength: 1, maxLength: 500 }) }),
  { verdict: 'retry' as const, reason: 'The mail server is back.' },
);
export const FreezeBody = withExample(
  closed({ frozen: Type.Boolean(), reason: Type.String({ minLength: 1, maxLength: 500 }) }),
  { frozen: true, reason: 'It was posted in public.' },
);

export const KeyLimitsBody = withExample(
  closed({
    spend_per_day_cents: Type.Optional(limits.spend_per_day_cents),
    spend_per_order_cents: Type.Optional(limits.spend_per_order_cents),
    allowed_retailers: Type.Optional(limits.allowed_retailers),
    reason: Type.String({ minLength: 1, maxLength: 500, description: 'For your colleagues and the audit log.' }),
  }),
  { spend_per_day_cents: 50_000, spend_per_order_cents: null, reason: 'Agreed with the customer.' },
);

export const RefundBody = closed(
  {
    id: uuid({ description: 'Names this refund: the same id again refunds nothing.' }),
    amount_cents: Type.Integer({ minimum: 1, maximum: 100_000_000_000 }),
    note: Type.String({ minLength: 1, maxLength: 500, description: 'Why; the customer sees it in the transactions.' }),
  },
  { examples: [{ id: '1b4e28ba-2fa1-4d2e-883f-0016d3cca427', amount_cents: 500, note: 'It came scratched.' }] },
);

export const RefundView = withExample(
  Type.Object({
    id: uuid(),
    order_id: uuid(),
    account_id: uuid(),
    world: world(),
    amount_cents: count(),
    note: Type.String(),
    refundable_cents: Type.Integer({ minimum: 0, description: 'What could still be given back.' }),
    created_at: moment(),
  }),
  {
    id: '1b4e28ba-2fa1-4d2e-883f-0016d3cca427',
    order_id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
    account_id: exampleAccount.account_id,
    world: 'live' as const,
    amount_cents: 500,
    note: 'It came scratched.',
    refundable_cents: 1499,
    created_at: at,
  },
);
