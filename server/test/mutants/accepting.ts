import { decidingGuards } from './deciding.ts';
import type { Guard } from './guard.ts';

const races = (name: string): string => `server/test/races/${name}.test.ts`;
const orders = 'server/src/domains/orders/orders/';
const bulk = 'server/src/domains/orders/bulk/';
const agent = 'server/src/domains/channels/agent/';
const wallet = 'server/src/domains/money/wallet/sql.ts';
const repeats = [races('restored-repeats')];
const lost = [races('lost-answers')];
const asks = [races('policy-approvals')];

/** A restored database and clients that repeat what it has lost. */
const repeating: Guard[] = [
  {
    name: 'repeats: a row of a batch gets a new id after a restore',
    file: `${bulk}place-batch.ts`,
    from: `derivedId(batch.idSecret, ['batch row', batch.id, index])`,
    to: `derivedId(batch.idSecret, ['batch row', batch.now.toISOString(), index])`,
    tests: repeats,
    title: 'of a batch that the copy has lost',
  },
  {
    name: 'repeats: a batch gets a new id after a restore',
    file: `${bulk}place-batch.ts`,
    from: `const what = key === null ? ['rows', rowsDigest]`,
    to: `const what = key === null ? ['rows', rowsDigest, Date.now()]`,
    tests: repeats,
    title: 'of a batch that the copy has lost',
  },
  {
    name: 'repeats: rows that the worker makes are bought without a look',
    file: `${bulk}create-orders.ts`,
    from: `has_derived_id: true,`,
    to: '',
    tests: repeats,
    title: 'whose orders were made and bought after the backup',
  },
  {
    name: 'repeats: a second identical batch takes the first one for its own',
    file: `${bulk}place-batch.ts`,
    from: `return firstUnusedId(\n    idAt,\n    async (ids) => new Set([...(await findReservedBatches(tx, ids)), ...(await findBatchIds(tx, ids))]),\n  );`,
    to: `return idAt(0);`,
    tests: repeats,
    title: 'both of two identical batches',
  },
  {
    name: 'repeats: identical batches at once choose the same id',
    file: `${bulk}place-batch.ts`,
    from: `await lockBatchSeries(tx, idAt(0));`,
    to: '',
    tests: repeats,
    title: 'both of two identical batches',
  },
  {
    name: 'repeats: an agent gets a second order for one credential',
    file: `${agent}pay-order.ts`,
    from: `const orderId = derivedId(secret, ['agent order', payer.challengeId]);`,
    to: `const orderId = newId();`,
    tests: repeats,
    title: 'sends the same credential',
  },
  {
    name: 'repeats: an agent order is bought without a look after a restore',
    file: `${orders}accept-order.ts`,
    from: `{ ...drafted, id, has_derived_id: true, is_decided: true }`,
    to: `{ ...drafted, id, is_decided: true }`,
    tests: repeats,
    title: 'sends the same credential',
  },
  {
    name: 'repeats: a credential that expired is paid anew after a restore',
    file: `${agent}paid-route.ts`,
    from: `if (isExpired && !mayRepeat) throw`,
    to: `if (isExpired) throw`,
    tests: repeats,
    title: 'sends the same credential',
  },
  {
    name: 'repeats: expired credentials are good while no database was restored',
    file: `${agent}paid-route.ts`,
    from: `&& (await isRestoreRecent(needs.db));`,
    to: `;`,
    tests: ['server/test/contract/agent.test.ts'],
    title: 'expires after five minutes',
  },
  {
    name: 'repeats: a card is charged again after a restore',
    file: `${agent}charge-payment.ts`,
    from: `derivedId(secret, ['agent payment', challengeId]);`,
    to: `derivedId(secret, ['agent payment', challengeId, Date.now()]);`,
    tests: repeats,
    title: 'does not charge a card again',
  },
  {
    name: 'repeats: a payment that was refunded pays again',
    file: `${agent}charge-payment.ts`,
    from: `if (!(await isRestoreRecent(database.db))) return`,
    to: `if (await isRestoreRecent(database.db)) return`,
    tests: repeats,
    title: 'does not charge a card again',
  },
  {
    name: 'repeats: what was given back counts as paid',
    file: `${agent}methods/stripe.ts`,
    from: `(await refundedOf(stripe, id)) >= amount`,
    to: `(await refundedOf(stripe, id)) > amount`,
    tests: repeats,
    title: 'does not charge a card again',
  },
  {
    name: 'repeats: a rest is refunded again after a restore',
    file: `${agent}model.ts`,
    from: `\`agent-refund \${paymentId} \${refundedCents}\``,
    to: `\`agent-refund \${paymentId} \${refundedCents} \${Date.now()}\``,
    tests: repeats,
    title: 'does not charge a card again',
  },
  {
    name: 'repeats: a quote buys again after a restore',
    file: `${orders}keyed-id.ts`,
    from: `quoteId.toLowerCase(), index]);`,
    to: `quoteId.toLowerCase(), index, Date.now()]);`,
    tests: repeats,
    title: 'for a quote',
  },
  {
    name: 'repeats: a tool call buys again after a restore',
    file: 'server/src/domains/channels/mcp/approvals.ts',
    from: `const id = clientKey === null ? newId() :`,
    to: `const id = clientKey !== null ? newId() :`,
    tests: repeats,
    title: 'for a tool call',
  },
  {
    name: 'repeats: the secret behind the ids is not in the backup',
    file: 'server/src/main/wiring.ts',
    from: `  await createIdSecrets(parts);\n`,
    to: '',
    tests: repeats,
    title: 'of a batch that the copy has lost',
  },
];

