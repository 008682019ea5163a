import { describeRoles, type Guard, installIdempotency, keyRoutes } from '../domains/access/accounts/index.ts';
import { activityRoutes, requestRoutes, usageRoutes } from '../domains/access/activity/index.ts';
import { policyRoutes } from '../domains/access/policies/index.ts';
import { createPictures, orderedProductRoutes, productRoutes } from '../domains/catalog/products/index.ts';
import { retailerAccountRoutes } from '../domains/catalog/retailer-accounts/index.ts';
import { retailerRoutes, storeRoutes } from '../domains/catalog/stores/index.ts';
import { paymentRoutes } from '../domains/channels/agent/core.ts';
import { approvalPersonRoutes } from '../domains/channels/mcp/core.ts';
import { createEventWaiter, endpointRoutes, eventRoutes, webhookRoutes } from '../domains/channels/webhooks/index.ts';
import { caseRoutes, documentRoutes } from '../domains/delivery/cases/index.ts';
import { returnRoutes } from '../domains/delivery/returns/index.ts';
import { trackingRoutes } from '../domains/delivery/tracking/index.ts';
import { cardRoutes, receiveCardEvent, topUpRoutes } from '../domains/money/top-ups/index.ts';
import { walletRoutes } from '../domains/money/wallet/index.ts';
import { countPurchasesAt, listNewestActionIds, operatorRoutes } from '../domains/operations/operator/index.ts';
import { overviewRoutes } from '../domains/operations/overview/index.ts';
import { bulkRoutes } from '../domains/orders/bulk/index.ts';
import { operatorActionRoutes } from '../domains/orders/desk/core.ts';
import { cancellationRoutes, createOrderWaiter, orderRoutes } from '../domains/orders/orders/index.ts';
import { quoteRoutes } from '../domains/orders/placement/index.ts';
import { deviceRoutes, oauthRoutes, peopleAreaRoutes } from '../domains/people/index.ts';
import { sandboxRoutes } from '../domains/sandbox/index.ts';
import { legacyRoutes } from '../legacy/index.ts';
import { type App, finishRoutes } from '../platform/http/index.ts';
import { backupRoutes } from './backup/routes.ts';
import { devMailRoutes } from './dev-mail.ts';
import { docsRoutes } from './docs/index.ts';
import { doctorRoutes } from './doctor-routes.ts';
import { startErasing } from './erase-accounts.ts';
import { healthRoutes } from './health.ts';
import { homeRoutes } from './home.ts';
import { createHttpApp } from './http.ts';
import { llmsRoutes } from './llms.ts';
import type { Parts } from './parts.ts';
import { statsRoutes } from './stats.ts';
import { watchForProxies } from './watch-proxies.ts';
import { builtPages, webRoutes } from './web.ts';

export async function openRoutes(parts: Parts): Promise<App> {
  const { config, db, clock, guard, logger, needs, telemetry, requests, vitals, onceSecret } = parts;
  const app = await createHttpApp({
    config,
    db,
    logger,
    ...(needs.metrics ? { metrics: needs.metrics } : {}),
    isStalled: () => vitals.pulse?.state().isStalled ?? false,
  });
  app.decorateRequest('caller', null).decorateRequest('person', null).decorateRequest('pacing', null);
  for (const part of [telemetry, requests]) part?.install(app);
  watchForProxies(app, { db, clock, config });
  describeRoles(app, guard);
  installIdempotency(app, { db, clock, guards: actingGuards(guard), onceSecret });
  await pageRoutes(app, parts);
  accountRoutes(app, parts);
  catalogAndOrderRoutes(app, parts);
  moneyRoutes(app, parts);
  aftercareRoutes(app, parts);
  eventsAndLogRoutes(app, parts);
  operatorAreaRoutes(app, parts);
  await legacyApiRoutes(app, parts);
  for (const plugin of parts.plugins) await plugin.routes?.(app);
  await finishRoutes(app);
  return app;
}

/** Guards of routes that act for an account. Only those can store a response for an idempotency key. */
const actingGuards = ({ key, manage, orderKey, person, operator }: Guard) =>
  [key, manage, orderKey, person, operator] as const;

async function pageRoutes(app: App, parts: Parts): Promise<void> {
  const { needs, publicUrl, config, mailer, health, guard, plugins } = parts;
  homeRoutes(app, publicUrl);
  await docsRoutes(app, publicUrl, guard);
  const sections = (name: 'withoutKey' | 'otherWay') => plugins.map((plugin) => plugin[name] ?? '').join('');
  llmsRoutes(app, { guard, publicUrl, withoutKey: sections('withoutKey'), otherWays: sections('otherWay') });
  webRoutes(app, { folder: needs.webFolder ?? builtPages });
  devMailRoutes(app, { config, mailer });
  healthRoutes(app, health);
}

function accountRoutes(app: App, parts: Parts): void {
  const { database, db, clock, guard, authenticator, onceSecret, registry, publicUrl, people } = parts;
  const { config, logger, limiter, mailer, vault } = parts;
  const eraseSoon = () => startErasing({ database, clock });
  activityRoutes(app, { db, clock, guard });
  keyRoutes(app, { db, clock, guard, authenticator, onceSecret, nameOfRetailer: registry.nameOf });
  const forPeople = { config, db, clock, logger, limiter, guard, mailer, vault, authenticator, eraseSoon };
  peopleAreaRoutes(app, { ...forPeople, ...people });
  oauthRoutes(app, { db, clock, guard, authenticator, publicUrl });
  const world = registry.hasWorld('live') ? 'live' : 'test';
  deviceRoutes(app, { db, clock, guard, authenticator, publicUrl, world });
  retailerAccountRoutes(app, { ...parts.managedAccounts, publicUrl, guard, limiter, config, onceSecret });
  policyRoutes(app, { db, clock, guard, nameOfRetailer: registry.nameOf });
  approvalPersonRoutes(app, { database, db, clock, vault, guard, idSecret: parts.idSecret, publicUrl });
}

