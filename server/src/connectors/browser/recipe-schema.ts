import { Ajv } from 'ajv';
import { type TSchema, Type } from 'typebox';
import { blocks, refusals } from '../contract.ts';

const closed = (properties: Record<string, TSchema>): TSchema =>
  Type.Object(properties, { additionalProperties: false });
const maybe = (schema: TSchema): TSchema => Type.Optional(schema);
const text = Type.String({ minLength: 1 });
const words = Type.Union([text, closed({ matches: text })]);
const seconds = Type.Number({ minimum: 0.1, maximum: 600 });
const target = Type.Ref('#/$defs/Target');
const condition = Type.Ref('#/$defs/Condition');
const steps = Type.Array(Type.Ref('#/$defs/Step'));
const read = Type.Ref('#/$defs/Read');
const reason = Type.Enum([...refusals, ...blocks]);
const message = maybe(Type.Union([text, read]));
const rows = { rows: target };

const targetParts = closed({
  css: maybe(text),
  role: maybe(text),
  name: maybe(words),
  label: maybe(words),
  text: maybe(words),
  placeholder: maybe(words),
  test_id: maybe(text),
  exact: maybe(Type.Boolean()),
  in: maybe(target),
  frame: maybe(target),
  has: maybe(target),
  nth: maybe(Type.Integer()),
  hidden: maybe(Type.Boolean()),
});

const conditions = [
  { there: target },
  { gone: target },
  { url: text },
  { text: target, has: words },
  { value: target, is: Type.String() },
  { chosen: target },
  { equal: Type.Tuple([Type.String(), Type.String()]) },
  { answered: text, status: maybe(Type.Integer()) },
  { dialog: words },
  { any: Type.Array(condition, { minItems: 1 }) },
  { all: Type.Array(condition, { minItems: 1 }) },
  { not: condition },
].map(closed);

const limits = { note: maybe(text), within_seconds: maybe(seconds), optional: maybe(Type.Boolean()) };
const reading = {
  read: target,
  attribute: maybe(text),
  pattern: maybe(text),
  join: maybe(Type.String()),
  or: maybe(Type.String()),
};

/** The verbs of the language, each with what it takes. */
const verbs: Record<string, Record<string, TSchema>> = {
  open: { open: text, until: maybe(condition) },
  fill: {
    fill: target,
    with: Type.String(),
    secret: maybe(Type.Boolean()),
    type: maybe(Type.Boolean()),
    suggestion: maybe(target),
    press: maybe(text),
  },
  choose: {
    choose: target,
    option: maybe(Type.Union([text, Type.Array(text, { minItems: 1 })])),
    missing: maybe(reason),
    until: maybe(condition),
  },
  click: {
    click: target,
    until: maybe(condition),
    once: maybe(Type.Boolean()),
    again_seconds: maybe(seconds),
    force: maybe(Type.Boolean()),
  },
  hover: { hover: target, until: maybe(condition) },
  while: { while: condition, do: steps, at_most: maybe(Type.Integer({ minimum: 1, maximum: 500 })) },
  if: { if: condition, do: steps, else: maybe(steps) },
  each: { each: text, as: text, do: steps },
  wait: { wait: condition },
  read: { ...reading, as: text, money: maybe(Type.Boolean()) },
  refuse_if: { refuse_if: condition, reason, message },
  ask: {
    ask: Type.Literal('code'),
    from: Type.Array(Type.Enum(['totp', 'mail', 'person']), { minItems: 1 }),
    into: target,
    resend: maybe(target),
    message: maybe(text),
    digits_apart: maybe(Type.Boolean()),
  },
};

export const verbNames: readonly string[] = Object.keys(verbs);

