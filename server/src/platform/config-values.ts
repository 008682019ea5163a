import ipaddr from 'ipaddr.js';
import { assertDefined } from '../kit/assert-defined.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../kit/clock.ts';

export type Env = Record<string, string | undefined>;

/** A bad value stops the start with one line that names the variable and what it accepts. */
export class ConfigError extends Error {
  constructor(variable: string, expected: string) {
    super(`${variable} must be ${expected}.`);
    this.name = 'ConfigError';
  }
}

/** A blank value counts as unset: compose files and shells write defaults that way. */
export function text(env: Env, name: string): string | null {
  const value = env[name]?.trim();
  return value ? value : null;
}

export function integer(env: Env, name: string, fallback: number, min: number, max: number): number {
  const value = text(env, name);
  if (value === null) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new ConfigError(name, `a whole number from ${min} to ${max}`);
  }
  return number;
}

/** An IP address or a host name that a URL can hold. */
export function hostAddress(env: Env, name: string): string | null {
  const value = text(env, name);
  const isName = value !== null && /^[a-z0-9._-]+$/i.test(value) && URL.canParse(`http://${value}`);
  if (value !== null && !isName && !ipaddr.isValid(value)) {
    throw new ConfigError(name, 'an IP address or a host name, such as 0.0.0.0');
  }
  return value;
}

export function optionalPort(env: Env, name: string): number | null {
  const value = text(env, name);
  if (value === null || value === 'off') return null;
  if (!/^\d+$/.test(value) || Number(value) > 65_535) {
    throw new ConfigError(name, 'a port number from 0 to 65535, or off');
  }
  return Number(value);
}

export function factor(env: Env, name: string, fallback: number): number {
  const value = text(env, name);
  if (value === null) return fallback;
  if (!/^\d+(\.\d+)?$/.test(value) || Number(value) > 1000) throw new ConfigError(name, 'a number from 0 to 1000');
  return Number(value);
}

export function flag(env: Env, name: string, fallback: boolean): boolean {
  const value = text(env, name)?.toLowerCase();
  if (value === undefined) return fallback;
  if (['true', '1', 'yes', 'on'].includes(value)) return true;
  if (['false', '0', 'no', 'off'].includes(value)) return false;
  throw new ConfigError(name, 'true or false');
}

const durationUnits: Record<string, number> = { '': secondMs, s: secondMs, m: minuteMs, h: hourMs, d: dayMs };

export function duration(env: Env, name: string, fallback: number): number {
  const value = text(env, name);
  if (value === null) return fallback;
  const [, amount, unit = ''] = /^(\d+)([smhd]?)$/.exec(value) ?? [];
  const ms = Number(amount) * assertDefined(durationUnits[unit]);
  if (amount === undefined || ms > 365 * dayMs) {
    throw new ConfigError(name, 'a duration of at most a year, such as 24h, 30m, 90s or plain seconds');
  }
  return ms;
}

export function oneOf<Value extends string>(env: Env, name: string, fallback: Value, values: readonly Value[]): Value {
  const given = text(env, name);
  if (given === null) return fallback;
  const known = values.find((value) => value === given);
  if (known === undefined) throw new ConfigError(name, `one of ${values.join(', ')}`);
  return known;
}

