import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { brandOfHost } from '../connectors/brands.ts';
import type { Connector } from '../connectors/contract.ts';
import { buyQuestion, createDesk, readScope } from '../connectors/desk/index.ts';
import { createRegistry } from '../connectors/registry.ts';
import { createSimulator } from '../connectors/simulator/index.ts';
import type { StoreKind } from '../connectors/store.ts';
import { knownVersions } from '../connectors/ucp/index.ts';
import {
  callerOf,
  createAuthenticator,
  createGuard,
  describeRoles,
  type Guard,
  isOriginAllowed,
  keyRoutes,
} from '../domains/accounts/index.ts';
import { activityRoutes } from '../domains/activity/index.ts';
import { agentJobs, agentRoutes, createChallengeSecret, llmsRoutes, methodsForCalls } from '../domains/agent/index.ts';
import { bulkJobs, bulkRoutes } from '../domains/bulk/index.ts';
import { cancellationJobs, cancellationRoutes } from '../domains/cancellations/index.ts';
import { caseRoutes } from '../domains/cases/index.ts';
import { type deskMail, deskRoutes } from '../domains/desk/index.ts';
import { deviceRoutes } from '../domains/devices/index.ts';
import { createEventWaiter, describedWebhooks, endpointRoutes, eventRoutes } from '../domains/events/index.ts';
import { rememberPosts } from '../domains/idempotency/index.ts';
import { managedAccountJobs, managedAccountRoutes, readAccountOf } from '../domains/managed-accounts/index.ts';
import { type McpRouteNeeds, mcpRoutes } from '../domains/mcp/index.ts';
import { noticeJobs } from '../domains/notices/index.ts';
import { oauthRoutes } from '../domains/oauth/index.ts';
import { operatorRoutes, recordAction } from '../domains/operator/index.ts';
import {
  countPurchasesAt,
  countries,
  createAcceptor,
  createOrderReader,
  createOrderWaiter,
  loadAftercare,
  type NewOrder,
  orderRoutes,
  purchaseRecordOf,
  type WholeOrder,
} from '../domains/orders/index.ts';
import { overviewRoutes } from '../domains/overview/index.ts';
import { createLinkOffers, paymentRoutes } from '../domains/payments/index.ts';
import { allPeopleRoutes, createPeople } from '../domains/people/index.ts';
import { placementJobs } from '../domains/placement/index.ts';
import { policyJobs, policyRoutes } from '../domains/policies/index.ts';
import { productJobs, productRoutes, titlesOf } from '../domains/products/index.ts';
import { questionJobs } from '../domains/questions/index.ts';
import { quoteRoutes, useQuote } from '../domains/quotes/index.ts';
import { createRequestRecorder, requestRoutes } from '../domains/requests/index.ts';
import { createSwitches, loadRetailers, retailerById, retailerRoutes } from '../domains/retailers/index.ts';
import { returnJobs, returnRoutes } from '../domains/returns/index.ts';
import { sandboxRoutes } from '../domains/sandbox/index.ts';
import { filmRoutes, storeRoutes } from '../domains/stores/index.ts';
import { createCheckout, topUpJobs, topUpRoutes, whyNoCheckout } from '../domains/top-ups/index.ts';
import {
  customerMailJobs,
  followOrder,
  reportByHand,
  trackingJobs,
  trackingRoutes,
} from '../domains/tracking/index.ts';
import { createAgentProfiles, ucpJobs, ucpRoutes } from '../domains/ucp/index.ts';
import { createUsageRecorder, usageRoutes } from '../domains/usage/index.ts';
import { walletRoutes } from '../domains/wallet/index.ts';
import { createUrlCredentials, webhookJobs, webhookRoutes } from '../domains/webhooks/index.ts';
import type { Clock } from '../kit/clock.ts';
import type { World } from '../kit/world.ts';
import { legacyRoutes } from '../legacy/index.ts';
import { createBlobs } from '../platform/blobs/index.ts';
import type { Config } from '../platform/config.ts';
import {
  createStaleReads,
  type Database,
  type DatabaseClock,
  type IdentityWatch,
  isInvalidInput,
  isUnavailable,
  type Pulse,
  startPulse,
} from '../platform/database/index.ts';
import { type App, createHttp, finishRoutes } from '../platform/http/index.ts';
import { createLimiter } from '../platform/limiter.ts';
import type { Logger } from '../platform/logger.ts';
import { createMailer } from '../platform/mailer/index.ts';
import type { Metrics } from '../platform/metrics.ts';
import { createOutgoing } from '../platform/outgoing/index.ts';
import { createQueue, type Queue } from '../platform/queue/index.ts';
import { createMemoryRelay, createServiceSecret, createVault, eraseJobs } from '../platform/secrets/index.ts';
import { createCommitSafety } from './commit-safety.ts';
import { devMailRoutes } from './dev-mail.ts';
import { docsRoutes } from './docs/index.ts';
import { erasingJobs, startErasing } from './erase-accounts.ts';
import { eventJobs } from './events.ts';
import { createHealth, healthRoutes } from './health.ts';
import { homeRoutes } from './home.ts';
import { housekeepingJobs, startHousekeeping } from './housekeeping.ts';
import type { startMailIn } from './mail-in.ts';
import { wireMonitoring } from './monitoring.ts';
import { paymentMethods } from './payment-methods.ts';
import { sandboxMailCode } from './sandbox-mail.ts';
import { statsRoutes } from './stats.ts';
import { ucpStoresAt, wireStores } from './stores.ts';
import { openTelemetry, traceAcceptor, traceConnectors, traceJobs } from './telemetry.ts';
import { tellOperators } from './tell-operators.ts';
import { createUcpIdentity } from './ucp-identity.ts';
import { builtPages, webRoutes } from './web.ts';

