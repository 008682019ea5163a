import { Type } from 'typebox';
import { createRouter, type Guard } from '../domains/access/accounts/index.ts';
import { type LifetimeRow, sumPurchases } from '../domains/orders/orders/index.ts';
import { type Clock, minuteMs } from '../kit/clock.ts';
import { notFound } from '../kit/failure.ts';
import type { StaleReads } from '../platform/database/index.ts';
import { type App, described, withExample } from '../platform/http/index.ts';

interface Needs {
  stale: StaleReads;
  clock: Clock;
  guard: Guard;
  isPublic: boolean;
}

const Sums = {
  orders_successful: Type.Integer({ description: 'Live orders that were placed.' }),
  gmv_cents: Type.Integer({ description: 'What stores charged for those orders, in cents.' }),
};
const moment = Type.String({ format: 'date-time' });

const Lifetime = withExample(
  Type.Object({
    ...Sums,
    v2_as_of: described(moment, 'When the numbers were read.'),
    v1: Type.Object(
      {
        ...Sums,
        as_of: described(moment, 'When the numbers were read.'),
        source: Type.String({ description: 'Where the numbers come from.' }),
      },
      { description: 'Orders placed through the legacy API (/v1).' },
    ),
    combined: Type.Object(Sums, { description: 'Both APIs together.' }),
  }),
  {
    orders_successful: 120,
    gmv_cents: 1_204_500,
    v2_as_of: '2026-08-21T10:00:00.000Z',
    v1: { orders_successful: 30, gmv_cents: 99_900, as_of: '2026-08-21T10:00:00.000Z', source: 'orders' },
    combined: { orders_successful: 150, gmv_cents: 1_304_400 },
  },
);

/** Totals over all orders are cached. */
const freshMs = minuteMs;

/** Totals of live purchases through the current API and /v1. */
export function statsRoutes(app: App, { stale, clock, guard, isPublic }: Needs): void {
  const router = createRouter(app, guard, 'Status');
  let known: { at: Date; rows: LifetimeRow[] } | null = null;

  async function read(): Promise<{ at: Date; rows: LifetimeRow[] }> {
    const now = clock.now();
    if (known && now.getTime() - known.at.getTime() < freshMs) return known;
    known = { at: now, rows: await stale.read(sumPurchases) };
    return known;
  }

  router.get('/stats/lifetime', {
    auth: 'anyone',
    operationId: 'getLifetimeStats',
    summary: 'Get lifetime statistics',
    description: 'Live purchases only. Returns 404 unless the operator set PUBLIC_STATS=true.',
    response: { 200: Lifetime },
    errors: ['not_found'],
    async handler() {
      if (!isPublic) throw notFound();
      const { at, rows } = await read();
      const sumsOf = (isLegacy: boolean) => {
        const row = rows.find((one) => one.is_legacy === isLegacy);
        return { orders_successful: Number(row?.orders ?? 0), gmv_cents: Number(row?.cents ?? 0) };
      };
      const [v2, v1] = [sumsOf(false), sumsOf(true)];
      return {
        ...v2,
        v2_as_of: at.toISOString(),
        v1: { ...v1, as_of: at.toISOString(), source: 'orders' },
        combined: {
          orders_successful: v1.orders_successful + v2.orders_successful,
          gmv_cents: v1.gmv_cents + v2.gmv_cents,
        },
      };
    },
  });
}
