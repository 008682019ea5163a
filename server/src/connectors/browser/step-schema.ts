import { type TSchema, Type } from 'typebox';
import { blocks, refusals } from '../contract.ts';

export const closed = (properties: Record<string, TSchema>, description?: string): TSchema =>
  Type.Object(properties, { additionalProperties: false, ...(description !== undefined && { description }) });
export const maybe = (schema: TSchema): TSchema => Type.Optional(schema);
export const text = Type.String({ minLength: 1 });
export const words = Type.Union([text, closed({ matches: text })]);
export const seconds = Type.Number({ minimum: 0.1, maximum: 600 });
const locator = Type.Ref('#/$defs/Locator');
export const target = Type.Ref('#/$defs/Target');
export const condition = Type.Ref('#/$defs/Condition');
export const steps = Type.Array(Type.Ref('#/$defs/Step'));
export const read = Type.Ref('#/$defs/Read');
export const amount = Type.Ref('#/$defs/Amount');
export const reason = Type.Enum([...refusals, ...blocks]);
export const message = maybe(Type.Union([text, read]));
const yes = maybe(Type.Boolean());
const keys = Type.Union([text, Type.Array(text, { minItems: 1 })]);

const targetParts = closed({
  css: maybe(text),
  role: maybe(text),
  name: maybe(words),
  label: maybe(words),
  text: maybe(words),
  placeholder: maybe(words),
  test_id: maybe(text),
  exact: yes,
  in: maybe(locator),
  frame: maybe(locator),
  has: maybe(locator),
  nth: maybe(Type.Integer()),
  hidden: yes,
});

const pair = Type.Tuple([Type.String(), Type.String()]);
const conditions = [
  closed({ there: target }, 'It can be seen on the page.'),
  closed({ gone: target }, 'It cannot be seen on the page.'),
  closed({ url: text }, 'The address of the page fits this regular expression.'),
  closed({ text: target, has: words }, 'It says these words.'),
  closed({ value: target, is: Type.String() }, 'The field holds exactly this.'),
  closed({ chosen: target }, 'The radio, box, option or what stands for it is on.'),
  closed({ equal: pair }, 'The two texts are the same.'),
  closed({ less: pair }, 'The first number is smaller than the second.'),
  closed({ answered: text, status: maybe(Type.Integer()) }, 'The store answered a request to such an address.'),
  closed({ dialog: words }, 'A dialog said this.'),
  closed({ any: Type.Array(condition, { minItems: 1 }) }, 'One of these holds.'),
  closed({ all: Type.Array(condition, { minItems: 1 }) }, 'All of these hold.'),
  closed({ not: condition }, 'This does not hold.'),
];

const readParts = {
  read: target,
  attribute: maybe(text),
  pattern: maybe(text),
  join: maybe(Type.String()),
  or: maybe(Type.String()),
};
const { read: _target, ...howToRead } = readParts;
/** How something that was found is read. */
export const reading: TSchema = closed(howToRead);

/** The verbs of the language, each with what it does and takes. */
const verbs: Record<string, [string, Record<string, TSchema>]> = {
  open: ['Goes to an address.', { open: text, until: maybe(condition) }],
  fill: [
    'Types into a field, and looks whether the field holds it.',
    { fill: target, with: Type.String(), secret: yes, type: yes, suggestion: maybe(target), press: maybe(keys) },
  ],
  choose: [
    'An option of a list; without `option` a radio, a box or what stands for one, clicked until it is chosen.',
    {
      choose: target,
      option: maybe(Type.Union([text, Type.Array(text, { minItems: 1 })])),
      options: maybe(target),
      missing: maybe(reason),
      until: maybe(condition),
    },
  ],
  click: [
    'Clicks, and clicks again until the condition holds.',
    { click: target, until: maybe(condition), once: yes, again_seconds: maybe(seconds), force: yes },
  ],
  hover: ['Points at it with the mouse.', { hover: target, until: maybe(condition) }],
  press: [
    'Presses keys, on a target or wherever the cursor is.',
    { press: keys, on: maybe(target), until: maybe(condition) },
  ],
  scroll: ['Scrolls to it, again and again until the condition holds.', { scroll: target, until: maybe(condition) }],
  while: [
    'Repeats steps while something holds.',
    { while: condition, do: steps, at_most: maybe(Type.Integer({ minimum: 1, maximum: 500 })) },
  ],
  if: ['Looks once, and takes one of two ways.', { if: condition, do: steps, else: maybe(steps) }],
  each: ['Takes steps for each entry of a list.', { each: text, as: text, do: steps }],
  wait: ['Waits until something happens.', { wait: condition }],
  read: ['Keeps what it reads under a name.', { ...readParts, as: text, money: yes }],
  refuse_if: ['Looks once, and ends the walk with a reason.', { refuse_if: condition, reason, message }],
  ask: [
    'Gets a one-time code and types it in.',
    {
      ask: Type.Literal('code'),
      from: Type.Array(Type.Enum(['totp', 'mail', 'person']), { minItems: 1 }),
      into: target,
      resend: maybe(target),
      message: maybe(text),
      digits_apart: yes,
    },
  ],
};

export const verbNames: readonly string[] = Object.keys(verbs);

const limits = { note: maybe(text), within_seconds: maybe(seconds), optional: yes, expect: maybe(condition) };

export const stepDefinitions: Record<string, TSchema> = {
  Locator: Type.Union([text, targetParts]),
  Target: Type.Union([locator, Type.Array(locator, { minItems: 2 })], {
    description: 'One locator, or several that have to agree on one element.',
  }),
  Condition: Type.Union(conditions),
  Read: closed(readParts),
  Amount: Type.Union([closed({ ...readParts, all: yes }), Type.Array(amount, { minItems: 1 })]),
  Step: Type.Union(Object.values(verbs).map(([what, parts]) => closed({ ...parts, ...limits }, what))),
};