export { doubtOpenOrders } from '../domains/placement/index.ts';

export interface WiringNeeds {
  config: Config;
  /** Answers requests. */
  database: Database;
  /** Serves jobs and stores, when requests should never wait behind them for a connection. */
  background?: Database;
  clock: Clock & Partial<Pick<DatabaseClock, 'learn'>>;
  /** Notices that the database is not the one that was left. */
  watch?: IdentityWatch;
  logger: Logger;
  metrics?: Metrics;
  /** Where the built web pages are, if not where `npm start` puts them. */
  webFolder?: string;
  /** Connectors of the live world; there is none without one. */
  /** Kinds of stores; all that this version knows, unless told. */
  storeKinds?: readonly StoreKind[];
  liveConnectors?: (needs: { database: Database; clock: Clock }) => Connector<'live'>[];
  /** More on the MCP server than our own tools. */
  extendMcp?: McpRouteNeeds['extend'];
}

export type System = Awaited<ReturnType<typeof wire>>;

export const retailersFile = new URL('../../../config/retailers.json', import.meta.url);

/** The only place that knows everything: who gets what. */
export async function wire(needs: WiringNeeds) {
  const { config, database, background = database, clock, logger } = needs;
  const { db } = database;
  const forJobs = { database: background, db: background.db };
  const telemetry = await openTelemetry(needs);
  const stale = createStaleReads({ primary: database, url: config.databaseReplicaUrl, poolMax: 2, logger });
  const retailers = await loadRetailers(fileURLToPath(retailersFile));
  const simulator = createSimulator<'test'>({
    world: 'test',
    database: background,
    clock,
    brands: retailers,
    publicUrl: config.publicUrl,
    timeScale: config.sandboxTimeScale,
    // Without a mail receiver the mail of the stores cannot be read.
    ...(config.mailInPort === null ? {} : { mailCode: await sandboxMailCode({ db, config }) }),
  });
  const switches = createSwitches({ db, logger });
  const deskScope = readScope(config.deskRetailers);
  const pages = createOutgoing({ allowPrivate: config.storesAllowPrivate });
  // Last: what a program can buy is not left to people.
  const desk = createDesk<'live'>({
    world: 'live',
    scope: deskScope,
    brands: retailers,
    outgoing: pages,
    allowPrivate: config.storesAllowPrivate,
  });
  const limiter = createLimiter({ db, clock });
  const vault = createVault({ ...config, logger });
  const identity = createUcpIdentity({ db, vault, publicUrl: config.publicUrl });
  const blobs = await createBlobs(config);
  const mailer = createMailer({ ...config, clock, logger });
  const live = wireStores({
    blobs,
    onDown: (store, failure) => tellOperators({ config, mailer, logger }, store, failure),
    config,
    database: background,
    clock,
    logger,
    vault,
    limiter,
    identity,
    brands: retailers,
    ...(needs.storeKinds ? { kinds: needs.storeKinds } : {}),
  });
  const { stores } = live;
  const fixed = [simulator, ...(needs.liveConnectors?.({ database: background, clock }) ?? [])];
  const peopleDesk = config.deskRetailers.length > 0 ? [desk] : [];
  const connectors = traceConnectors(telemetry, () => [...fixed, ...stores.connectors(), ...peopleDesk]);
  const registry = createRegistry(connectors, switches.isOff, (domain) => brandOfHost(retailers, domain)?.id ?? null);
  const relaySecret = createServiceSecret({ db, vault, name: 'memory relay' });
  const urlSecret = createServiceSecret({ db, vault, name: 'webhook urls' });
  const urlCredentials = createUrlCredentials({ db, clock, vault, serviceSecret: urlSecret });
  const codes = createMemoryRelay({ database, clock, serviceSecret: relaySecret });
  const outgoing = createOutgoing({ allowPrivate: config.webhookAllowPrivate });
  const authenticator = createAuthenticator({ db, clock });
  const people = createPeople({ config, db, clock, logger, mailer, vault });
  const guard = createGuard({
    authenticator,
    sessions: people.sessions,
    limiter,
    clock,
    ratePerKey: { perSecond: config.rateLimitPerKey, burst: 2 * config.rateLimitPerKey },
    ratePerAddress: { perSecond: config.rateLimitPerAddress, burst: 2 * config.rateLimitPerAddress },
    trustedProxies: config.trustedProxies,
    publicUrl: config.publicUrl,
    operatorEmails: config.operatorEmails,
    isSecondFactorRequired: config.operatorSecondFactor,
  });
  const usage = createUsageRecorder({ db, clock, logger });
  const requests = createRequestRecorder({ db: background.db, clock, logger, days: config.requestLogDays });
  const read = createOrderReader(database);
  // A live store says itself where it ships; null leaves it to the store, which refuses what it cannot deliver.
  const countriesOf = (id: string) => {
    const store = stores.configOf(id);
    return store ? store.countries : (retailerById(retailers, id)?.countries ?? countries);
  };
  const products = { database, db, clock, logger, registry, guard, usage, inFlightRequests: new Map() };
  const titlesOfOrder = ({ world, retailer, items }: NewOrder) =>
    titlesOf(
      products,
      world,
      items.map(({ product_id: productId }) => ({ retailer, productId })),
    );
  const idSecret = createServiceSecret({ db, vault, name: 'order ids' });
  const acceptor = traceAcceptor(
    telemetry,
    createAcceptor({
      database,
      clock,
      registry,
      vault,
      codes,
      countriesOf,
      sandboxTimeScale: config.sandboxTimeScale,
      quotedTotal: (caller, quoteId, digest) => useQuote({ db, clock }, caller, quoteId, digest),
      titlesOf: titlesOfOrder,
      idSecret,
    }),
  );
  const managedAccounts = { database, db, clock, logger, vault, registry, mailDomain: config.mailDomain };
  const aftercare = {
    executor: background.db,
    vault,
    readAccount: (id: string) => readAccountOf({ database: background, clock, logger, vault }, id),
  };
  const recordFor = async (order: WholeOrder) => purchaseRecordOf(order, await loadAftercare(aftercare, order.id));
  const tracking = { database, clock, registry, recordFor };
  const returns = { database, clock, registry, blobs, recordFor };

  const topUps = {
    database,
    clock,
    publicUrl: config.publicUrl,
    whyUnavailable: whyNoCheckout(config.stripeSecretKey),
    checkout: await createCheckout({
      secretKey: config.stripeSecretKey,
      apiBase: config.stripeApiBase,
      webhookSecret: config.stripeWebhookSecret,
      publicUrl: config.publicUrl,
    }),
  };
  const links = createLinkOffers({ ...topUps, acceptor });
  const { hostname: realm } = new URL(config.publicUrl);
  const methods = await paymentMethods(config, { realm, logger });
  const callMethods = methodsForCalls(methods, { database, publicUrl: config.publicUrl });
  const secret = createChallengeSecret({ db, vault });
  const shared = { database, db, clock, logger, vault, acceptor, products, guard };
  const agent = {
    ...shared,
    methods,
    callMethods,
    realm,
    secret,
    publicUrl: config.publicUrl,
    offerLink: links.forAgent,
  };

  const methodsOf = (world: World) => methods.filter((method) => method.world === world).map(({ name }) => name);
  const agentMethods = { live: methodsOf('live'), test: methodsOf('test') };
  const shown = {
    version: '2026-08-25' as const,
    publicUrl: config.publicUrl,
    feeCents: config.orderFeeCents,
    agentMethods,
  };
  const profiles = createAgentProfiles({ outgoing, clock });

  const vitals: { pulse: Pulse | null } = { pulse: null };
  const commitSafety = createCommitSafety({ config, database, logger });
  const health = createHealth({
    database,
    registry,
    stores,
    clock,
    mailer,
    sendsMail: config.smtpUrl !== null,
    dataDir: config.dataDir,
    pulse: () => vitals.pulse?.state() ?? null,
    commitTrouble: commitSafety.trouble,
  });
  const monitoring = wireMonitoring({ ...needs, background, registry, stores, health, mailer, outgoing, vault });

  const byHand: Omit<Parameters<typeof deskMail>[0], 'logger' | 'mailDomain'> = {
    database,
    clock,
    reportParcels: (tx, orderId, parcels) => reportByHand({ clock }, tx, orderId, parcels),
    recordAction: (tx, { orderId, ...action }) =>
      recordAction({ tx, clock }, { ...action, subject: { type: 'order', id: orderId } }),
  };

  async function routes(): Promise<App> {
    const isStalled = () => vitals.pulse?.state().isStalled ?? false;
    const writes = config.inFlightMax === 0 ? Number.POSITIVE_INFINITY : config.inFlightMax;
    const http = {
      config,
      logger,
      isUnavailable,
      isInvalidInput,
      isStalled,
      inFlight: { writes, all: 3 * writes },
      webhooks: describedWebhooks(),
      admitsOrigin: (origin: string) => isOriginAllowed(db, origin),
    };
    const app = await createHttp(needs.metrics ? { ...http, metrics: needs.metrics } : http);
    app.decorateRequest('caller', null).decorateRequest('person', null);
    for (const part of [telemetry, requests]) part?.install(app);
    activityRoutes(app, { db, clock, guard });
    homeRoutes(app, config.publicUrl);
    await docsRoutes(app, config.publicUrl);
    webRoutes(app, { publicUrl: config.publicUrl, folder: needs.webFolder ?? builtPages });
    const onceSecret = createServiceSecret({ db, vault, name: 'idempotency' });
    describeRoles(app, guard);
    rememberPosts(app, { db, clock, doors: doorsThatAct(guard), onceSecret });
    keyRoutes(app, { db, clock, guard, authenticator, onceSecret, nameOfRetailer: registry.nameOf });
    const eraseSoon = () => startErasing({ database, clock });
    const forPeople = { config, db, clock, logger, limiter, guard, mailer, vault, authenticator, eraseSoon };
    allPeopleRoutes(app, { ...forPeople, ...people });
    devMailRoutes(app, { config, mailer });
    healthRoutes(app, health);
    retailerRoutes(app, {
      guard,
      registry,
      retailers,
      countriesOf,
      storesOf: live.retailersOf,
      accountsOf: (id) => (stores.connectorOf(id) ? (stores.configOf(id)?.accounts ?? null) : 'guest'),
      evidenceOf: (world, id) => countPurchasesAt(db, world, id),
    });
    productRoutes(app, products);
    overviewRoutes(app, { db, clock, guard });
    walletRoutes(app, { db, guard, orderFeeCents: config.orderFeeCents });
    statsRoutes(app, { stale, clock, guard, isPublic: config.publicStats });
    topUpRoutes(app, { ...topUps, logger, guard });
    paymentRoutes(app, { ...topUps, logger, guard });
    managedAccountRoutes(app, { ...managedAccounts, publicUrl: config.publicUrl, guard, limiter, config, onceSecret });
    const testProducts = simulator.scenarios;
    policyRoutes(app, { db, clock, guard, nameOfRetailer: registry.nameOf });
    quoteRoutes(app, { database, clock, logger, vault, registry, acceptor, guard, feeCents: config.orderFeeCents });
    const waiter = createOrderWaiter({ database, logger });
    app.addHook('preClose', (done) => {
      waiter.close();
      done();
    });
    const { orderFeeCents } = config;
    orderRoutes(app, {
      database,
      clock,
      guard,
      acceptor,
      read,
      waiter,
      vault,
      usage,
      feeCents: orderFeeCents,
      nameOfRetailer: registry.nameOf,
      testProducts,
      withLink: links.withLink,
    });
    cancellationRoutes(app, { database, clock, guard, registry, read });
    bulkRoutes(app, {
      db,
      idSecret,
      clock,
      vault,
      registry,
      countriesOf,
      guard,
      usage,
      feeCents: config.orderFeeCents,
      maxRows: config.bulkMaxRows,
      publicUrl: config.publicUrl,
    });
    trackingRoutes(app, { guard, read });
    webhookRoutes(app, { database, clock, guard, vault });
    endpointRoutes(app, { database, clock, guard, vault, outgoing, urlCredentials });
    const eventWaiter = createEventWaiter({ database, logger });
    app.addHook('preClose', (done) => {
      eventWaiter.close();
      done();
    });
    eventRoutes(app, { database, clock, guard, waiter: eventWaiter });
    returnRoutes(app, { ...returns, guard, usage, publicUrl: config.publicUrl });
    caseRoutes(app, { database, clock, guard, read, blobs });
    requestRoutes(app, { db, clock, guard, days: config.requestLogDays });
    usageRoutes(app, { stale, clock, guard, usage, callerOf });
    sandboxRoutes(app, { config, database, clock, guard, authenticator, read, simulator, tracking, returns });
    const { publicUrl, orderFeeCents: feeCents } = config;
    operatorRoutes(app, {
      database,
      db,
      clock,
      guard,
      registry,
      retailers,
      switches,
      returns,
      health: health.report,
      authenticator,
      sessions: people.sessions,
      publicUrl,
      // Live stores name the parcels themselves when they approve; we cannot.
      approvalOf: async ({ world, orderId, returnId, returnAddress }) =>
        world === 'test' ? simulator.approvalOf(orderId, returnId, returnAddress) : null,
    });
    monitoring.routes(app, guard, stale);
    const refresh = () => Promise.all([stores.refresh(), switches.refresh()]);
    storeRoutes(app, {
      ...live,
      ...live.hooks(registry),
      refresh,
      database,
      clock,
      logger,
      vault,
      limiter,
      guard,
      registry,
    });
    filmRoutes(app, { ...byHand, guard, blobs });
    deskRoutes(app, { ...byHand, guard, blobs, mailDomain: config.mailInPort === null ? null : config.mailDomain });
    await legacyRoutes(app, { ...products, acceptor, read, outgoing, urlCredentials, feeCents, publicUrl });
    agentRoutes(app, agent);
    const extend = needs.extendMcp;
    mcpRoutes(app, { db, clock, logger, guard, publicUrl, products, testProducts, ...(extend ? { extend } : {}) });
    oauthRoutes(app, { db, clock, guard, authenticator, publicUrl });
    deviceRoutes(app, {
      db,
      clock,
      guard,
      authenticator,
      publicUrl,
      world: registry.hasWorld('live') ? 'live' : 'test',
    });
    llmsRoutes(app, { guard, publicUrl, methods, callMethods });
    ucpRoutes(app, {
      database,
      clock,
      products,
      acceptor,
      read,
      usage,
      feeCents,
      guard,
      quotes: { database, clock, logger, vault, registry, acceptor },
      shown,
      agentWorlds: [...new Set(methods.map(({ world }) => world))],
      identity: identity.whole,
      clientVersions: knownVersions,
      profiles,
      allowsPlain: config.webhookAllowPrivate,
      payment: agent,
      hear: {
        database,
        publicUrl,
        storesAt: (profileUrl) => ucpStoresAt(stores, profileUrl),
        lookSoon: (orderId) => followOrder(db, orderId, clock.now()),
      },
    });
    await finishRoutes(app);
    return app;
  }

  function worker(): Queue {
    const { webhookRetryScale: retryScale } = config;
    const placement = {
      database: background,
      clock,
      logger,
      registry,
      vault,
      codes,
      sandboxTimeScale: config.sandboxTimeScale,
      reconcileGiveUpMs: config.reconcileGiveUpMs,
      askDesk: (order: { world: World; retailer: string; max_price_cents: number; items: unknown[] }) =>
        order.world === 'live' && live.isBoughtByPeople(order.retailer, deskScope)
          ? buyQuestion(order, 'The store does not let us in. Buy this at its pages, and write down what it cost.')
          : null,
    };
    return createQueue({
      database: background,
      clock,
      logger,
      concurrency: 250,
      handlers: traceJobs(telemetry, {
        ...placementJobs(placement),
        ...managedAccountJobs({ ...forJobs, clock, vault, logger, registry }),
        ...trackingJobs({ ...tracking, ...forJobs }),
        ...customerMailJobs({ ...forJobs, clock, logger, mailer, publicUrl: config.publicUrl }),
        ...questionJobs({ ...forJobs, logger, mailer, ...config }),
        ...returnJobs({ ...returns, ...forJobs }),
        ...policyJobs({ ...forJobs, logger, mailer, publicUrl: config.publicUrl }),
        ...bulkJobs({ ...forJobs, clock, logger, mailer, publicUrl: config.publicUrl }),
        ...productJobs({ ...products, ...forJobs }),
        ...topUpJobs({ ...topUps, ...forJobs }),
        ...agentJobs({ ...agent, ...forJobs }),
        ...webhookJobs({ ...forJobs, clock, logger, outgoing, vault, urlCredentials, retryScale }),
        ...cancellationJobs({ ...tracking, ...forJobs }),
        ...ucpJobs({
          ...forJobs,
          clock,
          outgoing,
          profiles,
          shown,
          retryScale,
          read: createOrderReader(background),
          identity: identity.whole,
          allowsPlain: config.webhookAllowPrivate,
        }),
        ...eventJobs({
          ...forJobs,
          clock,
          links: { ...topUps, ...forJobs, acceptor },
          vault,
          read: createOrderReader(background),
          publicUrl: config.publicUrl,
          mailDomain: config.mailDomain,
        }),
        ...noticeJobs({ ...forJobs, clock, logger, mailer, publicUrl: config.publicUrl }),
        ...monitoring.jobs(),
        ...eraseJobs({ vault }),
        ...erasingJobs({ ...forJobs, clock, blobs, vault }),
        ...housekeepingJobs({ ...forJobs, clock, limiter, vault, blobs, config }),
      }),
    });
  }

  return {
    routes,
    worker,
    registry,
    vault,
    codes,
    recordFor,
    stores,
    simulator,
    /** Takes mail for managed accounts; null when it is switched off. */
    startMailIn: () => mailIn({ config, retailers, managedAccounts, desk: byHand }),
    startHousekeeping: async () => {
      await startHousekeeping({ ...forJobs, clock });
      await startErasing({ ...forJobs, clock });
      await monitoring.start();
    },
    /** Closes the calls that are under way. */
    close: async () => {
      await Promise.all([outgoing.close(), pages.close(), live.close(), telemetry?.stop(), stale.close()]);
    },
    /** Starts what every process reads and writes in the background. */
    async startRecording() {
      const pulse = startPulse({
        url: database.url,
        ...(needs.watch ? { watch: needs.watch } : {}),
        onTime: (sample) => needs.clock.learn?.(sample),
      });
      vitals.pulse = pulse;
      await untilAnswering(pulse, logger);
      const stopHealth = health.start();
      const stopSafety = registry.hasWorld('live') ? await commitSafety.start() : () => {};
      const stopSwitches = await switches.start();
      const stopStores = await stores.start();
      if (config.storesFile !== null) await live.apply(registry, config.storesFile);
      const stopCodes = await codes.start();
      usage.start();
      requests.start();
      const stopFlushing = flushEverySecond(authenticator, logger);
      return async () => {
        stopSwitches();
        stopStores();
        stopHealth();
        stopSafety();
        stopFlushing();
        await Promise.allSettled([usage.stop(), requests.stop(), authenticator.flush(), stopCodes(), pulse.stop()]);
      };
    },
  };
}

