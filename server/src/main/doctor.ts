import { listStores, tryOpenCredentials } from '../domains/catalog/stores/index.ts';
import { listEnrolled } from '../domains/people/index.ts';
import { type Clock, dayMs, plusMs } from '../kit/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/database/index.ts';
import { isLoopbackName, isOnlyForThisMachine } from '../platform/http/index.ts';
import { depthByKind } from '../platform/queue/index.ts';
import type { Vault } from '../platform/secrets/index.ts';
import { readLowBudgets } from './budgets.ts';
import { isJobLeftOut, leftOutOf } from './plugins/left-out.ts';
import { wasSeenSince } from './sql-signs.ts';
import { proxySign } from './watch-proxies.ts';

export interface SettingFinding {
  id: string;
  /** unsafe: exposes money, secrets or accounts. advice: something works less well than it could. */
  severity: 'unsafe' | 'advice';
  title: string;
  action: string;
}

export interface Diagnosis {
  /** Whether real money can move: a live store, a desk or live payments. */
  isLive: boolean;
  findings: SettingFinding[];
}

export interface DoctorNeeds {
  db: Db;
  clock: Clock;
  vault: Vault;
  config: Config;
}

/** How long after its last request a proxy is assumed to be in use. */
const proxySeenMs = 7 * dayMs;

/** The settings, with what the database knows about them. */
interface Facts {
  config: Config;
  isProxied: boolean;
  /** Operators without a confirmed second factor. */
  unproven: string[];
  /** Enabled live stores whose credentials cannot be decrypted. */
  unreadableStores: string[];
  /** Job kinds and enabled live stores whose plug-in is left out. */
  leftOutJobs: string[];
  leftOutStores: string[];
}

interface Check {
  id: string;
  severity: SettingFinding['severity'];
  isFound(facts: Facts): boolean;
  title(facts: Facts): string;
  action: string;
}

const isLocal = ({ config }: Facts): boolean => isOnlyForThisMachine(config.publicUrl);
const isBoundToLoopback = ({ config }: Facts): boolean => isLoopbackName(config.host);

const checks: Check[] = [
  {
    id: 'public_url_missing',
    severity: 'unsafe',
    isFound: (facts) => isLocal(facts) && (facts.isProxied || !isBoundToLoopback(facts)),
    title: ({ isProxied }) =>
      isProxied
        ? 'A proxy forwards requests here, but PUBLIC_URL is not a public address.'
        : 'The service listens on a public address, but PUBLIC_URL is not one.',
    action:
      'Set PUBLIC_URL to the URL that people use. Links in emails use this URL, and the local mailbox is disabled.',
  },
  {
    id: 'public_url_http',
    severity: 'unsafe',
    isFound: (facts) => facts.config.publicUrl.startsWith('http:') && !isLocal(facts),
    title: () => 'PUBLIC_URL uses http, so sessions and keys can be read on the network.',
    action: 'Put TLS in front of the service and set PUBLIC_URL to its https address.',
  },
  {
    id: 'master_key_development',
    severity: 'unsafe',
    isFound: ({ config }) => config.masterKeys.length === 0,
    title: () => 'Secrets are encrypted with a development key stored next to the data.',
    action: 'Set MASTER_KEYS, with the development key as the last entry, then run "errand admin secrets rotate".',
  },
  {
    id: 'operators_without_second_factor',
    severity: 'unsafe',
    isFound: ({ unproven }) => unproven.length > 0,
    title: ({ unproven }) => `These operators have no second factor: ${unproven.join(', ')}.`,
    action:
      'Ask each of them to set one up under Operations → Two-factor authentication. Until then, anyone who can read their email could set one up for that account.',
  },
  {
    id: 'desk_any_address',
    severity: 'unsafe',
    isFound: ({ config }) => config.deskRetailers.includes('*'),
    title: () => 'DESK_RETAILERS=* lets customers make this server open any URL.',
    action: 'Set DESK_RETAILERS to the brands and domains that your operators buy from.',
  },
  {
    id: 'private_stores_allowed',
    severity: 'unsafe',
    isFound: ({ config }) => config.storesAllowPrivate,
    title: () => 'STORES_ALLOW_PRIVATE lets stores and product pages reach your private network.',
    action: 'Remove STORES_ALLOW_PRIVATE unless one of your stores is on that network.',
  },
  {
    id: 'private_webhooks_allowed',
    severity: 'unsafe',
    isFound: ({ config }) => config.webhookAllowPrivate,
    title: () => 'WEBHOOK_ALLOW_PRIVATE lets customers send requests into your private network.',
    action: 'Remove WEBHOOK_ALLOW_PRIVATE. It is for development.',
  },
  {
    id: 'rate_limits_off',
    severity: 'unsafe',
    isFound: ({ config }) => config.rateLimitPerKey === 0 || config.rateLimitPerAddress === 0,
    title: () => 'A rate limit is disabled.',
    action: 'Remove RATE_LIMIT_PER_KEY=0 and RATE_LIMIT_PER_ADDRESS=0, or enforce rate limits at your reverse proxy.',
  },
  {
    id: 'mail_senders_unchecked',
    severity: 'unsafe',
    isFound: ({ config }) => config.mailInPort !== null && config.mailInDns === null,
    title: () => 'MAIL_IN_DNS=off accepts incoming email without checking the sender.',
    action: 'Remove MAIL_IN_DNS=off to check SPF and DKIM.',
  },
  {
    id: 'metrics_public',
    severity: 'unsafe',
    isFound: (facts) => facts.config.metricsPort !== null && !isBoundToLoopback(facts),
    title: () => 'Metrics are served on a public address without a password.',
    action: 'Let only your monitoring reach METRICS_PORT, with a firewall or network policy.',
  },
  {
    id: 'store_credentials_unreadable',
    severity: 'unsafe',
    isFound: ({ unreadableStores }) => unreadableStores.length > 0,
    title: ({ unreadableStores }) => `The credentials for these stores cannot be read: ${unreadableStores.join(', ')}.`,
    action:
      'Restore ERASABLE_KEYS and MASTER_KEYS, or enter the credentials again on the Stores page. Orders for these stores stay queued until then.',
  },
  {
    id: 'plugins_left_out',
    severity: 'advice',
    isFound: ({ config }) => leftOutOf(config.plugins).length > 0,
    title: ({ config, leftOutJobs, leftOutStores }) => {
      const waiting = [
        ...leftOutJobs.map((kind) => `jobs of kind ${kind}`),
        ...leftOutStores.map((name) => `store ${name}`),
      ];
      const what = waiting.length > 0 ? ` These are waiting for a plugin: ${waiting.join(', ')}.` : '';
      return `PLUGINS does not include ${leftOutOf(config.plugins).join(', ')}.${what}`;
    },
    action: 'If something is waiting for a plugin, load the plugin again. Otherwise, no action is needed.',
  },
  {
    id: 'trusted_proxies_missing',
    severity: 'advice',
    isFound: ({ isProxied, config }) => isProxied && config.trustedProxies.length === 0,
    title: () => 'A proxy forwards requests, but TRUSTED_PROXIES is not set. All visitors share one rate limit.',
    action: "Set TRUSTED_PROXIES to the proxy's address.",
  },
  {
    id: 'smtp_missing',
    severity: 'advice',
    isFound: ({ config }) => config.smtpUrl === null,
    title: () =>
      'SMTP_URL is not set. Email stays on this machine, so only people with access to this machine can sign in.',
    action: 'Set SMTP_URL and MAIL_FROM.',
  },
  {
    id: 'backups_missing',
    severity: 'advice',
    isFound: ({ config }) => config.backup.to === null,
    title: () => 'No backups are scheduled.',
    action: 'Set BACKUP_TO to a folder or bucket on another machine, or run "errand backup" yourself.',
  },
  {
    id: 'operators_missing',
    severity: 'advice',
    isFound: ({ config }) => config.operatorEmails.length === 0,
    title: () => 'No operators are set, so nobody handles cases and orders that need review.',
    action: 'Set OPERATOR_EMAILS.',
  },
];

