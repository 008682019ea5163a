import { type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { blocks, refusals } from '../contract.ts';
import type { Amount, Condition, Locator, Read, Step, Target } from './step.ts';

export const closed = <Properties extends TProperties>(
  properties: Properties,
  description?: string,
): TObject<Properties> =>
  Type.Object(properties, { additionalProperties: false, ...(description !== undefined && { description }) });
export const maybe = Type.Optional;
export const text = Type.String({ minLength: 1 });
export const words = Type.Union([text, closed({ matches: text })]);
export const seconds = Type.Number({ minimum: 0.1, maximum: 600 });
const locator = Type.Unsafe<Locator>(Type.Ref('#/$defs/Locator'));
export const target = Type.Unsafe<Target>(Type.Ref('#/$defs/Target'));
export const condition = Type.Unsafe<Condition>(Type.Ref('#/$defs/Condition'));
export const steps = Type.Array(Type.Unsafe<Step>(Type.Ref('#/$defs/Step')));
export const read = Type.Unsafe<Read>(Type.Ref('#/$defs/Read'));
export const amount = Type.Unsafe<Amount>(Type.Ref('#/$defs/Amount'));
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
  closed({ there: target }, 'The target is visible.'),
  closed({ gone: target }, 'The target is not visible.'),
  closed({ url: text }, "The page's URL matches this regular expression."),
  closed({ text: target, has: words }, "The target's text contains these words."),
  closed({ value: target, is: Type.String() }, 'The field has exactly this value.'),
  closed({ chosen: target }, 'The radio button, checkbox or option is selected.'),
  closed({ equal: pair }, 'Both strings are equal.'),
  closed({ less: pair }, 'The first number is smaller than the second.'),
  closed({ answered: text, status: maybe(Type.Integer()) }, 'The store responded to a request whose URL matches.'),
  closed({ dialog: words }, 'A dialog with this text appeared.'),
  closed({ any: Type.Array(condition, { minItems: 1 }) }, 'At least one condition is true.'),
  closed({ all: Type.Array(condition, { minItems: 1 }) }, 'All conditions are true.'),
  closed({ not: condition }, 'The condition is false.'),
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
export const reading = closed(howToRead);

/** The verbs of the language, each with what it does and takes. */
const verbs: Record<string, [string, Record<string, TSchema>]> = {
  open: ['Opens a URL.', { open: text, until: maybe(condition) }],
  fill: [
    'Types into a field and checks its value.',
    { fill: target, with: Type.String(), secret: yes, type: yes, suggestion: maybe(target), press: maybe(keys) },
  ],
  choose: [
    'Selects an option from a list. Without `option`: selects a radio button or checkbox.',
    {
      choose: target,
      option: maybe(Type.Union([text, Type.Array(text, { minItems: 1 })])),
      options: maybe(target),
      missing: maybe(reason),
      until: maybe(condition),
    },
  ],
  click: [
    'Clicks, and clicks again until `until` is true.',
    { click: target, until: maybe(condition), once: yes, again_seconds: maybe(seconds), force: yes },
  ],
  hover: ['Moves the mouse over the target.', { hover: target, until: maybe(condition) }],
  press: [
    'Presses keys in the target, or wherever the focus is.',
    { press: keys, on: maybe(target), until: maybe(condition) },
  ],
  scroll: ['Scrolls to the target until `until` is true.', { scroll: target, until: maybe(condition) }],
  while: [
    'Repeats steps while a condition is true.',
    { while: condition, do: steps, at_most: maybe(Type.Integer({ minimum: 1, maximum: 500 })) },
  ],
  if: ['Checks a condition once and runs `do` or `else`.', { if: condition, do: steps, else: maybe(steps) }],
  each: ['Runs steps for each entry in a list.', { each: text, as: text, do: steps }],
  wait: ['Waits until a condition is true.', { wait: condition }],
  read: ['Reads a value and stores it under a name.', { ...readParts, as: text, money: yes }],
  refuse_if: [
    'Checks a condition once. If it is true, rejects the order with a reason. `limit`: how many units the store will sell.',
    { refuse_if: condition, reason, message, limit: maybe(text) },
  ],
  pick_address: [
    'Clicks the saved address that matches the shipping address. Runs `else` if none does.',
    { pick_address: target, button: maybe(target), until: maybe(condition), else: maybe(steps) },
  ],
  promo_codes: [
    'Runs steps for each promo code on the order, until the page accepts or rejects it.',
    { promo_codes: steps, accepted: condition, rejected: maybe(condition) },
  ],
  ask: [
    'Gets a one-time code and enters it.',
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
    description: 'One locator, or several that must all match the same element.',
  }),
  Condition: Type.Union(conditions),
  Read: closed(readParts),
  Amount: Type.Union([closed({ ...readParts, all: yes }), Type.Array(amount, { minItems: 1 })]),
  Step: Type.Union(Object.values(verbs).map(([what, parts]) => closed({ ...parts, ...limits }, what))),
};
