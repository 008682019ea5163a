import type { Guard } from './guard.ts';

const mouser = 'server/src/connectors/mouser/';
const tests = [`${mouser}mouser.test.ts`];

/** What keeps a purchase at Mouser from being made twice or lost. */
export const mouserGuards: Guard[] = [
  {
    name: 'mouser: a history without a count is whole',
    file: `${mouser}history.ts`,
    from: "typeof count === 'number' && Array.isArray(items) && count <= items.length",
    to: "Array.isArray(items) && (typeof count !== 'number' || count <= items.length)",
    tests,
  },
  {
    name: 'mouser: a purchase that is dated a day too early counts as absent (buys twice)',
    file: `${mouser}history.ts`,
    from: 'plusMs(since, -dateSlackMs)',
    to: 'since',
    tests,
  },
  {
    name: 'mouser: a purchase order number that was cut off is of another order',
    file: `${mouser}history.ts`,
    from: 'number !== wanted && wanted.startsWith(number)',
    to: 'false',
    tests,
  },
  {
    name: 'mouser: a purchase order number that is not shown is of another order',
    file: `${mouser}history.ts`,
    from: 'number === undefined || ',
    to: '',
    tests,
  },
  {
    name: 'mouser: an internal error at the button is a refusal',
    file: `${mouser}buy.ts`,
    from: 'reply.errors.every(({ code }) => refusals.has(code))',
    to: "reply.errors.every(({ code }) => code !== 'EmptyCart')",
    tests,
  },
  {
    name: 'mouser: a cart that was used up is a refusal',
    file: `${mouser}buy.ts`,
    from: 'reply.errors.every(({ code }) => refusals.has(code))',
    to: "reply.errors.every(({ code }) => refusals.has(code) || code === 'EmptyCart')",
    tests,
  },
  {
    name: 'mouser: an order number beside an error is a refusal',
    file: `${mouser}buy.ts`,
    from: ' || orderIdIn(reply.data.Order) !== null',
    to: '',
    tests,
  },
  {
    name: 'mouser: too many requests at the button is a refusal',
    file: `${mouser}api.ts`,
    from: "mayHaveWorked: reply.kind === 'answered' || reply.wasSent }",
    to: "mayHaveWorked: reply.kind === 'answered' ? reply.status !== 429 : reply.wasSent }",
    tests,
  },
  {
    name: 'mouser: a shortened history counts as whole',
    file: `${mouser}history.ts`,
    from: 'count <= items.length',
    to: 'count >= 0',
    tests,
  },
  {
    name: 'mouser: an order is bought again without a look',
    file: `${mouser}buy.ts`,
    from: 'if (request.earlier) {',
    to: 'if (request.earlier && false) {',
    tests,
  },
  {
    name: 'mouser: a conflict at the button is a refusal',
    file: `${mouser}api.ts`,
    from: 'mayHaveWorked: !nothingDone.has(reply.status)',
    to: 'mayHaveWorked: !isDenied',
    tests,
  },
  {
    name: 'mouser: errors at lines are not read',
    file: `${mouser}api.ts`,
    from: ': errorsIn(part),',
    to: ': [],',
    tests,
  },
  {
    name: 'mouser: a total that its parts do not make is quoted',
    file: `${mouser}order.ts`,
    from: 'subtotal + tax + fees + shipping !== total',
    to: 'total < 0',
    tests,
  },
];
