import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { dayMs, hourMs } from '../kit/clock.ts';
import {
  addressRanges,
  backupPlace,
  ConfigError,
  databaseUrl,
  domain,
  duration,
  type Env,
  emails,
  factor,
  flag,
  integer,
  keyPlace,
  list,
  mailbox,
  mailInDns,
  type OtlpConfig,
  oneOf,
  optionalPort,
  otlp,
  type PluginName,
  plugins,
  rateSource,
  retailerNames,
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

export interface Config {
  /** 0 picks a free port. */
  port: number;
  host: string;
  /** Without a trailing slash. */
  publicUrl: string;
  legacyPublicUrl: string;
  dataDir: string;
  /** Null: the embedded database. */
  databaseUrl: string | null;
  /** The role that owns and migrates the tables. Null: the service's own role. */
  databaseMigrationUrl: string | null;
  databasePoolMax: number;
  role: Role;
  plugins: PluginName[];
  /** Null: no metrics server. */
  metricsPort: number | null;
  logLevel: LogLevel;
  /** As written, newest first; the secrets module parses them. Empty: a development key file. */
  masterKeys: string[];
  /** `file:` and a folder, or `exec:` and a program. Null: a folder inside the data folder. */
  erasableKeys: string | null;
  /** Lower case. */
  operatorEmails: string[];
  /** Null: mail is stored in the data folder. */
  smtpUrl: string | null;
  mailFrom: string;
  mailDomain: string;
  /** Null: no mail receiver. */
  mailInPort: number | null;
  /** PEM files. Null: mail is received without TLS. */
  mailInTls: { certFile: string; keyFile: string } | null;
  /** DNS servers for checking senders. Empty: the system's. Null: no checks. */
  mailInDns: string[] | null;
  /** The heads of the audit chains are written here every hour. */
  auditHeadsFile: string;
  /** Null: a folder inside the data folder. */
  blobUrl: string | null;
  /** Addresses and CIDR ranges whose X-Forwarded-For header is trusted. */
  trustedProxies: string[];
  backup: BackupConfig;
  /** 0 creates no keys. */
  sandboxMintsPerIpPerDay: number;
  sandboxMintsPerDay: number;
  sandboxTimeScale: number;
  orderFeeCents: number;
  /** Exchange rates: a file or a URL. Null: off, except in the sandbox. */
  fxRates: string | null;
  /** Added to exchange rates, in basis points. */
  fxMarkupBps: number;
  /** Adds a sandbox store that sells in yen. */
  sandboxJapan: boolean;
  /** Publishes the total number of purchases. */
  publicStats: boolean;
  /** How many days requests stay in the request log. 0 turns it off. */
  requestLogDays: number;
  /** How many days completed data is kept. 0: never deleted. */
  kept: { orderDays: number; sandboxOrderDays: number; batchDays: number };
  bulkMaxRows: number;
  webhookAllowPrivate: boolean;
  /** JSON, applied at every start. Null: none. */
  storesFile: string | null;
  webhookRetryScale: number;
  reconcileTimeoutMs: number;
  /** Brands and domains that people buy from by hand, or `*`. Empty: none. */
  deskRetailers: string[];
  /** Allows stores on private networks. */
  storesAllowPrivate: boolean;
  /** Concurrent browser sessions in this process. */
  browserAtOnce: number;
  /** Memory limit for all of a process's browser processes, in megabytes. */
  browserMemoryMb: number;
  /** How long steps and screenshots of browser sessions are kept. 0: not at all. */
  recordingRetentionMs: number;
  /** Null: searched in the usual places. */
  chromiumPath: string | null;
  agentSandbox: boolean;
  stripeSecretKey: string | null;
  stripeApiBase: string;
  /** Verifies Stripe's events. Null: all are rejected. */
  stripeWebhookSecret: string | null;
  /** The business profile that payment tokens are issued to. */
  stripeNetworkId: string;
  /** TEMPO_* variables, passed to that payment method as they are. */
  tempo: Record<string, string>;
  /** Where traces and metrics are sent over OTLP/HTTP. Null: off. */
  otlp: OtlpConfig | null;
  /** A standby for reads that may be slightly stale. Null: the primary serves all reads. */
  databaseReplicaUrl: string | null;
  /** What to do in live mode if the server could lose acknowledged commits. */
  asyncStandbys: 'warn' | 'refuse';
  /** Limit for concurrent writes; all requests together get three times that. 0 turns it off. */
  inFlightMax: number;
  /** Requests per second; the burst is twice that. 0 turns the limit off. */
  rateLimitPerKey: number;
  /** For calls without a key. Requests per second; the burst is twice that. 0 turns the limit off. */
  rateLimitPerAddress: number;
}

export interface BackupConfig {
  /** Null: backups are encrypted with the newest master key. */
  passphrase: string | null;
  /** `s3://…` or a folder. Null: no scheduled backups. */
  to: string | null;
  everyMs: number;
  /** Older backups are deleted, except the newest three. */
  keepMs: number;
  /** How often a backup is test-restored. 0: never. */
  verifyEveryMs: number;
}

/** The only code that reads process.env. If the embedded database was moved, uses its new URL. */
export function configFromProcess(): Config {
  const config = readConfig(withSettings(process.env));
  return { ...config, databaseUrl: config.databaseUrl ?? readMoved(config.dataDir)?.url ?? null };
}

export interface SettingsEditor {
  file: string;
  /** The settings as the service would read them now. */
  config(): Config;
  /** Saves the settings. Throws a ConfigError that names the variable if one is invalid. */
  save(changed: Record<string, string>): Promise<void>;
}

/** For `errand setup`: validates settings like the service does, and saves them in its settings file. */
export function editSettings(): SettingsEditor {
  const file = settingsFileOf(process.env);
  return {
    file,
    config: configFromProcess,
    async save(changed) {
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

export function readConfig(env: Env): Config {
  const port = integer(env, 'PORT', 8080, 0, 65_535);
  const host = text(env, 'HOST') ?? '127.0.0.1';
  const publicUrl = webUrl(env, 'PUBLIC_URL') ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const dataDir = text(env, 'DATA_DIR') ?? './data';
  const mailDomain = domain(env, 'MAIL_DOMAIN') ?? mailDomainOf(publicUrl);
  return {
    port,
    host,
    publicUrl,
    legacyPublicUrl: webUrl(env, 'LEGACY_PUBLIC_URL') ?? publicUrl,
    dataDir,
    auditHeadsFile: text(env, 'AUDIT_HEADS_FILE') ?? join(dataDir, 'audit-heads.jsonl'),
    databaseUrl: databaseUrl(env, 'DATABASE_URL'),
    databaseMigrationUrl: databaseUrl(env, 'DATABASE_MIGRATION_URL'),
    // Four connections outperformed ten or more on the machines we measured (architecture notes).
    databasePoolMax: integer(env, 'DATABASE_POOL_MAX', 4, 1, 1000),
    role: oneOf(env, 'ROLE', 'all', ['all', 'api', 'worker']),
    plugins: plugins(env, 'PLUGINS'),
    metricsPort: optionalPort(env, 'METRICS_PORT'),
    logLevel: oneOf(env, 'LOG_LEVEL', 'info', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    masterKeys: list(env, 'MASTER_KEYS'),
    erasableKeys: keyPlace(env, 'ERASABLE_KEYS'),
    operatorEmails: emails(env, 'OPERATOR_EMAILS'),
    deskRetailers: retailerNames(env, 'DESK_RETAILERS'),
    smtpUrl: url(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: mailbox(env, 'MAIL_FROM') ?? `Errand <no-reply@${mailDomain}>`,
    mailDomain,
    mailInPort: optionalPort(env, 'MAIL_IN_PORT'),
    mailInTls: mailInTls(env),
    mailInDns: mailInDns(env, 'MAIL_IN_DNS'),
    blobUrl: url(env, 'BLOB_URL', ['s3:', 'file:']),
    trustedProxies: addressRanges(env, 'TRUSTED_PROXIES'),
    backup: {
      passphrase: text(env, 'BACKUP_PASSPHRASE'),
      to: backupPlace(env, 'BACKUP_TO'),
      everyMs: duration(env, 'BACKUP_EVERY', dayMs),
      keepMs: duration(env, 'BACKUP_KEEP', 30 * dayMs),
      verifyEveryMs: duration(env, 'BACKUP_VERIFY_EVERY', 7 * dayMs),
    },
    sandboxMintsPerIpPerDay: integer(env, 'SANDBOX_MINTS_PER_IP_PER_DAY', 10, 0, 1_000_000_000),
    sandboxMintsPerDay: integer(env, 'SANDBOX_MINTS_PER_DAY', 1000, 0, 1_000_000_000),
    sandboxTimeScale: factor(env, 'SANDBOX_TIME_SCALE', 1),
    publicStats: flag(env, 'PUBLIC_STATS', false),
    requestLogDays: integer(env, 'REQUEST_LOG_DAYS', 30, 0, 365),
    kept: {
      orderDays: daysOfOrders(env, 'ORDER_DAYS', 0),
      sandboxOrderDays: daysOfOrders(env, 'SANDBOX_ORDER_DAYS', 90),
      batchDays: integer(env, 'BULK_DAYS', 365, 0, 36_500),
    },
    ...priceSettings(env),
    bulkMaxRows: integer(env, 'BULK_MAX_ROWS', 10_000, 1, 1_000_000),
    webhookAllowPrivate: flag(env, 'WEBHOOK_ALLOW_PRIVATE', false),
    storesAllowPrivate: flag(env, 'STORES_ALLOW_PRIVATE', false),
    storesFile: text(env, 'STORES_FILE'),
    webhookRetryScale: factor(env, 'WEBHOOK_RETRY_SCALE', 1),
    reconcileTimeoutMs: duration(env, 'RECONCILE_GIVE_UP', 24 * hourMs),
    browserAtOnce: integer(env, 'BROWSER_AT_ONCE', 2, 1, 64),
    browserMemoryMb: integer(env, 'BROWSER_MEMORY_MB', 2048, 256, 1_000_000),
    recordingRetentionMs: duration(env, 'BROWSER_FILMS', 7 * dayMs),
    chromiumPath: text(env, 'CHROMIUM_PATH'),
    agentSandbox: flag(env, 'AGENT_SANDBOX', true),
    stripeSecretKey: text(env, 'STRIPE_SECRET_KEY'),
    stripeApiBase: webUrl(env, 'STRIPE_API_BASE') ?? 'https://api.stripe.com',
    stripeWebhookSecret: text(env, 'STRIPE_WEBHOOK_SECRET'),
    stripeNetworkId: text(env, 'STRIPE_NETWORK_ID') ?? 'internal',
    tempo: withPrefix(env, 'TEMPO_'),
    otlp: otlp(env),
    databaseReplicaUrl: databaseUrl(env, 'DATABASE_REPLICA_URL'),
    asyncStandbys: oneOf(env, 'ASYNC_STANDBYS', 'warn', ['warn', 'refuse']),
    inFlightMax: integer(env, 'IN_FLIGHT_MAX', 250, 0, 100_000),
    rateLimitPerKey: integer(env, 'RATE_LIMIT_PER_KEY', 50, 0, 1_000_000),
    rateLimitPerAddress: integer(env, 'RATE_LIMIT_PER_ADDRESS', 100, 0, 1_000_000),
  };
}

const priceSettings = (env: Env) => ({
  orderFeeCents: integer(env, 'ORDER_FEE_CENTS', 0, 0, 1_000_000),
  fxRates: rateSource(env, 'FX_RATES'),
  fxMarkupBps: integer(env, 'FX_MARKUP_BPS', 0, 0, 10_000),
  sandboxJapan: flag(env, 'SANDBOX_JAPAN', false),
});

function mailInTls(env: Env): Config['mailInTls'] {
  const certFile = text(env, 'MAIL_IN_TLS_CERT');
  const keyFile = text(env, 'MAIL_IN_TLS_KEY');
  if (certFile !== null && keyFile !== null) return { certFile, keyFile };
  if (certFile !== null) throw new ConfigError('MAIL_IN_TLS_KEY', 'the file of the private key of MAIL_IN_TLS_CERT');
  if (keyFile !== null) throw new ConfigError('MAIL_IN_TLS_CERT', 'the file of the certificate of MAIL_IN_TLS_KEY');
  return null;
}

/** Uses the service's host name if it has one: an IP address is not a mail domain. */
function mailDomainOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return ipaddr.isValid(hostname.replace(/^\[|\]$/g, '')) ? 'errand.localhost' : hostname;
}