export function list(env: Env, name: string): string[] {
  return (text(env, name) ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
}

export const pluginNames = ['browser', 'desk', 'agent', 'mcp', 'ucp'] as const;
export type PluginName = (typeof pluginNames)[number];

/** All plug-ins by default; `none` runs the core alone. */
export function plugins(env: Env, name: string): PluginName[] {
  const given = list(env, name);
  if (given.length === 0) return [...pluginNames];
  if (given.length === 1 && given[0] === 'none') return [];
  const isKnown = (entry: string) => pluginNames.some((known) => known === entry);
  if (!given.every(isKnown)) {
    throw new ConfigError(name, `none, or names from ${pluginNames.join(', ')} separated by commas`);
  }
  return pluginNames.filter((known) => given.includes(known));
}

export function emails(env: Env, name: string): string[] {
  return list(env, name).map((entry) => {
    if (!/^[^@\s]+@[^@\s]+$/.test(entry)) throw new ConfigError(name, 'email addresses separated by commas');
    return entry.toLowerCase();
  });
}

/** Brand identifiers, domains, or `*`. */
export function retailerNames(env: Env, name: string): string[] {
  return list(env, name).map((entry) => {
    const wanted = entry.toLowerCase();
    if (!/^(?:\*|[a-z0-9][a-z0-9.-]*)$/.test(wanted)) {
      throw new ConfigError(name, 'brands and domains separated by commas, or * for any URL');
    }
    return wanted;
  });
}

/** An optional name, and 32 bytes in base64. */
export const masterKeyPattern = /^(?:([A-Za-z0-9._-]{1,64}):)?([A-Za-z0-9+/_-]{43}=?)$/;

export function masterKeys(env: Env, name: string): string[] {
  return list(env, name).map((entry) => {
    if (!masterKeyPattern.test(entry)) {
      // Do not show the entry: a mistyped key is still most of a key.
      throw new ConfigError(
        name,
        'keys of 32 bytes in base64, separated by commas, each optionally prefixed with a name (2026-08:…). "openssl rand -base64 32" generates one',
      );
    }
    return entry;
  });
}

/** A server other than Stripe's (`STRIPE_API_BASE`) may take any key. */
export function stripeKey(env: Env, name: string): string | null {
  const value = text(env, name);
  if (value !== null && text(env, 'STRIPE_API_BASE') === null && !/^(?:sk|rk)_./.test(value)) {
    throw new ConfigError(name, 'a secret or restricted key from Stripe, which starts with sk_ or rk_');
  }
  return value;
}

export function keyPlace(env: Env, name: string): string | null {
  const value = text(env, name);
  if (value !== null && !/^(exec:\/|file:\/\/\/)./.test(value)) {
    throw new ConfigError(
      name,
      'file:/// followed by the path of a folder, or exec: followed by the full path of a program',
    );
  }
  return value;
}

/** A bucket, or a folder as a path or URL. */
export function backupPlace(env: Env, name: string): string | null {
  const value = text(env, name);
  if (value !== null && !/^(s3:\/\/|file:\/\/\/|\.{0,2}\/)./.test(value)) {
    throw new ConfigError(name, 'a folder, such as /srv/backups, or s3:// followed by a bucket name');
  }
  return value;
}

export function mailbox(env: Env, name: string): string | null {
  const value = text(env, name);
  if (value !== null && !/^(?:[^<>\r\n]*<[^@\s<>]+@[^@\s<>]+>|[^@\s<>]+@[^@\s<>]+)$/.test(value)) {
    throw new ConfigError(name, 'a mail sender, such as Errand <no-reply@example.com>');
  }
  return value;
}

export function domain(env: Env, name: string): string | null {
  const value = text(env, name)?.toLowerCase() ?? null;
  if (value !== null && !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(value)) {
    throw new ConfigError(name, 'a domain name, such as mail.example.com');
  }
  return value;
}

/** An empty list uses the system's DNS servers. Null turns the DNS checks of senders off. */
export function mailInDns(env: Env, name: string): string[] | null {
  if (text(env, name) === 'off') return null;
  const servers = list(env, name);
  const isServer = (server: string) => /^(?:[0-9.]+(?::\d+)?|\[[0-9a-f:.]+\](?::\d+)?|[0-9a-f:.]+)$/i.test(server);
  if (!servers.every(isServer)) throw new ConfigError(name, 'off, or addresses of DNS servers, such as 127.0.0.1:5353');
  return servers;
}

export function url(env: Env, name: string, protocols: string[]): string | null {
  const value = text(env, name);
  if (value !== null && !(URL.canParse(value) && protocols.includes(new URL(value).protocol))) {
    throw new ConfigError(name, `a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
  }
  return value;
}

/** The blobs module reads the rest of the URL. */
export function blobPlace(env: Env, name: string): string | null {
  const value = url(env, name, ['s3:', 'file:']);
  if (value === null) return null;
  const { protocol, hostname } = new URL(value);
  if ((protocol === 's3:') === (hostname === '')) {
    throw new ConfigError(name, 's3://bucket/prefix or the URL of a folder on this machine, such as file:///srv/blobs');
  }
  return value;
}

/** PostgreSQL URLs may omit the host (user@/name?host=/socket/folder), which `URL` does not accept. */
export function databaseUrl(env: Env, name: string): string | null {
  const value = text(env, name);
  const withHost = value?.replace(/^(\w+:\/\/(?:[^/@]*@)?)\//, '$1localhost/');
  url({ [name]: withHost }, name, ['postgres:', 'postgresql:']);
  return value;
}

export function webUrl(env: Env, name: string): string | null {
  return url(env, name, ['http:', 'https:'])?.replace(/(?<!\/)\/+$/, '') ?? null;
}

/** A file, a URL, or `off`. */
export function rateSource(env: Env, name: string): string | null {
  const value = text(env, name);
  if (value === null || value === 'off') return null;
  const isWeb = /^[a-z][a-z0-9+.-]*:\/\//i.test(value);
  const isHttp = /^https?:\/\//i.test(value) && URL.canParse(value);
  if (isWeb && !isHttp) {
    throw new ConfigError(name, 'the path of a JSON file, an http or https URL, or off');
  }
  return value;
}

export function addressRanges(env: Env, name: string): string[] {
  const ranges = list(env, name);
  for (const range of ranges) {
    if (!ipaddr.isValid(range) && !ipaddr.isValidCIDR(range)) {
      throw new ConfigError(name, 'IP addresses or CIDR ranges separated by commas, such as 10.0.0.0/8, ::1');
    }
  }
  return ranges;
}

export function withPrefix(env: Env, prefix: string): Record<string, string> {
  const entries = Object.keys(env)
    .filter((name) => name.startsWith(prefix))
    .map((name) => [name, text(env, name)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null));
}

export interface OtlpConfig {
  /** Without a trailing slash. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  /** Share of traces to keep, from 0 to 1. */
  ratio: number;
  metricsEveryMs: number;
}

/** Variable names from the OpenTelemetry specification. */
export function otlp(env: Env): OtlpConfig | null {
  const endpoint = webUrl(env, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  const ratio = factor(env, 'OTEL_TRACES_SAMPLER_ARG', 1);
  if (ratio > 1) throw new ConfigError('OTEL_TRACES_SAMPLER_ARG', 'a ratio from 0 to 1');
  const metricsEveryMs = integer(env, 'OTEL_METRIC_EXPORT_INTERVAL', 60_000, 1000, 3_600_000);
  const headers = Object.fromEntries(
    list(env, 'OTEL_EXPORTER_OTLP_HEADERS').map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS', 'name=value pairs separated by commas');
      return [pair.slice(0, at).toLowerCase(), decodeURIComponent(pair.slice(at + 1))];
    }),
  );
  if (endpoint === null) return null;
  return { endpoint, headers, serviceName: text(env, 'OTEL_SERVICE_NAME') ?? 'errand', ratio, metricsEveryMs };
}
