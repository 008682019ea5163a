import { type Static, Type } from 'typebox';
import { type Clock, dayMs, plusMs } from '../../../../kit/clock.ts';
import type { StaleReads } from '../../../../platform/database/index.ts';
import { withExample } from '../../../../platform/http/index.ts';
import type { Router } from '../../../access/accounts/index.ts';
import { type CompareRow, compareBys, comparedMax, compareOrders } from './sql.ts';

const nullableSeconds = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });
const PeriodView = Type.Object(
  {
    orders: Type.Integer({ description: 'Orders created in the period.' }),
    placed: Type.Integer({ description: 'Orders that were placed.' }),
    failed: Type.Integer({ description: 'Orders that failed.' }),
    spent_cents: Type.Integer({
      description:
        'What stores charged for them, in US cents at the exchange rate used for each purchase, before refunds.',
    }),
    failure_rate: Type.Union([Type.Number(), Type.Null()], {
      description: 'Failed orders as a share of those that were placed or failed, from 0 to 1. Null if there are none.',
    }),
    place_seconds: nullableSeconds(
      'Median time from the request to the purchase, in seconds. Null if nothing was bought.',
    ),
    deliver_seconds: nullableSeconds('Median time from the request to delivery, in seconds. Null if nothing arrived.'),
  },
  { title: 'OrderPeriod', description: 'Orders in a period.' },
);
type PeriodView = Static<typeof PeriodView>;

const both = { current: PeriodView, previous: PeriodView };
const CompareView = Type.Object(
  {
    since: Type.String({
      format: 'date-time',
      description: 'Start of the current period. The previous one ends there.',
    }),
    has_more: Type.Boolean({
      description:
        'True: a period has more than 50,000 orders, and the numbers are incomplete. Choose a shorter period.',
    }),
    total: Type.Object(both, { description: 'Totals for each period.' }),
    groups: Type.Array(
      Type.Object({
        name: Type.Union([Type.String(), Type.Null()], {
          description: 'Name of the store, key or person. Null: no key, or the person is unknown.',
        }),
        ...both,
      }),
      { description: 'The same totals for each store, key or person, highest spending first.' },
    ),
  },
  { title: 'OrderComparison', description: 'Orders in a period and in the previous period.' },
);

const Query = Type.Object({
  window_days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 90, default: 30, description: 'Length of a period in days, from 1 to 90.' }),
  ),
  by: Type.Optional(Type.Enum(compareBys, { default: 'retailer', description: 'How orders are grouped.' })),
});

const nothing: PeriodView = {
  orders: 0,
  placed: 0,
  failed: 0,
  spent_cents: 0,
  failure_rate: null,
  place_seconds: null,
  deliver_seconds: null,
};

function presentPeriod(row: CompareRow | undefined): PeriodView {
  if (!row) return nothing;
  const { orders, placed, failed, spent_cents, place_seconds, deliver_seconds } = row;
  const ended = placed + failed;
  const failure_rate = ended === 0 ? null : failed / ended;
  return { orders, placed, failed, spent_cents, failure_rate, place_seconds, deliver_seconds };
}

const presentBoth = (rows: readonly CompareRow[]) => ({
  current: presentPeriod(rows.find((row) => row.is_current)),
  previous: presentPeriod(rows.find((row) => !row.is_current)),
});

export function presentComparison(rows: readonly CompareRow[], since: Date): Static<typeof CompareView> {
  const totals = rows.filter((row) => row.is_total);
  const groups = Map.groupBy(
    rows.filter((row) => !row.is_total),
    (row) => row.name,
  );
  return {
    since: since.toISOString(),
    has_more: totals.some((row) => row.orders > comparedMax),
    total: presentBoth(totals),
    groups: [...groups]
      .map(([name, both]) => ({ name, ...presentBoth(both) }))
      .sort((a, b) => b.current.spent_cents - a.current.spent_cents || b.current.orders - a.current.orders),
  };
}

interface Needs {
  stale: Pick<StaleReads, 'readPage'>;
  clock: Clock;
}

export function compareRoutes(router: Router, { stale, clock }: Needs): void {
  const period: PeriodView = {
    ...nothing,
    orders: 12,
    placed: 11,
    failed: 1,
    spent_cents: 24_990,
    failure_rate: 1 / 12,
  };
  const example = { current: period, previous: nothing };
  router.get('/orders/compare', {
    auth: 'key',
    operationId: 'compareOrders',
    summary: 'Compare periods',
    description:
      'Compares a period with the previous one of the same length: spending, orders, failure rate, time to purchase and time to delivery, by store, key or person.',
    query: Query,
    response: {
      200: withExample(CompareView, {
        since: '2026-08-21T10:00:00.000Z',
        has_more: false,
        total: example,
        groups: [{ name: 'amazon', ...example }],
      }),
    },
    async handler({ caller: { accountId, world }, query: { window_days: days = 30, by = 'retailer' } }) {
      const until = clock.now();
      const since = plusMs(until, -days * dayMs);
      const asked = { accountId, world, by, from: plusMs(since, -days * dayMs), since, until };
      const rows = await stale.readPage({ offset: 1 }, (db) => compareOrders(db, asked));
      return presentComparison(rows, since);
    },
  });
}
