import { Type } from 'typebox';
import { closed, moment, nullable, uuid, withExample } from '../../../platform/http/index.ts';
import { roles } from '../../access/accounts/index.ts';
import { exampleOrderView, OrderView, TimelineView } from '../../orders/orders/index.ts';
import { ActionView, accountFields, at, count, exampleAccount, exampleAction, world } from './schema.ts';
import { MoveView, RequestView, SessionView } from './schema-subjects.ts';
import { foundKinds } from './sql-search.ts';

export const SearchQuery = Type.Object({
  q: Type.String({ minLength: 2, maxLength: 255, description: 'An id, number, name, address, or the end of a key.' }),
});

export const SearchResult = withExample(
  Type.Object({
    results: Type.Array(
      Type.Object({
        kind: Type.Enum([...foundKinds]),
        id: Type.String({ description: 'Of the order (also of its parcels and mails), the account or the key.' }),
        page_id: Type.String({ description: "What its page is named by: a parcel's own id, otherwise as `id`." }),
        account_id: nullable(uuid()),
        world: nullable(world()),
        title: Type.String(),
        note: Type.String(),
      }),
      { description: 'At most eight of each kind.' },
    ),
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

export const OrderFileView = withExample(
  Type.Object({
    ...accountFields,
    api_key_id: nullable(uuid()),
    recipient_email: nullable(Type.String()),
    order: OrderView,
    timeline: TimelineView.properties.milestones,
    money: Type.Array(
      Type.Object({
        id: Type.String(),
        type: Type.String(),
        amount_cents: Type.Integer(),
        from: Type.String(),
        to: Type.String(),
        note: nullable(Type.String()),
        created_at: moment(),
      }),
    ),
    mails: Type.Array(Type.Object({ stage: Type.String(), created_at: moment() }), {
      description: 'What the recipient was told by mail.',
    }),
    deliveries: Type.Array(
      Type.Object({
        id: uuid(),
        event: Type.String(),
        status: Type.String(),
        attempts: count(),
        response_status: nullable(Type.Integer()),
        created_at: moment(),
      }),
      { description: 'Webhook messages, newest first.' },
    ),
    jobs: Type.Array(
      Type.Object({
        id: Type.String(),
        kind: Type.String(),
        attempts: count(),
        error: nullable(Type.String()),
        next_attempt_at: nullable(moment()),
        dead_at: nullable(moment()),
      }),
      { description: 'Work that is still to be done for it.' },
    ),
    events: Type.Array(Type.Object({ id: uuid(), type: Type.String(), created_at: moment() }), {
      description: 'What was told of it, newest first.',
    }),
    requests: Type.Array(RequestView, { description: 'Calls that named it, newest first.' }),
    audit: Type.Array(ActionView),
  }),
  {
    ...exampleAccount,
    api_key_id: null,
    recipient_email: null,
    order: exampleOrderView,
    timeline: [],
    money: [],
    mails: [],
    deliveries: [],
    jobs: [],
    events: [],
    requests: [],
    audit: [exampleAction],
  },
);

export const CustomerView = withExample(
  Type.Object({
    account_id: uuid(),
    account_email: nullable(Type.String()),
    created_at: moment(),
    sessions: Type.Integer({ minimum: 0, description: 'Browsers that are signed in.' }),
    last_signed_in_at: nullable(moment()),
    worlds: Type.Array(
      Type.Object({ world: world(), available_cents: Type.Integer(), held_cents: Type.Integer(), orders: count() }),
    ),
    people: Type.Array(
      Type.Object({
        id: uuid(),
        email: Type.String(),
        name: nullable(Type.String()),
        role: Type.Enum([...roles]),
        joined_at: moment(),
      }),
      { description: 'Who works on the account.' },
    ),
    session_list: Type.Array(SessionView, { description: 'Who is signed in where, newest first.' }),
    money: Type.Array(MoveView, { description: 'The latest 25 movements of each wallet.' }),
    keys: Type.Array(
      Type.Object({
        id: uuid(),
        world: world(),
        label: Type.String(),
        hint: Type.String({ description: 'The last four characters.' }),
        scopes: Type.Array(Type.String()),
        spend_per_day_cents: nullable(Type.Integer()),
        spend_per_order_cents: nullable(Type.Integer()),
        created_at: moment(),
        last_used_at: nullable(moment()),
        revoked_at: nullable(moment()),
        frozen_at: nullable(moment()),
      }),
    ),
    orders: Type.Array(
      Type.Object({
        id: uuid(),
        world: world(),
        status: OrderView.properties.status,
        retailer: Type.String(),
        recipient: Type.String(),
        max_price_cents: Type.Integer(),
        charged_cents: nullable(Type.Integer()),
        tracking_numbers: Type.Array(Type.Object({ status: Type.String() }), {
          description: 'Where its parcels are.',
        }),
        created_at: moment(),
      }),
      { description: 'The latest twenty of both worlds.' },
    ),
    audit: Type.Array(ActionView),
  }),
  {
    account_id: exampleAccount.account_id,
    account_email: exampleAccount.account_email,
    created_at: at,
    sessions: 1,
    last_signed_in_at: at,
    worlds: [{ world: 'live', available_cents: 5000, held_cents: 0, orders: 3 }],
    people: [],
    session_list: [],
    money: [],
    keys: [],
    orders: [],
    audit: [],
  },
);
