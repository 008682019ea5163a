import type { Guard } from './guard.ts';

const cards = 'server/src/domains/money/cards/';
const contract = 'server/test/contract/card-payments.test.ts';
const races = 'server/test/races/card-payments.test.ts';
const tests = [contract, races];

/** When a card may be authorized, captured, released and refunded, and how often. */
export const cardGuards: Guard[] = [
  {
    name: 'cards: an order without an authorization is accepted',
    file: `${cards}sql.ts`,
    from: `and state = 'authorized' and not is_accepted for update`,
    to: 'for update',
    tests: [races],
  },
  {
    name: 'cards: the authorization of an accepted order is released',
    file: `${cards}sql.ts`,
    from: 'set is_accepted = true',
    to: 'set is_accepted = false',
    tests,
  },
  {
    name: 'cards: a renewal replaces what is being captured',
    file: `${cards}sql.ts`,
    after: 'export async function saveAuthorization',
    from: `and number = \${payment.number} and state in ('authorizing', 'authorized')`,
    to: '',
    tests: [races],
  },
  {
    name: 'cards: what Stripe is asked is not a function of the order alone',
    file: `${cards}stripe-gateway.ts`,
    from: `\`order-\${orderId}-authorize-\${number}\``,
    to: `\`order-\${orderId}-authorize-\${number}-\${Math.random()}\``,
    tests: [races],
  },
  {
    name: 'cards: a repeated answer of Stripe is believed',
    file: `${cards}stripe-gateway.ts`,
    from: 'isRepeated ? await retrieve(stripe, intent.id) : intent',
    to: 'intent',
    tests: [races],
  },
  {
    name: 'cards: a capture whose answer was lost is a debt',
    file: `${cards}stripe-gateway.ts`,
    from: `if (intent.status === 'succeeded') return { kind: 'captured', cents: intent.amount_received };\n    return { kind: 'refused'`,
    to: `return { kind: 'refused'`,
    tests: [races],
  },
  {
    name: 'cards: what was authorized for no order stays',
    file: `${cards}settle-payment.ts`,
    from: `if (!payment.is_accepted) await moveCardPayment(tx, orderId, { to: 'releasing', isAccepted: false, now });`,
    to: 'if (!payment.is_accepted) return;',
    tests: [races],
  },
  {
    name: 'cards: a refused capture is forgotten',
    file: `${cards}settle-payment.ts`,
    from: 'if (debtCents > 0) {',
    to: 'if (debtCents < 0) {',
    tests: [races],
  },
  {
    name: 'cards: the same money is refunded again',
    file: `${cards}refund-payer.ts`,
    from: 'Math.min(owed, payment.captured_cents) - before.cents',
    to: 'Math.min(owed, payment.captured_cents)',
    tests: [races],
  },
  {
    name: 'cards: a refund of a card order goes to the wallet',
    file: `${cards}refund-payer.ts`,
    from: `if (!order.paid_by_card) return move('wallet');`,
    to: `if (order.paid_by_card || !order.paid_by_card) return move('wallet');`,
    tests: [contract],
  },
  {
    name: 'cards: an expired authorization buys',
    file: `${cards}renew-authorization.ts`,
    from: `if (reading.kind === 'authorized' && !isExpiring(reading.expiresAt, needs.clock.now())) return covered;`,
    to: `if (reading.kind === 'authorized') return covered;`,
    tests: [contract],
  },
  {
    name: 'cards: an authorization that is about to expire is not renewed',
    file: `${cards}renew-authorization.ts`,
    from: 'dueAt === null || dueAt <= now',
    to: 'dueAt === null',
    tests: [races],
  },
  {
    name: 'cards: the old authorization stays after a renewal',
    file: `${cards}renew-authorization.ts`,
    from: 'if (isOurs) await enqueueVoid(tx, payment, clock.now());',
    to: '',
    tests: [races],
  },
  {
    name: 'cards: a restored database authorizes again',
    file: `${cards}authorize-order.ts`,
    from: `if (payment.world === 'live' && (await isRestoredSince(needs.database.db, since))) {`,
    to: 'if (payment.world === null) {',
    tests: [races],
  },
  {
    name: 'cards: a restored database captures again',
    file: `${cards}settle-payment.ts`,
    from: 'const found = isRestored ? await gateway.find({ ...payment, number: null }) : null;',
    to: 'const found = isRestored && null;',
    tests: [races],
  },
  {
    name: 'cards: a restored database takes up the newest authorization, captured or not',
    file: `${cards}stripe-gateway.ts`,
    from: 'newest = intent;\n    break;',
    to: 'newest ??= intent;',
    tests: [races],
  },
  {
    name: "cards: another account's card pays",
    file: `${cards}sql-cards.ts`,
    after: 'export async function findCard(',
    from: `where \${isOf(owner)} and id = \${id}`,
    to: `where id = \${id}`,
    tests: [contract],
  },
  {
    name: 'cards: an order that the card does not cover is bought',
    file: 'server/src/domains/orders/placement/place-order.ts',
    from: ' ?? (await findCardProblem(needs, order))',
    to: '',
    tests: [contract],
  },
  {
    name: 'cards: what a policy denies is authorized',
    file: 'server/src/domains/orders/orders/accept-order.ts',
    from: `if (verdict?.decision === 'deny') return order;`,
    to: '',
    tests: [races],
  },
  {
    name: 'cards: the wallet pays too',
    file: 'server/src/domains/money/wallet/sql.ts',
    from: 'from accepted where not paid_by_card group by account_id, world) due',
    to: 'from accepted group by account_id, world) due',
    tests: [contract],
  },
  {
    name: 'cards: the wallet gets what the card held',
    file: 'server/src/domains/money/wallet/sql-settle.ts',
    from: `select account_id, world from \${moved.name} where not paid_by_card`,
    to: `select account_id, world from \${moved.name}`,
    tests: [contract],
  },
];