const recipe = closed({
  $schema: maybe(text),
  version: Type.Literal(1),
  name: Type.String({ pattern: '^[a-z0-9][a-z0-9-]*$' }),
  product_path: Type.String({ pattern: '^/.*\\{(slug|path)\\}' }),
  not_products: maybe(text),
  hosts: maybe(Type.Array(text)),
  patience_seconds: maybe(seconds),
  late_seconds: maybe(Type.Number({ minimum: 0, maximum: 86_400 })),
  prices: Type.Enum(['net', 'gross']),
  decline_dialogs: maybe(words),
  decimal: maybe(Type.Enum(['.', ','])),
  free: maybe(text),
  banners: maybe(Type.Array(target)),
  signs: maybe(
    Type.Array(
      Type.Union([
        closed({ when: condition, reason, message, during: maybe(Type.Array(text)) }),
        closed({ when: condition, person: text, during: maybe(Type.Array(text)) }),
      ]),
    ),
  ),
  log_in: maybe(closed({ start: steps, logged_in: condition, steps })),
  guest: maybe(steps),
  empty_cart: steps,
  add: steps,
  cart: closed({
    ...rows,
    steps: maybe(steps),
    product: read,
    quantity: read,
    unit_price: maybe(read),
    line_total: maybe(read),
    variant: maybe(read),
    title: maybe(read),
    adds_up: maybe(Type.Boolean()),
  }),
  check_out: steps,
  totals: closed({
    items: read,
    shipping: read,
    tax: maybe(read),
    fees: maybe(read),
    discount: maybe(read),
    total: read,
  }),
  last_look: maybe(steps),
  buy: closed({
    button: target,
    after: maybe(steps),
    success: condition,
    number: read,
    total: maybe(read),
    lost: maybe(condition),
  }),
  link: maybe(Type.Union([text, closed({ address: text, line: text, between: text })])),
  history: maybe(
    closed({
      ...rows,
      steps,
      empty: maybe(condition),
      number: read,
      total: maybe(read),
      placed: maybe(read),
      reference: maybe(read),
      address: maybe(read),
      next: maybe(target),
    }),
  ),
  order: maybe(
    closed({
      steps,
      reference: maybe(read),
      total: maybe(read),
      lines: maybe(closed({ ...rows, product: read, quantity: read })),
      parcels: maybe(
        closed({ ...rows, id: maybe(read), number: maybe(read), carrier: maybe(read), address: maybe(read) }),
      ),
      shipped: maybe(condition),
      delivered: maybe(condition),
      cancelled: maybe(condition),
    }),
  ),
  return: maybe(
    closed({
      reasons: Type.Record(Type.String(), text),
      methods: maybe(Type.Record(Type.String(), text)),
      look: steps,
      filed: condition,
      steps,
      number: maybe(read),
      approved: maybe(condition),
      denied: maybe(condition),
      credited: maybe(condition),
      message: maybe(read),
    }),
  ),
  search: maybe(
    closed({ ...rows, steps, title: read, address: read, price: read, image: maybe(read), next: maybe(condition) }),
  ),
  product: maybe(
    closed({
      steps,
      missing: maybe(condition),
      sold_out: maybe(condition),
      title: read,
      price: read,
      description: maybe(read),
      image: maybe(read),
      choices: maybe(
        closed({
          ...rows,
          label: read,
          values: target,
          value: maybe(
            closed({
              attribute: maybe(text),
              pattern: maybe(text),
              join: maybe(Type.String()),
              or: maybe(Type.String()),
            }),
          ),
        }),
      ),
    }),
  ),
});

const definitions = {
  Target: Type.Union([text, targetParts]),
  Condition: Type.Union(conditions),
  Read: closed(reading),
  Step: Type.Union(Object.values(verbs).map((verb) => closed({ ...verb, ...limits }))),
  Recipe: recipe,
};

const ajv = new Ajv({ strict: false });
const validatorOf = (schema: object) => ajv.compile({ $defs: definitions, ...schema });

type Validator = ReturnType<typeof validatorOf>;

/** Compiling takes a moment: it is done when it is needed first, once. */
const compiled = new Map<string, Validator>();
function validator(name: string, schema: () => object): Validator {
  const known = compiled.get(name) ?? validatorOf(schema());
  compiled.set(name, known);
  return known;
}

/** The whole recipe, and a step alone: a step that is wrong is told apart from the ten that it is not. */
export const recipeValidator = (): Validator => validator('recipe', () => ({ $ref: '#/$defs/Recipe' }));
export const stepValidator = (verb: string): Validator =>
  validator(`step ${verb}`, () => ({ ...closed({ ...verbs[verb], ...limits }) }));
