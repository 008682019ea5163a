import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { dayMs, hourMs } from '../kit/clock.ts';
import {
  addressRanges,
  backupPlace,
  blobPlace,
  ConfigError,
  databaseUrl,
  domain,
  duration,
  type Env,
  emails,
  factor,
  flag,
  hostAddress,
  integer,
  keyPlace,
  mailbox,
  mailInDns,
  masterKeys,
  oneOf,
  optionalPort,
  otlp,
  plugins,
  rateSource,
  retailerNames,
  stripeKey,
  text,
  url,
  webUrl,
  withPrefix,
} from './config-values.ts';
import { readMoved } from './moved-database.ts';
import { readSettings, settingsFileOf, withSettings, writeSettings } from './settings-file.ts';

export { ConfigError, type PluginName, pluginNames } from './config-values.ts';

export type Role = 'all' | 'api' | 'worker';
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

export type Config = ReturnType<typeof readConfig>;

/** The only code that reads process.env. If the embedded database was moved, uses its new URL. */
export function configFromProcess(): Config {
  const config = readConfig(withSettings(process.env));
  return { ...config, databaseUrl: config.databaseUrl ?? readMoved(config.dataDir)?.url ?? null };
}

export type SettingsEditor = ReturnType<typeof editSettings>;

/** For `errand setup`: validates settings like the service does, and saves them in its settings file. */
export function editSettings() {
  const file = settingsFileOf(process.env);
  return {
    file,
    /** The settings as the service would read them now. */
    config: configFromProcess,
    /** Throws a ConfigError that names the variable if one is invalid. */
    async save(changed: Record<string, string>): Promise<void> {
      readConfig({ ...withSettings(process.env), ...changed });
      await writeSettings(file, { ...readSettings(file), ...changed });
    },
  };
}

/** Monthly budgets count orders, so orders must be kept longer than a month. 0 keeps them indefinitely. */
function daysOfOrders(env: Env, name: string, fallback: number): number {
  const days = integer(env, name, fallback, 0, 36_500);
  if (days > 0 && days < 32) throw new ConfigError(name, '0, or a whole number from 32 to 36500');
  return days;
}

export function readConfig(env: Env) {
  const port = integer(env, 'PORT', 8080, 0, 65_535);
  const host = hostAddress(env, 'HOST') ?? '127.0.0.1';
  const publicUrl = webUrl(env, 'PUBLIC_URL') ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const dataDir = text(env, 'DATA_DIR') ?? './data';
  return {
    /** 0 picks a free port. */
    port,
    host,
    /** Without a trailing slash. */
    publicUrl,
    legacyPublicUrl: webUrl(env, 'LEGACY_PUBLIC_URL') ?? publicUrl,
    dataDir,
    role: oneOf<Role>(env, 'ROLE', 'all', ['all', 'api', 'worker']),
    plugins: plugins(env, 'PLUGINS'),
    /** Null: a folder inside the data folder. */
    blobUrl: blobPlace(env, 'BLOB_URL'),
    /** Addresses and CIDR ranges whose X-Forwarded-For header is trusted. */
    trustedProxies: addressRanges(env, 'TRUSTED_PROXIES'),
    /** Lower case. */
    operatorEmails: emails(env, 'OPERATOR_EMAILS'),
    /** The heads of the audit chains are written here every hour. */
    auditHeadsFile: text(env, 'AUDIT_HEADS_FILE') ?? join(dataDir, 'audit-heads.jsonl'),
    ...databaseSettings(env),
    ...logSettings(env),
    ...secretSettings(env),
    ...mailSettings(env, publicUrl),
    ...priceSettings(env),
    ...orderSettings(env),
    ...storeSettings(env),
    ...paymentSettings(env),
    ...limitSettings(env),
  };
}

