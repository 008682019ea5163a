import { Type } from 'typebox';
import { closed, described, nullable, uuid, withExample } from '../../../platform/http/index.ts';
import { storeName } from './schema.ts';

export const RecordingQuery = closed({
  order_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only recordings for this order.' })),
  store: Type.Optional(described(storeName, 'Only recordings for this store.')),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, default: 0 })),
});

export const BrowserPath = Type.Object({
  visit_id: uuid({ description: 'UUID of the open browser.' }),
});

export const PicturePath = closed({
  film_id: Type.String({ description: 'ID of the recording.', format: 'uuid' }),
  number: Type.String({ description: 'Number of the screenshot, from 1.', pattern: '^[1-9][0-9]?$' }),
});

const Recording = Type.Object({
  id: Type.String({ format: 'uuid' }),
  store: Type.String({ description: 'Name of the store.' }),
  reference: Type.String({ description: 'ID of the order, or what the recording is for.' }),
  purpose: Type.String({ description: 'What the browser did: `prepare`, `find`, `fence` or `log_in`.' }),
  recipe_version: nullable(Type.Integer(), { description: 'Version of the recipe that was used.' }),
  missed_locators: Type.Array(
    Type.Object({
      target: Type.String({ description: 'All locators for the target.' }),
      locator: Type.String({ description: 'Locator that found nothing.' }),
    }),
    { description: 'Locators that found nothing where others found the element: the pages changed.' },
  ),
  started_at: Type.String({ description: 'When it started.', format: 'date-time' }),
  ended_at: Type.String({ description: 'When it ended.', format: 'date-time' }),
  expires_at: Type.String({ format: 'date-time', description: 'When it is deleted.' }),
  ending: Type.String({ description: 'How it ended.' }),
  steps: Type.Array(
    Type.Object({
      at: Type.String({ description: 'Position in the recipe.' }),
      what: Type.String({ description: 'What the step did.' }),
      duration_ms: Type.Integer({ description: 'Duration in milliseconds.' }),
      error: nullable(Type.String(), { description: 'Why the step failed.' }),
    }),
    { description: 'Steps of the recipe.' },
  ),
  pictures: Type.Array(
    Type.Object({
      name: Type.String({ description: 'What the screenshot shows.' }),
      at_ms: Type.Integer({ description: 'Milliseconds since the start.' }),
      page_url: Type.String({ description: 'URL of the page in the screenshot.' }),
      image_url: Type.String({ description: 'URL of the image in this API.' }),
    }),
    { description: 'Screenshots.' },
  ),
  answers: Type.Array(
    Type.Object({
      url: Type.String({ description: 'URL that was requested.' }),
      status: Type.Integer({ description: 'HTTP status of the response.' }),
    }),
    {
      description: 'Last responses from the store.',
    },
  ),
});

const id = '7f0c1f1e-6a58-4f3c-9a53-6f6a3f4f5c11';

export const RecordingList = withExample(
  Type.Object({ films: Type.Array(Recording, { description: 'Recordings, newest first.' }), total: Type.Integer() }),
  {
    films: [
      {
        id,
        store: 'acme-books',
        reference: '0d4b2f9e-4c53-4a0b-8a0e-6d1f1f0b9a77',
        purpose: 'prepare',
        recipe_version: 3,
        missed_locators: [],
        started_at: '2026-08-21T10:00:00.000Z',
        ended_at: '2026-08-21T10:00:09.000Z',
        expires_at: '2026-08-28T10:00:09.000Z',
        ending: 'placed',
        steps: [{ at: 'add/0', what: 'open {{line.url}}', duration_ms: 412, error: null }],
        pictures: [
          {
            name: 'final check',
            at_ms: 7_100,
            page_url: 'https://books.example.com/checkout',
            image_url: `/operator/films/${id}/pictures/1`,
          },
        ],
        answers: [{ url: 'https://books.example.com/api/cart', status: 200 }],
      },
    ],
    total: 1,
  },
);

export const BrowserSessionList = withExample(
  Type.Object({
    visits: Type.Array(
      Type.Object({
        id: Type.String({ format: 'uuid' }),
        store: Type.String({ description: 'Name of the store.' }),
        reference: Type.String({ description: 'ID of the order, or what the browser is open for.' }),
        purpose: Type.String({ description: 'What the browser is doing.' }),
        started_at: Type.String({ description: 'When it started.', format: 'date-time' }),
        page_url: Type.String({
          description: 'URL of the page when it was last viewed. Empty if it was never viewed.',
        }),
        image_url: Type.String({ description: 'URL of the image in this API.' }),
        waits_for: nullable(Type.String(), {
          description: 'What someone has to do on the page. Null: nothing, so it can only be watched.',
        }),
        taken_by: nullable(Type.String(), { description: 'Operator who took it over.' }),
      }),
      { description: 'Browsers that are open now.' },
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
    token: Type.String({ description: 'Token to control the browser with. Shown only once.' }),
    store: Type.String({ description: 'Name of the store.' }),
    reference: Type.String({ description: 'ID of the order.' }),
    message: Type.String({ description: 'What to do on the page.' }),
    width: Type.Integer({ description: 'Width of the page in pixels.' }),
    height: Type.Integer({ description: 'Height of the page in pixels.' }),
    expires_at: Type.String({ format: 'date-time', description: 'When control ends. Every input extends it.' }),
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
  x: Type.Number({ description: 'Distance from the left edge, in pixels.', minimum: 0, maximum: 10_000 }),
  y: Type.Number({ description: 'Distance from the top edge, in pixels.', minimum: 0, maximum: 10_000 }),
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
    token: Type.String({ description: 'Token from taking over the browser.', minLength: 1, maxLength: 200 }),
    inputs: Type.Array(
      Type.Union([
        closed({
          type: Type.Enum(['click', 'down', 'up', 'move'], { description: 'What the mouse does.' }),
          ...pagePosition,
        }),
        closed({
          type: Type.Literal('scroll', { description: 'Scrolls the page.' }),
          ...pagePosition,
          by: Type.Number({ description: 'How far to scroll down, in pixels.', minimum: -5000, maximum: 5000 }),
        }),
        closed({
          type: Type.Literal('text', { description: 'Types text.' }),
          text: Type.String({ description: 'Text to type.', minLength: 1, maxLength: 500 }),
        }),
        closed({
          type: Type.Literal('key', { description: 'Presses a key.' }),
          key: Type.Enum(keys, { description: 'Key to press.' }),
        }),
      ]),
      { description: 'What to do on the page, in order.', minItems: 1, maxItems: 100 },
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