/** Nothing is bought before the database was looked at, and what is due is told by its clock. */
async function untilAnswering(pulse: Pulse, logger: Logger): Promise<void> {
  for (let looks = 0; ; looks += 1) {
    const { isAnswering, error } = await pulse.next();
    if (isAnswering) return;
    if (looks % 10 === 1) logger.warn({ reason: error }, 'waiting for the database to take a write');
    await pause(looks < 10 ? 50 : 500);
  }
}

/** Writes down when keys were last used. */
function flushEverySecond(authenticator: { flush(): Promise<void> }, logger: Logger): () => void {
  const timer = setInterval(() => {
    authenticator.flush().catch((error: unknown) => logger.warn({ err: error }, 'last-used times were not written'));
  }, 1000);
  timer.unref();
  return () => clearInterval(timer);
}

/** What is behind them is done for an account: without one there is nothing to remember an answer for. */
const doorsThatAct = ({ key, manage, orderKey, person, operator, operatorMoney }: Guard) =>
  [key, manage, orderKey, person, operator, operatorMoney] as const;

/** What takes mail is loaded where mail is taken. */
async function mailIn({ config, ...more }: Omit<Parameters<typeof startMailIn>[0], 'port'>) {
  if (config.mailInPort === null) return null;
  const mail = await import('./mail-in.ts');
  return mail.startMailIn({ config, port: config.mailInPort, ...more });
}
