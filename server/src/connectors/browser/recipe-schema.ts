import { type Static, type TSchema, Type } from 'typebox';
import {
  amount,
  closed,
  condition,
  maybe,
  message,
  read,
  reading,
  reason,
  seconds,
  stepDefinitions,
  steps,
  target,
  text,
  words,
} from './step-schema.ts';

const rows = { rows: target };
const parts = 'log_in guest empty_cart add cart check_out last_look buy history order return search product';
const during = maybe(Type.Array(Type.Enum(parts.split(' '))));

const cart = closed({
  ...rows,
  steps: maybe(steps),
  product: read,
  quantity: read,
  unit_price: maybe(read),
  line_total: maybe(read),
  variant: maybe(read),
  title: maybe(read),
  // False: the rows don't add up to `totals.items` (different tax or discount).
  adds_up: maybe(Type.Boolean()),
});

const summary = closed({
  // The name and every line of the address; several readings are joined.
  ship_to: maybe(Type.Union([read, Type.Array(read, { minItems: 1 })])),
  lines: maybe(closed({ ...rows, product: read, quantity: read })),
});

const buy = closed(
  {
    button: target,
    after: maybe(steps),
    success: condition,
    // Without it, the number comes from the order history.
    number: maybe(read),
    total: maybe(read),
    confirmation: maybe(summary),
    // The page gave up: Errand checks the history at once.
    lost: maybe(condition),
    within_seconds: maybe(Type.Number({ minimum: 1, maximum: 110 })),
  },
  'The buy button, and the page that confirms the purchase.',
);

const history = closed({
  ...rows,
  steps,
  empty: maybe(condition),
  number: read,
  total: maybe(read),
  placed: maybe(read),
  reference: maybe(read),
  address: maybe(read),
  next: maybe(target),
});

const order = closed({
  steps,
  reference: maybe(read),
  total: maybe(read),
  // An order to another postal code is not ours.
  ship_to: maybe(read),
  lines: maybe(closed({ ...rows, product: read, quantity: read })),
  parcels: maybe(
    closed({
      ...rows,
      id: maybe(read),
      number: maybe(read),
      carrier: maybe(read),
      address: maybe(read),
      expected: maybe(read),
    }),
  ),
  shipped: maybe(condition),
  delivered: maybe(condition),
  cancelled: maybe(condition),
});

const returning = closed({
  // Our codes, each with the store's name for it.
  reasons: Type.Record(Type.String(), text),
  methods: maybe(Type.Record(Type.String(), text)),
  // To the page that shows the order's return and its status.
  look: steps,
  filed: condition,
  steps,
  number: maybe(read),
  approved: maybe(condition),
  denied: maybe(condition),
  credited: maybe(condition),
  refunded: maybe(read),
  message: maybe(read),
});

const search = closed({
  ...rows,
  steps,
  title: read,
  address: read,
  price: read,
  image: maybe(read),
  next: maybe(condition),
});

const product = closed({
  steps,
  missing: maybe(condition),
  sold_out: maybe(condition),
  title: read,
  price: read,
  description: maybe(read),
  image: maybe(read),
  choices: maybe(closed({ ...rows, label: read, values: target, value: maybe(reading) })),
});

const refusalSign = closed(
  { when: condition, reason, message, during },
  'How to tell from a page that the store rejected the order.',
);
const personSign = closed(
  { when: condition, person: text, during },
  'A page that requires manual input, such as a captcha.',
);

const recipe = closed({
  $schema: maybe(text),
  version: Type.Literal(1),
  name: Type.String({ pattern: '^[a-z0-9][a-z0-9-]*$' }),
  about: maybe(
    closed(
      {
        software: maybe(text),
        software_version: maybe(text),
        tested_on: maybe(closed({ date: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }), software_version: text })),
        checked_with: maybe(text),
        abilities: maybe(Type.Array(text)),
        author: maybe(text),
        checksum: maybe(text),
      },
      'What the recipe is for and who wrote it. `recipe export` and `recipe test` fill it in.',
    ),
  ),
  product_path: Type.String({
    pattern: '^/.*\\{(slug|path)\\}',
    description: 'Path of a product page: /item/{slug}, /item.php?id={slug}, or /{path} for the whole path.',
  }),
  not_products: maybe(text),
  hosts: maybe(Type.Array(text, { description: 'Other hosts that the pages load from. All others are blocked.' })),
  locale: maybe(Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' })),
  patience_seconds: maybe(seconds),
  late_seconds: maybe(Type.Number({ minimum: 0, maximum: 86_400 })),
  prices: Type.Enum(['net', 'gross'], { description: 'net: prices exclude tax. gross: prices include tax.' }),
  decline_dialogs: maybe(words),
  decimal: maybe(Type.Enum(['.', ','])),
  free: maybe(text),
  banners: maybe(Type.Array(Type.Union([target, closed({ when: condition, do: steps })]))),
  signs: maybe(Type.Array(Type.Union([refusalSign, personSign]))),
  log_in: maybe(closed({ start: steps, logged_in: condition, steps })),
  guest: maybe(steps),
  empty_cart: steps,
  add: steps,
  // Choices of a product page that may keep the store's default.
  optional_choices: maybe(words),
  cart,
  check_out: steps,
  totals: closed({
    items: maybe(amount),
    shipping: maybe(amount),
    tax: maybe(amount),
    fees: maybe(amount),
    discount: maybe(amount),
    total: amount,
  }),
  last_look: maybe(steps),
  review: maybe(summary),
  delivery: maybe(read),
  buy,
  link: maybe(Type.Union([text, closed({ address: text, line: text, between: text })])),
  history: maybe(history),
  order: maybe(order),
  return: maybe(returning),
  search: maybe(search),
  product: maybe(product),
});

export type RefusalSign = Static<typeof refusalSign>;
export type PersonSign = Static<typeof personSign>;
export type Summary = Static<typeof summary>;
export type Recipe = Static<typeof recipe>;

/** The whole language as one JSON schema, for editors and people. */
export const recipeSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Errand recipe: how to buy from a store that has only web pages',
  $ref: '#/$defs/Recipe',
  $defs: { ...stepDefinitions, Recipe: recipe as TSchema },
};
