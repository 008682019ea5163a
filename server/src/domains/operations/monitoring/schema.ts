import { Type } from 'typebox';
import { closed, moment, nullable, uuid, withExample } from '../../../platform/http/index.ts';
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
    description: 'hours: three, in steps of five minutes; day: in half hours; month and quarter: day by day.',
  }),
});

export const SeriesList = withExample(
  Type.Object({
    series: Type.Array(
      Type.Object({
        name: Type.String(),
        label: Type.String(),
        unit: Type.Enum(['count', 'seconds', 'milliseconds', 'bytes', 'share']),
        points: Type.Array(Type.Object({ at: moment(), low: number(), high: number(), average: number() }), {
          description: 'One for each step, oldest first; null where nothing was measured.',
        }),
      }),
    ),
  }),
  {
    series: [
      {
        name: 'queue.ready',
        label: 'Jobs that are due',
        unit: 'count' as const,
        points: [{ at, low: 0, high: 12, average: 1.5 }],
      },
    ],
  },
);

const sums = {
  placed: count(),
  failed: count(),
  doubts: count(),
  success_rate: nullable(Type.Number({ description: 'From 0 to 1; null when nothing ended.' })),
  median_seconds: nullable(Type.Number({ description: 'From the request to the purchase.' })),
  p95_seconds: number(),
};
const exampleSums = { placed: 12, failed: 1, doubts: 0, success_rate: 0.923, median_seconds: 9.5, p95_seconds: 41 };
const refusals = () => Type.Array(Type.Object({ error_type: Type.String(), count: count() }));
const exampleRefusals = [{ error_type: 'product_out_of_stock', count: 1 }];

export const StatisticsQuery = Type.Object({ world: world() });
export const RetailerPath = Type.Object({
  retailer: Type.String({ minLength: 1, maxLength: 255, description: 'An identifier, or the domain of a store.' }),
});
export const StatisticsView = withExample(
  Type.Object({
    ...sums,
    hours: Type.Array(Type.Object({ at: moment(), ...sums }), { description: 'The last 48 hours, oldest first.' }),
    days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), ...sums }), {
      description: 'The last 30 days (UTC), oldest first.',
    }),
    refusals: refusals(),
  }),
  {
    ...exampleSums,
    hours: [{ at, ...exampleSums }],
    days: [{ day: '2026-08-21', ...exampleSums }],
    refusals: exampleRefusals,
  },
);

export const ComparisonView = withExample(
  Type.Object({ retailers: Type.Array(Type.Object({ retailer: Type.String(), ...sums, refusals: refusals() })) }),
  { retailers: [{ retailer: 'walmart', ...exampleSums, refusals: exampleRefusals }] },
);

// ---- what the public sees ----

const incidentFields = {
  id: uuid(),
  title: Type.String(),
  state: Type.Enum([...incidentStates]),
  components: Type.Array(Type.Enum([...componentNames])),
  started_at: moment(),
  resolved_at: nullable(moment()),
  updates: Type.Array(
    Type.Object({ id: uuid(), state: Type.Enum([...incidentStates]), text: Type.String(), at: moment() }),
    { description: 'Newest first.' },
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
    { id: '1b4e28ba-2fa1-4d2e-883f-0016d3cca427', state: 'monitoring' as const, text: 'They leave again.', at },
  ],
};

export const StatusView = withExample(
  Type.Object({
    status: Type.Enum(['up', 'degraded', 'down', 'unknown']),
    updated_at: moment(),
    components: Type.Array(
      Type.Object({
        name: Type.String(),
        label: Type.String(),
        group: Type.Enum(['service', 'stores']),
        status: nullable(state()),
        uptime: nullable(Type.Number({ description: 'From 0 to 1, over the days that were measured.' })),
        days: Type.Array(
          Type.Object({
            day: Type.String({ format: 'date' }),
            status: Type.Enum(['up', 'degraded', 'down', 'unknown']),
            uptime: number(),
          }),
          { description: 'Ninety, oldest first.' },
        ),
      }),
    ),
    incidents: Type.Array(Type.Object(incidentFields)),
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
export const IncidentList = withExample(Type.Object({ incidents: Type.Array(Type.Object(incidentFields)) }), {
  incidents: [exampleIncident],
});
export const IncidentPath = Type.Object({ incident_id: uuid() });

const text = () => Type.String({ minLength: 1, maxLength: 5000, description: 'For the public, as plain text.' });
export const IncidentBody = closed(
  {
    id: Type.Optional(uuid({ description: 'Makes a retry safe: the same id again opens nothing.' })),
    title: Type.String({ minLength: 1, maxLength: 200 }),
    state: Type.Enum([...incidentStates]),
    components: Type.Array(Type.Enum([...componentNames]), { maxItems: componentNames.length, uniqueItems: true }),
    text: text(),
  },
  {
    examples: [
      {
        title: 'Emails are delayed',
        state: 'investigating',
        components: ['mail'],
        text: 'Our mail server answers slowly.',
      },
    ],
  },
);
export const IncidentUpdateBody = closed(
  { state: Type.Enum([...incidentStates]), text: text() },
  { examples: [{ state: 'resolved', text: 'Everything that waited has left.' }] },
);