/** Findings about the settings, unsafe ones first. The console and the command line show the same. */
export async function diagnose(needs: DoctorNeeds): Promise<Diagnosis> {
  const { db, clock, config } = needs;
  const live = (await listStores(db)).filter(({ world, is_enabled: isEnabled }) => world === 'live' && isEnabled);
  const enrolled = new Set(await listEnrolled(db, config.operatorEmails));
  const unreadableStores: string[] = [];
  for (const row of live)
    if ((await tryOpenCredentials(needs.vault, row)) === 'unreadable') unreadableStores.push(row.name);
  const depths = await depthByKind(db, clock.now());
  const facts: Facts = {
    config,
    leftOutJobs: depths.flatMap(({ kind }) => (isJobLeftOut(kind, config.plugins) ? [kind] : [])),
    leftOutStores: live.flatMap(({ name, kind }) =>
      leftOutOf(config.plugins).some((one) => one === kind) ? [name] : [],
    ),
    isProxied: await wasSeenSince(db, proxySign, plusMs(clock.now(), -proxySeenMs)),
    unproven: config.operatorEmails.filter((email) => !enrolled.has(email)),
    unreadableStores,
  };
  const isLive =
    live.length > 0 || config.deskRetailers.length > 0 || /^(sk|rk)_live_/.test(config.stripeSecretKey ?? '');
  const findings = checks
    .filter(({ isFound }) => isFound(facts))
    .map(({ id, severity, title, action }): SettingFinding => ({ id, severity, title: title(facts), action }));
  const low = await readLowBudgets({ db, dataDir: config.dataDir });
  return { isLive, findings: [...findings, ...low.map((budget) => ({ ...budget, severity: 'advice' as const }))] };
}

/** Whether the command line fails: only if real money is at stake. */
export const isUnsafe = ({ isLive, findings }: Diagnosis): boolean =>
  isLive && findings.some(({ severity }) => severity === 'unsafe');

export function diagnosisText({ isLive, findings }: Diagnosis): string {
  const mode = isLive ? 'Live: real money can move here.' : 'Sandbox only: no real money moves here.';
  if (findings.length === 0) return `${mode}\nNothing unsafe was found.`;
  const lines = findings.map(({ id, severity, title, action }) => `${severity}  ${id}\n  ${title}\n  ${action}`);
  return [mode, ...lines].join('\n\n');
}
