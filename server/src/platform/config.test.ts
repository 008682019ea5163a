import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const masterKey = Buffer.alloc(32).toString('base64');

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      asyncStandbys: 'warn',
      auditHeadsFile: 'data/audit-heads.jsonl',
      backup: {
        passphrase: null,
        to: null,
        everyMs: 86_400_000,
        keepMs: 30 * 86_400_000,
        verifyEveryMs: 7 * 86_400_000,
      },
      databaseMigrationUrl: null,
      databaseReplicaUrl: null,
      otlp: null,
      deskRetailers: [],
      inFlightMax: 250,
      publicStats: false,
      requestLogDays: 30,
      stripeWebhookSecret: null,
      port: 8080,
      fxMarkupBps: 0,
      fxRates: null,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:8080',
      kept: { orderDays: 0, sandboxOrderDays: 90, batchDays: 365 },
      legacyPublicUrl: 'http://127.0.0.1:8080',
      dataDir: './data',
      databaseUrl: null,
      databasePoolMax: 4,
      role: 'all',
      plugins: ['browser', 'desk', 'agent', 'mcp', 'ucp'],
      metricsPort: null,
      logFile: null,
      logLevel: 'info',
      masterKeys: [],
      operatorEmails: [],
      smtpUrl: null,
      mailFrom: 'Errand <no-reply@errand.localhost>',
      mailDomain: 'errand.localhost',
      mailInPort: null,
      mailInDns: [],
      mailInTls: null,
      blobUrl: null,
      trustedProxies: [],
      sandboxMintsPerIpPerDay: 10,
      sandboxJapan: false,
      sandboxMintsPerDay: 1000,
      sandboxTimeScale: 1,
      orderFeeCents: 0,
      bulkMaxRows: 10_000,
      webhookAllowPrivate: false,
      storesAllowPrivate: false,
      browserAtOnce: 2,
      browserMemoryMb: 2048,
      recordingRetentionMs: 604_800_000,
      chromiumPath: null,
      storesFile: null,
      erasableKeys: null,
      webhookRetryScale: 1,
      reconcileTimeoutMs: 86_400_000,
      agentSandbox: true,
      stripeSecretKey: null,
      stripeApiBase: 'https://api.stripe.com',
      stripeNetworkId: 'internal',
      tempo: {},
      rateLimitPerKey: 50,
      rateLimitPerAddress: 100,
    });
  });

  it('reads what is set, and takes blanks for unset', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '::1',
      PUBLIC_URL: 'https://errand.example.com/',
      DATABASE_URL: 'postgres://u:p@h/db',
      ROLE: 'worker',
      METRICS_PORT: '9100',
      MASTER_KEYS: `b:${masterKey}, a:${masterKey}`,
      OPERATOR_EMAILS: 'A@x.example,b@x.example',
      MAIL_IN_PORT: 'off',
      TRUSTED_PROXIES: '10.0.0.0/8 ::1',
      SANDBOX_TIME_SCALE: '0.1',
      AGENT_SANDBOX: 'false',
      WEBHOOK_ALLOW_PRIVATE: '1',
      RATE_LIMIT_PER_KEY: '0',
      TEMPO_RPC: 'x',
      LOG_LEVEL: ' ',
    });
    expect(config).toMatchObject({
      port: 0,
      publicUrl: 'https://errand.example.com',
      legacyPublicUrl: 'https://errand.example.com',
      databaseUrl: 'postgres://u:p@h/db',
      role: 'worker',
      metricsPort: 9100,
      masterKeys: [`b:${masterKey}`, `a:${masterKey}`],
      operatorEmails: ['a@x.example', 'b@x.example'],
      mailDomain: 'errand.example.com',
      mailInPort: null,
      trustedProxies: ['10.0.0.0/8', '::1'],
      sandboxTimeScale: 0.1,
      agentSandbox: false,
      webhookAllowPrivate: true,
      rateLimitPerKey: 0,
      tempo: { TEMPO_RPC: 'x' },
      logLevel: 'info',
    });
    expect(readConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:8080');
  });

  it('loads the optional parts that PLUGINS lists', () => {
    expect(readConfig({ PLUGINS: 'ucp, desk' }).plugins).toEqual(['desk', 'ucp']);
    expect(readConfig({ PLUGINS: 'none' }).plugins).toEqual([]);
  });

  it('takes a database on a Unix socket, whose URL names no host', () => {
    for (const url of ['postgresql://u:p@/db?host=%2Frun', 'postgres:///db?host=/run']) {
      expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
    }
  });

  it.each([
    ['24h', 86_400_000],
    ['30m', 1_800_000],
    ['90s', 90_000],
    ['90', 90_000],
    ['0', 0],
    ['2d', 172_800_000],
  ])('reads the duration %s', (text, ms) => {
    expect(readConfig({ RECONCILE_GIVE_UP: text }).reconcileTimeoutMs).toBe(ms);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'errand.example.com'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_POOL_MAX', '0'],
    ['ROLE', 'Worker'],
    ['PLUGINS', 'mcp, xyz'],
    ['PLUGINS', 'none, mcp'],
    ['METRICS_PORT', 'x'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'key'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['DATABASE_REPLICA_URL', 'mysql://x'],
    ['LOG_LEVEL', 'loud'],
    ['OPERATOR_EMAILS', 'nobody'],
    ['SMTP_URL', 'http://x'],
    ['MAIL_FROM', 'no sender'],
    ['MAIL_DOMAIN', 'a_b!'],
    ['BLOB_URL', 'gopher://x'],
    ['BLOB_URL', 's3://'],
    ['BLOB_URL', 'file://host/folder'],
    ['HOST', 'not a host'],
    ['HOST', '[::1]'],
    ['HOST', '999.1.1.1'],
    ['MASTER_KEYS', 'short'],
    ['MASTER_KEYS', `${masterKey},name:c2hvcnQ=`],
    ['STRIPE_SECRET_KEY', 'pk_live_1'],
    ['TRUSTED_PROXIES', '10.0.0.0/99'],
    ['SANDBOX_MINTS_PER_DAY', '1.5'],
    ['SANDBOX_TIME_SCALE', '-1'],
    ['RECONCILE_GIVE_UP', '1 week'],
    ['RECONCILE_GIVE_UP', '999999d'],
    ['MAIL_IN_DNS', 'on'],
    ['MAIL_IN_DNS', 'dns.example.com'],
    ['AGENT_SANDBOX', 'maybe'],
  ])('refuses %s=%s in one line that names it and what it takes', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be .+\\.$`));
  });

  it('takes any Stripe key for a server other than Stripe', () => {
    const env = { STRIPE_SECRET_KEY: 'local', STRIPE_API_BASE: 'http://127.0.0.1:12111' };
    expect(readConfig(env).stripeSecretKey).toBe('local');
  });
});
