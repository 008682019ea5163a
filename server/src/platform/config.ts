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
  /** 0 lets the system choose a free port. */
  port: number;
  host: string;
  /** Without a trailing slash. */
  publicUrl: string;
  legacyPublicUrl: string;
  dataDir: string;
  /** null: the embedded database. */
  databaseUrl: string | null;
  /** Of the role that owns the tables and migrates them; null: the service's own role does. */
  databaseMigrationUrl: string | null;
  databasePoolMax: number;
  role: Role;
  /** The optional parts that are loaded. */
  plugins: PluginName[];
  /** null: no metrics server. */
  metricsPort: number | null;
  logLevel: LogLevel;
  /** As written, newest first; the secrets module knows their form. Empty: a development key file. */
  masterKeys: string[];
  /** `file:` and a folder, or `exec:` and a program; null: a folder inside the data folder. */
  erasableKeys: string | null;
  /** Lower case. */
  operatorEmails: string[];
  /** null: mail is kept in the data folder. */
  smtpUrl: string | null;
  mailFrom: string;
  mailDomain: string;
  /** null: no mail receiver. */
  mailInPort: number | null;
  /** Files in PEM form; null: mail comes in without TLS. */
  mailInTls: { certFile: string; keyFile: string } | null;
  /** DNS servers that are asked about senders of mail; none: those of the system; null: not asked. */
  mailInDns: string[] | null;
  /** Where the ends of audit chains are written every hour. */
  auditHeadsFile: string;
  /** null: a folder inside the data folder. */
  blobUrl: string | null;
  /** Addresses and CIDR ranges whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  backup: BackupConfig;
  /** Caps are exact: 0 mints no key at all. */
  sandboxMintsPerIpPerDay: number;
  sandboxMintsPerDay: number;
  sandboxTimeScale: number;
  orderFeeCents: number;
  /** Exchange rates: a file, a URL, or null: off, except in the sandbox. */
  fxRates: string | null;
  /** Added to the price of a currency, in hundredths of a percent. */
  fxMarkupBps: number;
  /** Whether the sandbox has a store that sells in yen. */
  sandboxJapan: boolean;
  /** Whether anybody may read how much was ever bought here. */
  publicStats: boolean;
  /** For how many days the requests of keys can be looked into; 0 switches it off. */
  requestLogDays: number;
  /** After how many days what is over is deleted; 0: never. */
  kept: { orderDays: number; sandboxOrderDays: number; batchDays: number };
  bulkMaxRows: number;
  webhookAllowPrivate: boolean;
  /** JSON, applied at every start; null: none. */
  storesFile: string | null;
  webhookRetryScale: number;
  reconcileTimeoutMs: number;
  /** Brands and domains that people buy from, or `*`; empty: none. */
  deskRetailers: string[];
  /** Stores on private networks may be called. */
  storesAllowPrivate: boolean;
  /** Visits to stores that have only pages, in this process. */
  browserAtOnce: number;
  /** Megabytes that the browser of a process may take, all its processes together. */
  browserMemoryMb: number;
  /** How long the steps and pictures of their attempts are kept; 0: not at all. */
  recordingRetentionMs: number;
  /** null: looked for where systems put it. */
  chromiumPath: string | null;
  agentSandbox: boolean;
  stripeSecretKey: string | null;
  stripeApiBase: string;
  /** Signs the events that Stripe sends; null: none is believed. */
  stripeWebhookSecret: string | null;
  /** The business profile that payers make their tokens out to. */
  stripeNetworkId: string;
  /** TEMPO_* as they are, for the payment method that understands them. */
  tempo: Record<string, string>;
  /** Where traces and metrics go, by OTLP over HTTP; null: nowhere, and nothing is measured for it. */
  otlp: OtlpConfig | null;
  /** A standby for reads that may be a little old; null: the primary answers everything. */
  databaseReplicaUrl: string | null;
  /** What to do about a server that may lose what it acknowledged, where live orders are bought. */
  asyncStandbys: 'warn' | 'refuse';
  /** Requests under way that change something; three times as many of all kinds; 0 turns the limit off. */
  inFlightMax: number;
  /** Requests a second; the burst is twice that; 0 turns the limit off. */
  rateLimitPerKey: number;
  /** For calls without a key. Requests a second; the burst is twice that; 0 turns the limit off. */
  rateLimitPerAddress: number;
}

export interface BackupConfig {
  /** null: backups are encrypted with the newest master key. */
  passphrase: string | null;
  /** `s3://…` or a folder; null: no backups are scheduled. */
  to: string | null;
  everyMs: number;
  /** Older ones are deleted, except the newest three. */
  keepMs: number;
  /** 0: none is ever restored for a test. */
  verifyEveryMs: number;
}

/** The only place that reads process.env. An embedded database that moved is used where it is now. */
export function configFromProcess(): Config {
  const config = readConfig(withSettings(process.env));
  return { ...config, databaseUrl: config.databaseUrl ?? readMoved(config.dataDir)?.url ?? null };
}

export interface SettingsEditor {
  /** The file that they are saved in. */
  file: string;
  /** As the service would read them now. */
  config(): Config;
  /** Says why not, in one line that names the variable, or saves them. */
  save(changed: Record<string, string>): Promise<void>;
}

/** For `errand setup`: settings are checked as the service checks them, and saved in its settings file. */
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

/** Budgets of a month are counted from its orders, so they stay for longer than that; 0 keeps them for ever. */
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
    // Four connections beat ten and more on the machines measured (architecture notes).
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

/** The service's own host name where it has one: an address of numbers is no mail domain. */
function mailDomainOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return ipaddr.isValid(hostname.replace(/^\[|\]$/g, '')) ? 'errand.localhost' : hostname;
}
