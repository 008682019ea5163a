import { Type } from 'typebox';
import { closed, nullable, withExample } from '../../../platform/http/index.ts';
import { storeName } from './schema.ts';

export const RecordingQuery = closed({
  order_id: Type.Optional(Type.String({ format: 'uuid', description: 'Visits for this order alone.' })),
  store: Type.Optional(storeName),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, default: 0 })),
});

export const PicturePath = closed({
  film_id: Type.String({ format: 'uuid' }),
  number: Type.String({ pattern: '^[1-9][0-9]?$' }),
});

const Recording = Type.Object({
  id: Type.String({ format: 'uuid' }),
  store: Type.String(),
  reference: Type.String({ description: "The order's id, or whatever the visit was for." }),
  purpose: Type.String({ description: 'prepare, find, fence, log_in; a prepare that was bought ends with it.' }),
  started_at: Type.String({ format: 'date-time' }),
  ended_at: Type.String({ format: 'date-time' }),
  expires_at: Type.String({ format: 'date-time', description: 'When it is deleted.' }),
  ending: Type.String({ description: 'What came of it.' }),
  steps: Type.Array(
    Type.Object({
      at: Type.String({ description: 'Where in the recipe.' }),
      what: Type.String(),
      duration_ms: Type.Integer(),
      error: nullable(Type.String()),
    }),
  ),
  pictures: Type.Array(
    Type.Object({
      name: Type.String(),
      at_ms: Type.Integer({ description: 'Milliseconds since the visit began.' }),
      page_url: Type.String(),
      image_url: Type.String({ description: 'Of this API.' }),
    }),
  ),
  answers: Type.Array(Type.Object({ url: Type.String(), status: Type.Integer() }), {
    description: 'What the store answered, the last ones.',
  }),
});

const id = '7f0c1f1e-6a58-4f3c-9a53-6f6a3f4f5c11';

export const RecordingList = withExample(Type.Object({ films: Type.Array(Recording), total: Type.Integer() }), {
  films: [
    {
      id,
      store: 'acme-books',
      reference: '0d4b2f9e-4c53-4a0b-8a0e-6d1f1f0b9a77',
      purpose: 'prepare',
      started_at: '2026-08-21T10:00:00.000Z',
      ended_at: '2026-08-21T10:00:09.000Z',
      expires_at: '2026-08-28T10:00:09.000Z',
      ending: 'placed',
      steps: [{ at: 'add/0', what: 'open {{line.url}}', duration_ms: 412, error: null }],
      pictures: [
        {
          name: 'last look',
          at_ms: 7_100,
          page_url: 'https://books.example.com/checkout',
          image_url: `/operator/films/${id}/pictures/1`,
        },
      ],
      answers: [{ url: 'https://books.example.com/api/cart', status: 200 }],
    },
  ],
  total: 1,
});

export const BrowserSessionList = withExample(
  Type.Object({
    visits: Type.Array(
      Type.Object({
        id: Type.String({ format: 'uuid' }),
        store: Type.String(),
        reference: Type.String({ description: "The order's id, or whatever the visit is for." }),
        purpose: Type.String(),
        started_at: Type.String({ format: 'date-time' }),
        page_url: Type.String({ description: 'Where it was when somebody watched last; empty before.' }),
        image_url: Type.String({ description: 'Of this API.' }),
        waits_for: nullable(Type.String(), {
          description: 'What a person has to do at the page; null: nothing, it can be watched only.',
        }),
        taken_by: nullable(Type.String(), { description: 'The operator who has taken it over.' }),
      }),
    ),
    total: Type.Integer(),
  }),
  {
    visits: [
      {
        id,
        store: 'acme-books',
        reference: '0d4b2f9e-4c53-4a0b-8a0e-6d1f1f0b9a77',
        purpose: 'prepare',
        started_at: '2026-08-21T10:00:00.000Z',
        page_url: 'https://books.example.com/checkout',
        image_url: `/operator/visits/${id}/picture`,
        waits_for: 'Solve the captcha.',
        taken_by: null,
      },
    ],
    total: 1,
  },
);

export const TakeOverAnswer = withExample(
  Type.Object({
    token: Type.String({ description: 'For `POST …/input`, shown once.' }),
    store: Type.String(),
    reference: Type.String({ description: "The order's id." }),
    message: Type.String({ description: 'What has to be done at the page.' }),
    width: Type.Integer({ description: 'Of the page, in pixels.' }),
    height: Type.Integer(),
    expires_at: Type.String({ format: 'date-time', description: 'Later with everything that is done.' }),
  }),
  {
    token: 'q3ZsQ2v5o0b7Qk1mZyF8yX0T3v5nB1cd',
    store: 'acme-books',
    reference: '0d4b2f9e-4c53-4a0b-8a0e-6d1f1f0b9a77',
    message: 'Solve the captcha.',
    width: 1280,
    height: 900,
    expires_at: '2026-08-21T10:02:00.000Z',
  },
);

const pagePosition = {
  x: Type.Number({ minimum: 0, maximum: 10_000 }),
  y: Type.Number({ minimum: 0, maximum: 10_000 }),
};
const keys = [
  'Enter',
  'Tab',
  'Shift+Tab',
  'Backspace',
  'Delete',
  'Escape',
  'Home',
  'End',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Space',
];

export const InputBody = withExample(
  closed({
    token: Type.String({ minLength: 1, maxLength: 200 }),
    inputs: Type.Array(
      Type.Union([
        closed({ type: Type.Enum(['click', 'down', 'up', 'move']), ...pagePosition }),
        closed({ type: Type.Literal('scroll'), ...pagePosition, by: Type.Number({ minimum: -5000, maximum: 5000 }) }),
        closed({ type: Type.Literal('text'), text: Type.String({ minLength: 1, maxLength: 500 }) }),
        closed({ type: Type.Literal('key'), key: Type.Enum(keys) }),
      ]),
      { minItems: 1, maxItems: 100 },
    ),
  }),
  {
    token: 'q3ZsQ2v5o0b7Qk1mZyF8yX0T3v5nB1cd',
    inputs: [
      { type: 'click', x: 120, y: 180 },
      { type: 'text', text: 'tulip' },
      { type: 'key', key: 'Enter' },
    ],
  },
);
