import { fileURLToPath } from 'node:url';
import type { Connector } from '../connectors/contract.ts';
import type { StoreKind } from '../connectors/store.ts';
import { createAuthenticator, createGuard } from '../domains/access/accounts/index.ts';
import { createRequestRecorder, createUsageRecorder } from '../domains/access/activity/index.ts';
import { createSwitches, loadRetailers } from '../domains/catalog/stores/index.ts';
import type { McpRouteNeeds } from '../domains/channels/mcp/index.ts';
import { createUrlCredentials } from '../domains/channels/webhooks/index.ts';
import { createRates } from '../domains/money/wallet/index.ts';
import { createSignIn } from '../domains/people/index.ts';
import type { Clock } from '../kit/clock.ts';
import { followTestClocks } from '../kit/test-clock.ts';
import { createBlobs } from '../platform/blobs/index.ts';
import type { Config } from '../platform/config.ts';
import { createStaleReads, type Database, type DatabaseClock, type IdentityWatch } from '../platform/database/index.ts';
import { createLimiter } from '../platform/limiter.ts';
import type { Logger } from '../platform/logger.ts';
import { createMailer } from '../platform/mailer/index.ts';
import type { Metrics } from '../platform/metrics.ts';
import { createOutgoing } from '../platform/outgoing/index.ts';
import { createMemoryRelay, createServiceSecret, createVault } from '../platform/secrets/index.ts';
import { openTelemetry } from './telemetry.ts';
import { createUcpIdentity } from './ucp-identity.ts';

export interface WiringNeeds {
  config: Config;
  /** For requests. */
  database: Database;
  /** For jobs and stores, so requests never wait for their connections. */
  background?: Database;
  clock: Clock & Partial<Pick<DatabaseClock, 'learn'>>;
  /** Detects that the database was restored or replaced. */
  watch?: IdentityWatch;
  logger: Logger;
  metrics?: Metrics;
  /** The folder of the built pages. Default: where `npm start` builds them. */
  webFolder?: string;
  /** Default: all kinds of stores. */
  storeKinds?: readonly StoreKind[];
  /** Connectors of live mode. Default: none. */
  liveConnectors?: (needs: { database: Database; clock: Clock }) => Connector<'live'>[];
  /** Adds more to the MCP server, for tests. */
  extendMcp?: McpRouteNeeds['extend'];
}

export const retailersFile = new URL('../../../config/retailers.json', import.meta.url);

export type BaseParts = Awaited<ReturnType<typeof createBaseParts>>;

/** Names for people. The service itself sells the test products, so their store has its domain. */
function createStoreNames(retailers: Awaited<ReturnType<typeof loadRetailers>>, publicUrl: string) {
  const names = new Map(retailers.map(({ id, displayName }) => [id, displayName]));
  names.set(new URL(publicUrl).hostname, 'Test store');
  return (id: string): string => names.get(id) ?? id;
}

/** Creates the parts that all others use: database, secrets, files, mail and outgoing calls. */
export async function createBaseParts(needs: WiringNeeds) {
  const { config, database, background = database, clock, logger } = needs;
  const { db } = database;
  const vault = createVault({ ...config, logger });
  const outgoing = createOutgoing({ allowPrivate: config.webhookAllowPrivate });
  const urlSecret = createServiceSecret({ db, vault, name: 'webhook urls' });
  const retailers = await loadRetailers(fileURLToPath(retailersFile));
  return {
    needs,
    config,
    database,
    background,
    db,
    forJobs: { database: background, db: background.db },
    /** For everything that can follow a test clock. Shared things (limits, mails, sessions) use real time. */
    clock: followTestClocks(clock),
    logger,
    telemetry: await openTelemetry(needs),
    stale: createStaleReads({ primary: database, url: config.databaseReplicaUrl, poolMax: 2, logger }),
    retailers,
    storeNameOf: createStoreNames(retailers, config.publicUrl),
    switches: createSwitches({ db, logger }),
    limiter: createLimiter({ db, clock }),
    vault,
    identity: createUcpIdentity({ db, vault, publicUrl: config.publicUrl }),
    blobs: await createBlobs(config),
    mailer: createMailer({ ...config, clock, logger }),
    outgoing,
    rates: createRates({ clock, logger, outgoing, source: config.fxRates, markupBps: config.fxMarkupBps }),
    urlCredentials: createUrlCredentials({ db, clock, vault, serviceSecret: urlSecret }),
    codes: createMemoryRelay({
      database,
      clock,
      serviceSecret: createServiceSecret({ db, vault, name: 'memory relay' }),
    }),
    onceSecret: createServiceSecret({ db, vault, name: 'idempotency' }),
    idSecret: createServiceSecret({ db, vault, name: 'order ids' }),
    feeCents: config.orderFeeCents,
    publicUrl: config.publicUrl,
  };
}

export type CallerParts = ReturnType<typeof createCallerParts>;

/** Creates what identifies, limits and records callers. */
export function createCallerParts({ config, db, background, needs: { clock }, logger, vault, limiter }: BaseParts) {
  const authenticator = createAuthenticator({ db, clock });
  const people = createSignIn({ config, db, clock, vault });
  return {
    authenticator,
    people,
    guard: createGuard({
      authenticator,
      sessions: people.sessions,
      limiter,
      clock,
      ratePerKey: { perSecond: config.rateLimitPerKey, burst: 2 * config.rateLimitPerKey },
      ratePerAddress: { perSecond: config.rateLimitPerAddress, burst: 2 * config.rateLimitPerAddress },
      trustedProxies: config.trustedProxies,
      publicUrl: config.publicUrl,
      operatorEmails: config.operatorEmails,
    }),
    usage: createUsageRecorder({ db, clock, logger }),
    requests: createRequestRecorder({ db: background.db, clock, logger, days: config.requestLogDays }),
  };
}
