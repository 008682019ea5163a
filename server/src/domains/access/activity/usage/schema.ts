import { Type } from 'typebox';
import { nullable, withExample } from '../../../../platform/http/index.ts';
import { endpoints, recentMax, windowDaysMax } from './model.ts';

export const UsageQuery = Type.Object({
  window_days: Type.Integer({
    minimum: 1,
    maximum: windowDaysMax,
    default: 30,
    description: 'How many days to report on: today and those before it, in UTC.',
  }),
  recent: Type.Integer({ minimum: 0, maximum: recentMax, default: 50, description: 'How many recent calls to list.' }),
});

const Metric = Type.Object(
  {
    total: Type.Integer({ description: 'Calls in the window.' }),
    prev_total: Type.Integer({ description: 'Calls in as many days before the window.' }),
    series: Type.Array(Type.Integer(), { description: 'Calls per day, oldest first; the last is today.' }),
  },
  { title: 'UsageMetric' },
);

const text = nullable(Type.String());

export const RecentCall = Type.Object({
  endpoint: Type.Enum([...endpoints]),
  at: Type.String({ format: 'date-time' }),
  query: text,
  retailer: text,
  product_id: text,
  result_count: nullable(Type.Integer()),
});

const exampleMetric = { total: 0, prev_total: 0, series: [0, 0] };

export const UsageView = withExample(
  Type.Object({
    window_days: Type.Integer(),
    since: Type.String({ format: 'date-time', description: 'The first moment of the window.' }),
    metrics: Type.Record(Type.String(), Metric, { description: 'By endpoint; every endpoint is there.' }),
    recent: Type.Array(RecentCall, { description: 'The calls of the window, newest first.' }),
  }),
  {
    window_days: 2,
    since: '2026-08-20T00:00:00.000Z',
    metrics: {
      ...Object.fromEntries(endpoints.map((endpoint) => [endpoint, exampleMetric])),
      'products.search': { total: 3, prev_total: 1, series: [1, 2] },
    },
    recent: [
      {
        endpoint: 'products.search',
        at: '2026-08-21T10:00:00.000Z',
        query: 'paper towels',
        retailer: 'walmart',
        product_id: null,
        result_count: 20,
      },
    ],
  },
);
