import type { Guard } from './guard.ts';

const placement = 'server/src/domains/orders/placement/';
const attempts = 'server/src/domains/orders/orders/attempts/';
const queue = 'server/src/platform/queue/';
const retries = ['server/test/contract/retries.test.ts'];
const starved = [`${queue}starved.test.ts`];
const fullDisk = ['server/test/contract/full-disk.test.ts'];

/** Nobody's slow or growing requests take the room of others. */
const inFlight = 'server/src/platform/http/in-flight';
const cases = 'server/src/domains/delivery/cases/write-message.ts';
const sharing: Guard[] = [
  {
    name: 'busy: a case takes any number of messages, and every response has them all',
    file: cases,
    from: `(await countMessages(tx, order.id)) >= messagesMax`,
    to: `false`,
    tests: ['server/test/contract/cases.test.ts'],
    title: 'takes a hundred messages',
  },
  {
    name: 'busy: an order takes any number of denied returns, and shows them all',
    file: 'server/src/domains/delivery/returns/create-return.ts',
    from: `.length >= denialsMax)`,
    to: `.length >= 1000 * denialsMax)`,
    tests: ['server/test/contract/returns.test.ts'],
    title: 'after fifty were denied',
  },
  {
    name: 'busy: strangers can search the docs without a limit',
    file: 'server/src/main/docs/index.ts',
    from: `{ ...hidden, onRequest: guard.anyone }`,
    to: `hidden`,
    tests: ['server/test/contract/limits.test.ts'],
    title: 'by their address',
  },
  {
    name: 'busy: images of a store that never answers keep those of everyone else waiting',
    file: 'server/src/domains/catalog/products/pictures.ts',
    from: `own.limit.run(() => limited.run(work))`,
    to: `limited.run(work)`,
    tests: ['server/test/contract/pictures.test.ts'],
    title: 'leave room',
  },
  {
    name: 'busy: a case takes any number of replies',
    file: cases,
    from: `(await countMessages(tx, orderId)) >= 2 * messagesMax`,
    to: `false`,
    tests: ['server/test/contract/cases.test.ts'],
    title: 'takes a hundred messages',
  },
  {
    name: 'busy: slow requests from one address shut out everyone else',
    file: `${inFlight}.ts`,
    from: `(used >= 2 * limit || own.of(addressOf(request)) >= limit * newcomerShare)`,
    to: `(used >= 2 * limit || own.of(addressOf(request)) >= 0)`,
    tests: [`${inFlight}.test.ts`],
  },
  {
    name: 'busy: many addresses with few requests each have no limit',
    file: `${inFlight}.ts`,
    from: `used >= 2 * limit || own`,
    to: `own`,
    tests: [`${inFlight}.test.ts`],
  },
];

/** What is retried, what is final, and what an order shows of it. */
const retrying: Guard[] = [
  {
    name: 'retry: a refusal that is tried once more is tried on and on',
    file: `${placement}settle-order.ts`,
    from: `refusals > 1 ? null`,
    to: `refusals > 99 ? null`,
    tests: retries,
  },
  {
    name: 'retry: an outage in between makes a refusal retryable again',
    file: `${placement}settle-order.ts`,
    from: `refusals: before?.refusals ?? 0`,
    to: `refusals: 0`,
    tests: retries,
  },
  {
    name: 'retry: a final refusal is tried again',
    file: `${placement}place-order.ts`,
    from: `return outcome.retryOnce`,
    to: `return true`,
    tests: retries,
  },
  {
    name: 'retry: a connector that fails by itself is taken for an outage',
    file: `${placement}call-store.ts`,
    from: `isOutage(error) ? unreachable`,
    to: `true ? unreachable`,
    tests: retries,
  },
  {
    name: 'retry: an outage is taken for a refusal',
    file: `${placement}call-store.ts`,
    from: `isOutage(error) ? unreachable`,
    to: `false ? unreachable`,
    tests: retries,
  },
  {
    name: 'retry: an order shows what a connector read',
    file: `${placement}call-store.ts`,
    from: `error instanceof Error ? error.name`,
    to: `error instanceof Error ? error.message`,
    tests: retries,
  },
  {
    name: 'retry: an order does not say why it is retried',
    file: `${attempts}sql-failed.ts`,
    from: `last_attempt = coalesce($6::jsonb, last_attempt)`,
    to: `last_attempt = last_attempt`,
    tests: retries,
  },
  {
    name: 'retry: an order does not say that it is retried',
    file: `${attempts}sql-failed.ts`,
    from: `case when $6::jsonb is not null then 'retry' end`,
    to: `null`,
    tests: retries,
  },
  {
    name: 'retry: poll_after_ms does not tell the next attempt',
    file: 'server/src/domains/orders/orders/next-step.ts',
    from: `if (retryMs !== null) return`,
    to: `if (retryMs !== null && retryMs < 0) return`,
    tests: retries,
  },
];

