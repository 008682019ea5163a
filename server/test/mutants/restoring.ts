import type { Guard } from './guard.ts';

const races = (name: string): string => `server/test/races/${name}.test.ts`;
const contract = (name: string): string => `server/test/contract/${name}.test.ts`;
const topUps = 'server/src/domains/money/top-ups/';
const agent = 'server/src/domains/channels/agent/';
const stores = 'server/src/domains/catalog/stores/';
const webhooks = 'server/src/domains/channels/webhooks/';
const money = [races('restored-money')];
const credentials = [contract('store-credentials')];
const events = [races('restored-events')];

/** What a restored database does about payments, credentials, returns and events. */
export const restoringGuards: Guard[] = [
  {
    name: 'a payment that arrives after its top-up expired is not credited',
    file: `${topUps}model.ts`,
    from: `  expired: ['succeeded'],`,
    to: `  expired: [],`,
    tests: [races('top-ups')],
    title: 'is credited once, although',
  },
  {
    name: 'an expired top-up is not read again',
    file: `${topUps}settle-top-up.ts`,
    from: `if (!topUp || topUp.status === 'succeeded' || topUp.status === 'refunded') return topUp;`,
    to: `if (!topUp || topUp.status !== 'requires_action') return topUp;`,
    tests: [races('top-ups')],
    title: 'is credited once, although',
  },
  {
    name: 'a person is asked to buy after a restore without a warning',
    file: 'server/src/domains/orders/orders/attempts/sql-restored.ts',
    from: `('buy', 'This order may already have been bought.`,
    to: `('none', 'This order may already have been bought.`,
    tests: [races('live-promise')],
    title: 'Desk.*"sold"',
  },
  {
    name: 'a customer is asked to pay after a restore without a warning',
    file: 'server/src/domains/orders/orders/attempts/sql-restored.ts',
    from: `('open_url', 'You may already have paid`,
    to: `('none', 'You may already have paid`,
    tests: [races('live-promise')],
    title: 'plain checkout link.*"sold"',
  },
  {
    name: 'payments are not looked up at Stripe after a restore',
    file: 'server/src/main/accept-restored-database.ts',
    from: `{ kind: recoverKind, payload: { since } },`,
    to: '',
    tests: money,
    title: 'are written again and credited once',
  },
  {
    name: 'charges of agents are not looked up after a restore',
    file: 'server/src/main/accept-restored-database.ts',
    from: `{ kind: recoverChargesKind, payload: { since } },`,
    to: '',
    tests: money,
    title: 'whose order was lost',
  },
  {
    name: 'what was refunded at Stripe is not taken off a top-up that was written again',
    file: `${topUps}recover-top-ups.ts`,
    from: `  const topUp = await settleTopUp(needs, session.topUpId);
  if (topUp) await recordReversals(needs, topUp);`,
    to: `  await settleTopUp(needs, session.topUpId);
  if (session.cents < 0) return;`,
    tests: money,
    title: 'are adopted by their event',
  },
  {
    name: 'an event of a lost top-up is answered and forgotten',
    file: `${topUps}routes-events.ts`,
    from: `      else await adoptUnknown(object);`,
    to: '      else if (object.id === null) await adoptUnknown(object);',
    tests: money,
    title: 'are adopted by their event',
  },
  {
    name: 'a session of another service is adopted',
    file: `${topUps}checkout.ts`,
    from: `!isUuid(topUpId) || service !== publicUrl) return null;`,
    to: `!isUuid(topUpId) || service === '') return null;`,
    tests: money,
    title: 'of another service',
  },
  {
    name: 'money of a lost account is silently kept',
    file: `${topUps}recover-top-ups.ts`,
    from: `if (session.state === 'paid' && session.reference !== null)`,
    to: `if (session.cents < 0 && session.reference !== null)`,
    tests: money,
    title: 'by an account that was lost',
  },
  {
    name: 'a refunded payment is named for the operator',
    file: `${topUps}recover-top-ups.ts`,
    from: `if (gone >= session.cents) return;`,
    to: '',
    tests: money,
    title: 'by an account that was lost',
  },
  {
    name: 'a restored database pays a refund out again',
    file: `${topUps}checkout.ts`,
    from: `((await earlierRefund(stripe, wanted)) ?? (await stripe.refunds.create(body, { idempotencyKey })))`,
    to: `(await stripe.refunds.create(body, { idempotencyKey }))`,
    tests: money,
    title: 'are not refunded a second time',
  },
  {
    name: 'the same refund has another id after a restore',
    file: `${topUps}model.ts`,
    from: `\`top-up-refund \${topUp.id} \${topUp.refunded_cents}\``,
    to: `\`top-up-refund \${topUp.id} \${Math.random()}\``,
    tests: money,
    title: 'are not refunded a second time',
  },
  {
    name: 'a charge is refunded although its purchase may exist',
    file: `${agent}abandon-payment.ts`,
    from: `      if (await isRestoredSince(db, payment.claimed_at)) return holdForOperator(needs, payment, settlement.reference);
`,
    to: '',
    tests: money,
    title: 'that were under way at the backup',
  },
  {
    name: 'a payment by link that is over in the copy is kept silently',
    file: 'server/src/domains/channels/agent/payments/place-paid.ts',
    from: `  await insertStray(db, stray, needs.clock.now());`,
    to: '',
    tests: money,
    title: 'of an agent, whose payment is over',
  },
  {
    name: 'a payment by link loses the top-up that paid for it',
    file: 'server/src/domains/channels/agent/payments/place-paid.ts',
    from: ` ?? (await relinkPayment(needs, topUpId));`,
    to: ';',
    tests: money,
    title: 'find the payment that asked',
  },
  {
    name: 'credentials that cannot be read end the start',
    file: `${stores}credentials.ts`,
    from: `if (error instanceof VaultError) return 'unreadable' as const;`,
    to: '',
    tests: credentials,
  },
  {
    name: 'a store without readable credentials is bought from',
    file: `${stores}limit-connector.ts`,
    from: `    if (why !== null) throw new StoreBusy(why, unusableRetryMs, 'retailer_unavailable');
`,
    to: '',
    tests: credentials,
    title: 'starts without them',
  },
  {
    name: 'processes that start together add a store twice',
    file: `${stores}apply-file.ts`,
    from: `  await lockStores(needs.tx);
`,
    to: '',
    tests: [races('stores-file')],
  },
  {
    name: 'a return that is repeated after a restore is filed twice',
    file: 'server/src/domains/delivery/returns/create-return.ts',
    from: `const id = returnIdOf(order.id, items, earlier);`,
    to: `const id = returnIdOf(\`\${order.id}\${Math.random()}\`, items, earlier);`,
    tests: [races('restored')],
    title: 'files no return',
  },
  {
    name: 'a cursor of a lost event is refused for ever',
    file: 'server/src/domains/channels/webhooks/events/routes.ts',
    from: `if (isUnknown && lostAfter === null) {`,
    to: `if (isUnknown) {`,
    tests: events,
    title: 'goes on behind a cursor',
  },
  {
    name: 'an event has another id after a restore',
    file: 'server/src/domains/channels/webhooks/events/compose-event.ts',
    from: `if (!announcements[event.type].isOnce) return newId();`,
    to: `if (subject.id !== '') return newId();`,
    tests: events,
    title: 'goes on behind a cursor',
  },
  {
    name: 'a delivery has another id after a restore',
    file: `${webhooks}queue-webhook.ts`,
    from: `if (!endpoint?.eventId || isReplay) return newId();`,
    to: `if (!endpoint?.eventId || url !== '') return newId();`,
    tests: events,
    title: 'goes on behind a cursor',
  },
  {
    name: 'events are numbered out of order (insertEvent)',
    file: `${webhooks}sql-events.ts`,
    after: 'export async function insertEvent',
    from: `select pg_advisory_xact_lock(hashtextextended(\${name}, 0))`,
    to: `select hashtextextended(\${name}, 0)`,
    tests: events,
    title: 'one by one',
  },
  {
    name: 'events are numbered out of order (insertUnheard)',
    file: `${webhooks}sql-events.ts`,
    after: 'const insertManyStatement',
    from: `select pg_advisory_xact_lock(hashtextextended(name, 0)) from (`,
    to: `select hashtextextended(name, 0) from (`,
    tests: events,
    title: 'one by one',
  },
  {
    name: "another account's webhook delivery is read by its id",
    file: `${webhooks}sql-deliveries.ts`,
    after: 'export async function findDelivery',
    from: `where id = \${id} and account_id = \${owner.accountId} and world = \${owner.world}`,
    to: `where id = \${id} and \${owner.accountId} <> '' and world = \${owner.world}`,
    tests: [contract('webhook-access')],
  },
  {
    name: "another account's webhook delivery is sent again",
    file: `${webhooks}sql-replay.ts`,
    from: `d.account_id = \${owner.accountId} and d.world`,
    to: `\${owner.accountId} <> '' and d.world`,
    tests: [contract('webhook-access')],
  },
  {
    name: 'an order that was taken for not bought is not named',
    file: 'server/src/domains/orders/placement/reconcile-order.ts',
    from: `        await markAssumedAbsent(needs.database.db, order, needs.clock.now());
`,
    to: '        await Promise.resolve();\n',
    tests: [contract('reconcile-stores')],
  },
  {
    name: 'an order whose store is not configured is not named',
    file: 'server/src/domains/orders/placement/reconcile-stores.ts',
    from: `return [...reports, ...reportMissingStores(orders.filter(({ id }) => !named.has(id)))];`,
    to: `return reports;`,
    tests: [contract('reconcile-stores')],
  },
];