const databaseSettings = (env: Env) => ({
  /** Null: the embedded database. */
  databaseUrl: databaseUrl(env, 'DATABASE_URL'),
  /** The role that owns and migrates the tables. Null: the service's own role. */
  databaseMigrationUrl: databaseUrl(env, 'DATABASE_MIGRATION_URL'),
  /** A standby for reads that may be slightly stale. Null: the primary serves all reads. */
  databaseReplicaUrl: databaseUrl(env, 'DATABASE_REPLICA_URL'),
  // Four connections outperformed ten or more on the machines we measured (architecture notes).
  databasePoolMax: integer(env, 'DATABASE_POOL_MAX', 4, 1, 1000),
  /** What to do in live mode if the server could lose acknowledged commits. */
  asyncStandbys: oneOf<'warn' | 'refuse'>(env, 'ASYNC_STANDBYS', 'warn', ['warn', 'refuse']),
});

const logSettings = (env: Env) => ({
  /** Null: no metrics server. */
  metricsPort: optionalPort(env, 'METRICS_PORT'),
  logLevel: oneOf<LogLevel>(env, 'LOG_LEVEL', 'info', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  /** Null: standard output. The service rotates the file. */
  logFile: text(env, 'LOG_FILE'),
  /** Where traces and metrics are sent over OTLP/HTTP. Null: off. */
  otlp: otlp(env),
  /** How many days requests stay in the request log. 0 turns it off. */
  requestLogDays: integer(env, 'REQUEST_LOG_DAYS', 30, 0, 365),
});

const secretSettings = (env: Env) => ({
  /** As written, newest first; the secrets module parses them. Empty: a development key file. */
  masterKeys: masterKeys(env, 'MASTER_KEYS'),
  /** `file:` and a folder, or `exec:` and a program. Null: a folder inside the data folder. */
  erasableKeys: keyPlace(env, 'ERASABLE_KEYS'),
  backup: {
    /** Null: backups are encrypted with the newest master key. */
    passphrase: text(env, 'BACKUP_PASSPHRASE'),
    /** `s3://…` or a folder. Null: no scheduled backups. */
    to: backupPlace(env, 'BACKUP_TO'),
    everyMs: duration(env, 'BACKUP_EVERY', dayMs),
    /** Older backups are deleted, except the newest three. */
    keepMs: duration(env, 'BACKUP_KEEP', 30 * dayMs),
    /** How often a backup is test-restored. 0: never. */
    verifyEveryMs: duration(env, 'BACKUP_VERIFY_EVERY', 7 * dayMs),
  },
});

function mailSettings(env: Env, publicUrl: string) {
  const mailDomain = domain(env, 'MAIL_DOMAIN') ?? mailDomainOf(publicUrl);
  return {
    /** Null: mail is stored in the data folder. */
    smtpUrl: url(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: mailbox(env, 'MAIL_FROM') ?? `Errand <no-reply@${mailDomain}>`,
    mailDomain,
    /** Null: no mail receiver. */
    mailInPort: optionalPort(env, 'MAIL_IN_PORT'),
    /** PEM files. Null: mail is received without TLS. */
    mailInTls: mailInTls(env),
    /** DNS servers for checking senders. Empty: the system's. Null: no checks. */
    mailInDns: mailInDns(env, 'MAIL_IN_DNS'),
  };
}

const priceSettings = (env: Env) => ({
  orderFeeCents: integer(env, 'ORDER_FEE_CENTS', 0, 0, 1_000_000),
  /** Exchange rates: a file or a URL. Null: off, except in the sandbox. */
  fxRates: rateSource(env, 'FX_RATES'),
  /** Added to exchange rates, in basis points. */
  fxMarkupBps: integer(env, 'FX_MARKUP_BPS', 0, 0, 10_000),
});

const orderSettings = (env: Env) => ({
  /** 0 creates no keys. */
  sandboxMintsPerIpPerDay: integer(env, 'SANDBOX_MINTS_PER_IP_PER_DAY', 10, 0, 1_000_000_000),
  sandboxMintsPerDay: integer(env, 'SANDBOX_MINTS_PER_DAY', 1000, 0, 1_000_000_000),
  sandboxTimeScale: factor(env, 'SANDBOX_TIME_SCALE', 1),
  /** Adds a sandbox store that sells in yen. */
  sandboxJapan: flag(env, 'SANDBOX_JAPAN', false),
  /** Publishes the total number of purchases. */
  publicStats: flag(env, 'PUBLIC_STATS', false),
  /** How many days completed data is kept. 0: never deleted. */
  kept: {
    orderDays: daysOfOrders(env, 'ORDER_DAYS', 0),
    sandboxOrderDays: daysOfOrders(env, 'SANDBOX_ORDER_DAYS', 90),
    batchDays: integer(env, 'BULK_DAYS', 365, 0, 36_500),
  },
  bulkMaxRows: integer(env, 'BULK_MAX_ROWS', 10_000, 1, 1_000_000),
  webhookAllowPrivate: flag(env, 'WEBHOOK_ALLOW_PRIVATE', false),
  webhookRetryScale: factor(env, 'WEBHOOK_RETRY_SCALE', 1),
  reconcileTimeoutMs: duration(env, 'RECONCILE_GIVE_UP', 24 * hourMs),
});

const storeSettings = (env: Env) => ({
  /** JSON, applied at every start. Null: none. */
  storesFile: text(env, 'STORES_FILE'),
  /** Allows stores on private networks. */
  storesAllowPrivate: flag(env, 'STORES_ALLOW_PRIVATE', false),
  /** Brands and domains that people buy from by hand, or `*`. Empty: none. */
  deskRetailers: retailerNames(env, 'DESK_RETAILERS'),
  /** Concurrent browser sessions in this process. */
  browserAtOnce: integer(env, 'BROWSER_AT_ONCE', 2, 1, 64),
  /** Memory limit for all of a process's browser processes, in megabytes. */
  browserMemoryMb: integer(env, 'BROWSER_MEMORY_MB', 2048, 256, 1_000_000),
  /** How long steps and screenshots of browser sessions are kept. 0: not at all. */
  recordingRetentionMs: duration(env, 'BROWSER_FILMS', 7 * dayMs),
  /** Null: searched in the usual places. */
  chromiumPath: text(env, 'CHROMIUM_PATH'),
});

const paymentSettings = (env: Env) => ({
  agentSandbox: flag(env, 'AGENT_SANDBOX', true),
  stripeSecretKey: stripeKey(env, 'STRIPE_SECRET_KEY'),
  stripeApiBase: webUrl(env, 'STRIPE_API_BASE') ?? 'https://api.stripe.com',
  /** Verifies Stripe's events. Null: all are rejected. */
  stripeWebhookSecret: text(env, 'STRIPE_WEBHOOK_SECRET'),
  /** The business profile that payment tokens are issued to. */
  stripeNetworkId: text(env, 'STRIPE_NETWORK_ID') ?? 'internal',
  /** TEMPO_* variables, passed to that payment method as they are. */
  tempo: withPrefix(env, 'TEMPO_'),
});

/** 0 turns a limit off. */
const limitSettings = (env: Env) => ({
  /** Concurrent writes; all requests together get three times that. */
  inFlightMax: integer(env, 'IN_FLIGHT_MAX', 250, 0, 100_000),
  /** Requests per second; the burst is twice that. */
  rateLimitPerKey: integer(env, 'RATE_LIMIT_PER_KEY', 50, 0, 1_000_000),
  /** The same for calls without a key. */
  rateLimitPerAddress: integer(env, 'RATE_LIMIT_PER_ADDRESS', 100, 0, 1_000_000),
});

function mailInTls(env: Env): { certFile: string; keyFile: string } | null {
  const certFile = text(env, 'MAIL_IN_TLS_CERT');
  const keyFile = text(env, 'MAIL_IN_TLS_KEY');
  if (certFile !== null && keyFile !== null) return { certFile, keyFile };
  if (certFile !== null) throw new ConfigError('MAIL_IN_TLS_KEY', 'the private key file for MAIL_IN_TLS_CERT');
  if (keyFile !== null) throw new ConfigError('MAIL_IN_TLS_CERT', 'the certificate file for MAIL_IN_TLS_KEY');
  return null;
}

/** Uses the service's host name if it has one: an IP address is not a mail domain. */
function mailDomainOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return ipaddr.isValid(hostname.replace(/^\[|\]$/g, '')) ? 'errand.localhost' : hostname;
}