/** What is left behind at a store, or bought with what is no longer ours. */
const releasing: Guard[] = [
  {
    name: 'release: a cart above max_price stays at the store',
    file: `${placement}place-order.ts`,
    after: 'if (problem !== null)',
    from: `await releaseCart(needs, connector, prepared.checkout, request);`,
    to: '',
    tests: retries,
  },
  {
    name: 'release: a cart that differs stays at the store',
    file: `${placement}place-order.ts`,
    after: 'if (difference !== null)',
    from: `await releaseCart(needs, connector, prepared.checkout, request);`,
    to: '',
    tests: retries,
  },
  {
    name: 'release: an order that asks a person keeps its sealed checkout',
    file: `${attempts}sql-waiting.ts`,
    from: `checkout_sealed = null, `,
    to: '',
    tests: retries,
  },
  {
    name: 'lease: an order is bought with an account that was lost',
    file: `${placement}place-order.ts`,
    from: `if (held && !(await held.isStillHeld()))`,
    to: `if (held && false)`,
    tests: retries,
  },
];

/** Machines that are busy, full, or cut off while they start. */
const machines: Guard[] = [
  {
    name: 'busy: a worker takes a job again that it still runs',
    file: `${queue}sql.ts`,
    from: `and (token is null or id <> all ($7::bigint[]))`,
    to: `and $7::bigint[] is not null`,
    tests: starved,
  },
  {
    name: 'busy: a worker does not take a job again that it gave back',
    file: `${queue}sql.ts`,
    from: `and (token is null or id <> all ($7::bigint[]))`,
    to: `and token is null and $7::bigint[] is not null`,
    tests: [`${queue}leases.test.ts`],
    title: 'dead worker',
  },
  {
    name: 'busy: leases are extended behind the work',
    file: `${queue}queue.ts`,
    from: `store.extendLeases(leases, holds)`,
    to: `store.extendLeases(database, holds)`,
    tests: starved,
  },
  {
    name: 'busy: a worker takes more jobs than its connections can serve',
    file: `${queue}queue.ts`,
    from: `waitersPerConnection * pool.options.max - pool.waitingCount`,
    to: `1_000`,
    tests: starved,
  },
  {
    name: 'full: a key that cannot be written is a 500',
    file: 'server/src/main/http.ts',
    from: ` || isVaultUnavailable(error)`,
    to: '',
    tests: fullDisk,
  },
  {
    name: 'full: a full disk is not recognized',
    file: 'server/src/platform/secrets/erasable-keys.ts',
    from: `new Set(['ENOSPC', `,
    to: `new Set([`,
    tests: fullDisk,
  },
  {
    name: 'start: a connection that breaks during the start ends the worker',
    file: 'server/src/main/server.ts',
    from: `if (config.databaseUrl === null || !isDatabaseLost(error)) throw error;`,
    to: `throw error;`,
    tests: ['server/test/races/starting.test.ts'],
  },
];

export const busyGuards: Guard[] = [...sharing, ...retrying, ...releasing, ...machines];