/** Acceptance: money, and a commit whose answer was lost. */
const accepting: Guard[] = [
  {
    name: 'accepting: a hold takes a cent more than there is',
    file: wallet,
    from: `else running <= available_cents end`,
    to: `else running <= available_cents + 1 end`,
    tests: [races('accepting')],
    title: 'accepts exactly as many as it covers',
  },
  {
    name: 'accepting: a batch reserves a cent more than there is',
    file: wallet,
    from: `and available_cents >= \${batch.amount}`,
    to: `and available_cents + 1 >= \${batch.amount}`,
    tests: asks,
    title: 'a cent above',
  },
  {
    name: 'accepting: an order whose commit went unheard is refused',
    file: `${orders}write-order.ts`,
    from: `if (written) return written;`,
    to: '',
    tests: lost,
    title: 'with money to spare',
  },
  {
    name: 'accepting: an order is short of its own hold',
    file: `${orders}write-order.ts`,
    from: `((await findWritten()) ?? acceptance)`,
    to: `acceptance`,
    tests: lost,
    title: 'covers them exactly',
  },
  {
    name: 'accepting: a single order whose connection broke is refused',
    file: `${orders}write-order.ts`,
    from: `if (!isOrderIdTaken(error) && !isConnectionLost(error)) throw error;`,
    to: `if (!isOrderIdTaken(error)) throw error;`,
    tests: lost,
    title: 'so is a single order',
  },
  {
    name: 'accepting: only one unique index tells that an order exists',
    file: `${orders}keyed-id.ts`,
    from: `isUniqueViolation(error);`,
    to: `isUniqueViolation(error, 'orders_pkey');`,
    tests: [...lost, ...repeats],
    title: 'with money to spare|for a quote',
  },
  {
    name: 'accepting: a stranger with the same id counts as our own order',
    file: `${orders}sql-written.ts`,
    from: `on order_items.id = input.item_id and order_items.order_id = input.id`,
    to: `on order_items.order_id = input.id`,
    tests: repeats,
    title: 'for a quote',
  },
];

/** How an order comes in: once, with its money, also after a restore. */
export const acceptingGuards: Guard[] = [...repeating, ...accepting, ...decidingGuards];
