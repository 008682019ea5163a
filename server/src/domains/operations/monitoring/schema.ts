import { Type } from 'typebox';
import { closed, described, moment, nullable, uuid, withExample } from '../../../platform/http/index.ts';
import { componentNames, spanNames } from './model.ts';
import { incidentStates } from './sql-incidents.ts';

const at = '2026-08-21T10:00:00.000Z';
const count = () => Type.Integer({ minimum: 0 });
const number = () => nullable(Type.Number());
export const world = () => Type.Enum(['test', 'live']);
const state = () => Type.Enum(['up', 'degraded', 'down']);

export const SpanQuery = Type.Object({
  span: Type.Enum([...spanNames], {
    default: 'day',
    description:
      'Period and resolution: `hours` is 3 hours in 5-minute steps, `day` is in half-hour steps, `month` and `quarter` are in daily steps.',
  }),
});

export const SeriesList = withExample(
  Type.Object({
    series: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Identifier of the metric.' }),
        label: Type.String({ description: 'Display name of the metric.' }),
        unit: Type.Enum(['count', 'seconds', 'milliseconds', 'bytes', 'share'], { description: 'Unit of the values.' }),
        points: Type.Array(
          Type.Object({
            at: moment({ description: 'Start of the step.' }),
            low: described(number(), 'Lowest value in the step.'),
            high: described(number(), 'Highest value in the step.'),
            average: described(number(), 'Average value in the step.'),
          }),
          {
            description: 'One point per step, oldest first. Null where nothing was measured.',
          },
        ),
      }),
      { description: 'One series for each metric.' },
    ),
  }),
  {
    series: [
      {
        name: 'queue.ready',
        label: 'Due jobs',
        unit: 'count' as const,
        points: [{ at, low: 0, high: 12, average: 1.5 }],
      },
    ],
  },
);

const sums = {
  placed: described(count(), 'Orders that were placed.'),
  failed: described(count(), 'Orders that failed.'),
  doubts: described(count(), 'Orders that need review.'),
  success_rate: nullable(
    Type.Number({ description: 'Share of finished orders that were placed, from 0 to 1. Null if no order finished.' }),
  ),
  median_seconds: nullable(Type.Number({ description: 'Median time from the request to the purchase, in seconds.' })),
  p95_seconds: described(number(), '95th percentile of that time, in seconds.'),
};
const exampleSums = { placed: 12, failed: 1, doubts: 0, success_rate: 0.923, median_seconds: 9.5, p95_seconds: 41 };
const refusals = () =>
  Type.Array(
    Type.Object({
      error_type: Type.String({ description: 'Why orders failed.' }),
      count: described(count(), 'Number of orders that failed for this reason.'),
    }),
  );
const exampleRefusals = [{ error_type: 'product_out_of_stock', count: 1 }];

export const StatisticsQuery = Type.Object({ world: world() });
export const RetailerPath = Type.Object({
  retailer: Type.String({ minLength: 1, maxLength: 255, description: 'ID of the retailer, or domain of the store.' }),
});
export const StatisticsView = withExample(
  Type.Object({
    ...sums,
    hours: Type.Array(Type.Object({ at: moment({ description: 'Start of the hour.' }), ...sums }), {
      description: 'The last 48 hours, oldest first.',
    }),
    days: Type.Array(
      Type.Object({ day: Type.String({ description: 'Date of the day (UTC).', format: 'date' }), ...sums }),
      {
        description: 'The last 30 days (UTC), oldest first.',
      },
    ),
    refusals: described(refusals(), 'Why orders failed, most frequent first.'),
  }),
  {
    ...exampleSums,
    hours: [{ at, ...exampleSums }],
    days: [{ day: '2026-08-21', ...exampleSums }],
    refusals: exampleRefusals,
  },
);

export const ComparisonView = withExample(
  Type.Object({
    retailers: Type.Array(
      Type.Object({
        retailer: Type.String(),
        ...sums,
        refusals: described(refusals(), 'Why orders failed, most frequent first.'),
      }),
      { description: 'Retailers with orders in the period.' },
    ),
  }),
  { retailers: [{ retailer: 'walmart', ...exampleSums, refusals: exampleRefusals }] },
);

