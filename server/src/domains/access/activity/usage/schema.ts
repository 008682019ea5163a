import { Type } from 'typebox';
import { described, nullable, withExample } from '../../../../platform/http/index.ts';
import { endpoints, recentMax, windowDaysMax } from './model.ts';

export const UsageQuery = Type.Object({
  window_days: Type.Integer({
    minimum: 1,
    maximum: windowDaysMax,
    default: 30,
    description: 'Number of days to report, ending today (UTC).',
  }),
  recent: Type.Integer({
    minimum: 0,
    maximum: recentMax,
    default: 50,
    description: 'Number of recent calls to return.',
  }),
});

const Metric = Type.Object(
  {
    total: Type.Integer({ description: 'Calls in the window.' }),
    prev_total: Type.Integer({ description: 'Calls in the period of the same length before the window.' }),
    series: Type.Array(Type.Integer(), { description: 'Calls per day, oldest first. The last entry is today.' }),
  },
  { title: 'UsageMetric', description: 'Calls to one endpoint.' },
);

const text = nullable(Type.String());

export const RecentCall = Type.Object({
  endpoint: Type.Enum([...endpoints], { description: 'What was called.' }),
  at: Type.String({ description: 'When it was called.', format: 'date-time' }),
  query: described(text, 'Search term, if it was a search.'),
  retailer: described(text, 'ID of the retailer, if the call named one.'),
  product_id: described(text, 'ID of the product, if the call named one.'),
  result_count: nullable(Type.Integer(), { description: 'Number of results, if it was a search.' }),
});

const exampleMetric = { total: 0, prev_total: 0, series: [0, 0] };

export const UsageView = withExample(
  Type.Object({
    window_days: Type.Integer({ description: 'Number of days in the report.' }),
    since: Type.String({ format: 'date-time', description: 'Start of the window.' }),
    metrics: Type.Record(Type.String(), Metric, { description: 'Calls by endpoint. Every endpoint is listed.' }),
    recent: Type.Array(RecentCall, { description: 'Recent calls, newest first.' }),
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