function catalogAndOrderRoutes(app: App, parts: Parts): void {
  const { config, database, db, clock, logger, guard, registry, retailers, countriesOf, live, stores } = parts;
  const { vault, acceptor, rates, read, usage, feeCents, publicUrl, idSecret, products, simulator, links } = parts;
  retailerRoutes(app, {
    publicUrl,
    guard,
    registry,
    retailers,
    countriesOf,
    storesOf: live.retailersOf,
    accountsOf: (id) => (stores.connectorOf(id) ? (stores.configOf(id)?.accounts ?? null) : 'guest'),
    evidenceOf: (world, id) => countPurchasesAt(db, world, id, clock.now()),
  });
  productRoutes(app, products);
  orderedProductRoutes(app, {
    ...products,
    pictures: createPictures({ outgoing: parts.outgoing, now: () => clock.now().getTime() }),
  });
  quoteRoutes(app, { database, clock, logger, vault, registry, acceptor, rates, guard, feeCents });
  orderRoutes(app, {
    database,
    stale: parts.stale,
    clock,
    guard,
    acceptor,
    read,
    waiter: closeWithApp(app, createOrderWaiter({ database, logger })),
    vault,
    usage,
    feeCents,
    nameOfRetailer: registry.nameOf,
    testProducts: simulator.scenarios,
    withLink: links.withLink,
    db,
  });
  bulkRoutes(app, {
    db,
    idSecret,
    clock,
    rates,
    vault,
    registry,
    countriesOf,
    guard,
    usage,
    feeCents,
    maxRows: config.bulkMaxRows,
    publicUrl,
  });
}

/** Closes waiting requests before the server closes. */
function closeWithApp<Waiter extends { close(): void }>(app: App, waiter: Waiter): Waiter {
  app.addHook('preClose', (done) => {
    waiter.close();
    done();
  });
  return waiter;
}

function moneyRoutes(app: App, parts: Parts): void {
  const { db, clock, guard, logger, feeCents, topUps, cards, stale } = parts;
  overviewRoutes(app, { stale, clock, guard });
  walletRoutes(app, { db, clock, guard, orderFeeCents: feeCents });
  topUpRoutes(app, { ...topUps, logger, guard, receiveCardEvent: (object) => receiveCardEvent(cards, object) });
  cardRoutes(app, { ...cards, guard });
  paymentRoutes(app, { ...topUps, logger, guard });
}

function aftercareRoutes(app: App, parts: Parts): void {
  const { config, database, clock, guard, registry, read, usage, blobs, publicUrl } = parts;
  const { returns, tracking, authenticator, simulator } = parts;
  cancellationRoutes(app, { database, clock, guard, registry, read });
  trackingRoutes(app, { guard, read, db: database.db });
  returnRoutes(app, { ...returns, guard, usage, publicUrl });
  caseRoutes(app, { database, clock, guard, read, blobs });
  documentRoutes(app, { database, clock, guard, read, blobs });
  sandboxRoutes(app, { config, database, clock, guard, authenticator, read, simulator, tracking, returns });
}

function eventsAndLogRoutes(app: App, parts: Parts): void {
  const { config, database, db, clock, guard, logger, vault, outgoing, urlCredentials, stale, usage } = parts;
  webhookRoutes(app, { database, clock, guard, vault });
  endpointRoutes(app, { database, clock, guard, vault, outgoing, urlCredentials });
  const listActionIds = (limit: number) => listNewestActionIds(db, limit);
  const waiter = closeWithApp(app, createEventWaiter({ database, logger, listActionIds }));
  eventRoutes(app, { database, clock, guard, waiter });
  requestRoutes(app, { db, clock, guard, days: config.requestLogDays });
  usageRoutes(app, { stale, clock, guard, usage });
  statsRoutes(app, { stale, clock, guard, isPublic: config.publicStats });
}

function operatorAreaRoutes(app: App, parts: Parts): void {
  const { config, database, db, clock, logger, vault, limiter, guard, registry, retailers, switches } = parts;
  const { returns, health, storeNameOf, authenticator, people, publicUrl, simulator, live, stores, stale } = parts;
  operatorRoutes(app, {
    database,
    db,
    clock,
    guard,
    registry,
    retailers,
    storeNameOf,
    switches,
    returns,
    health: health.report,
    authenticator,
    sessions: people.sessions,
    publicUrl,
    // Live stores name parcels when they approve a return. The simulator does not.
    approvalOf: async ({ world, orderId, returnId, returnAddress }) =>
      world === 'test' ? simulator.approvalOf(orderId, returnId, returnAddress) : null,
  });
  operatorActionRoutes(app, { database, guard });
  parts.monitoring.routes(app, guard, stale);
  doctorRoutes(app, { db, clock, vault, config, guard });
  backupRoutes(app, { database, clock, guard, config });
  const refresh = () => Promise.all([stores.refresh(), switches.refresh()]);
  const forStores = { refresh, database, clock, logger, vault, limiter, guard, registry };
  storeRoutes(app, { ...live, ...live.hooks(registry), ...forStores });
}

async function legacyApiRoutes(app: App, parts: Parts): Promise<void> {
  const { products, acceptor, read, outgoing, urlCredentials, feeCents, publicUrl } = parts;
  await legacyRoutes(app, { ...products, acceptor, read, outgoing, urlCredentials, feeCents, publicUrl });
}