// ---- public status ----

const incidentFields = {
  id: uuid(),
  title: Type.String({ description: 'What is wrong, in a few words.' }),
  state: Type.Enum([...incidentStates], { description: 'Status of the incident.' }),
  components: Type.Array(Type.Enum([...componentNames]), { description: 'Parts of the service that are affected.' }),
  started_at: moment({ description: 'When the incident started.' }),
  resolved_at: nullable(moment(), { description: 'When the incident was resolved. Null: it is open.' }),
  updates: Type.Array(
    Type.Object({
      id: uuid(),
      state: Type.Enum([...incidentStates], { description: 'State of the incident at this update.' }),
      text: Type.String({ description: 'The update, as plain text.' }),
      at: moment({ description: 'When it was posted.' }),
    }),
    { description: 'Updates, newest first.' },
  ),
};
const exampleIncident = {
  id: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
  title: 'Emails are delayed',
  state: 'monitoring' as const,
  components: ['mail' as const],
  started_at: at,
  resolved_at: null,
  updates: [
    {
      id: '1b4e28ba-2fa1-4d2e-883f-0016d3cca427',
      state: 'monitoring' as const,
      text: 'Emails are being sent again.',
      at,
    },
  ],
};

export const StatusView = withExample(
  Type.Object({
    status: Type.Enum(['up', 'degraded', 'down', 'unknown'], { description: 'Status of the whole service.' }),
    updated_at: moment(),
    components: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Identifier of the part.' }),
        label: Type.String({ description: 'Display name of the part.' }),
        group: Type.Enum(['service', 'stores'], { description: 'Whether it is a part of the service or a store.' }),
        status: nullable(state(), { description: 'Status now. Null: unknown.' }),
        uptime: nullable(Type.Number({ description: 'Share of time that it was up, from 0 to 1.' })),
        days: Type.Array(
          Type.Object({
            day: Type.String({ description: 'Date of the day (UTC).', format: 'date' }),
            status: Type.Enum(['up', 'degraded', 'down', 'unknown'], { description: 'Worst status of the day.' }),
            uptime: described(number(), 'Share of the day that it was up, from 0 to 1. Null: not measured.'),
          }),
          { description: 'The last 90 days, oldest first.' },
        ),
      }),
      { description: 'Parts of the service.' },
    ),
    incidents: Type.Array(Type.Object(incidentFields), { description: 'Incidents, newest first.' }),
  }),
  {
    status: 'up' as const,
    updated_at: at,
    components: [
      {
        name: 'api',
        label: 'API and dashboard',
        group: 'service' as const,
        status: 'up' as const,
        uptime: 0.9999,
        days: [{ day: '2026-08-21', status: 'up' as const, uptime: 1 }],
      },
    ],
    incidents: [exampleIncident],
  },
);

export const IncidentView = withExample(Type.Object(incidentFields), exampleIncident);
export const IncidentList = withExample(
  Type.Object({ incidents: Type.Array(Type.Object(incidentFields), { description: 'Incidents, newest first.' }) }),
  {
    incidents: [exampleIncident],
  },
);

const text = () => Type.String({ minLength: 1, maxLength: 5000, description: 'Public message, as plain text.' });
export const IncidentBody = closed(
  {
    id: Type.Optional(
      uuid({ description: 'UUID of the new incident. A request with the same ID never opens a second one.' }),
    ),
    title: Type.String({ description: 'What is wrong, in a few words. Public.', minLength: 1, maxLength: 200 }),
    state: Type.Enum([...incidentStates], { description: 'Status of the incident.' }),
    components: Type.Array(Type.Enum([...componentNames]), {
      description: 'Parts of the service that are affected.',
      maxItems: componentNames.length,
      uniqueItems: true,
    }),
    text: text(),
  },
  {
    examples: [
      {
        title: 'Emails are delayed',
        state: 'investigating',
        components: ['mail'],
        text: 'Our mail server is responding slowly.',
      },
    ],
  },
);
export const IncidentUpdateBody = closed(
  { state: Type.Enum([...incidentStates], { description: 'Current state of the incident.' }), text: text() },
  { examples: [{ state: 'resolved', text: 'All delayed emails were sent.' }] },
);
