import { listOf, oneOf } from '../../kit/fields.ts';
/** Supported protocol versions, newest first. */
export const knownVersions = ['2026-08-25', '2026-04-08', '2026-01-11'] as const;
export type Version = (typeof knownVersions)[number];

export type Transport = 'rest' | 'mcp';

/** A store's `/.well-known/ucp` in any of its formats. */
export interface Profile {
  version: Version;
  transport: Transport;
  /** Without a trailing slash. */
  endpoint: string;
  capabilities: ReadonlySet<string>;
  /** Keys that sign its responses. */
  keys: readonly unknown[];
  /** Whether customers can link accounts, and the scopes by operation (`config.scopes`). */
  linking: { scopes: readonly string[] } | null;
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** May be nested under `ucp`. */
export const bodyOf = (document: Json): Json => (isObject(document.ucp) ? document.ucp : document);

const isKnown = (version: string): version is Version => oneOf(knownVersions, version) !== undefined;

/** The newest common version, and the URL of its profile if it is separate. */
export function negotiate(document: Json): { version: Version; url: string | null } | null {
  const body = bodyOf(document);
  const linked = isObject(body.supported_versions) ? body.supported_versions : {};
  for (const version of knownVersions) {
    if (body.version === version) return { version, url: null };
    const url = linked[version];
    if (typeof url === 'string') return { version, url };
  }
  return null;
}

export function versionsIn(document: Json): string[] {
  const { version, supported_versions: linked } = bodyOf(document);
  return [...(typeof version === 'string' ? [version] : []), ...(isObject(linked) ? Object.keys(linked) : [])];
}

/** Null if the profile has no usable binding. */
export function profileIn(document: Json, version: Version, wanted?: Transport): Profile | null {
  const body = bodyOf(document);
  if (typeof body.version !== 'string' || !isKnown(body.version)) return null;
  const bindings = bindingsIn(body).filter(({ transport }) => wanted === undefined || transport === wanted);
  const ours = bindings.filter((binding) => binding.version === null || binding.version === version);
  const chosen =
    ours.find(({ transport }) => transport === 'rest') ?? ours.find(({ transport }) => transport === 'mcp');
  if (!chosen) return null;
  return {
    version,
    transport: chosen.transport,
    endpoint: chosen.endpoint.replace(/(?<!\/)\/+$/, ''),
    capabilities: capabilitiesIn(body),
    keys: keysIn(document),
    linking: linkingIn(body),
  };
}

interface Binding {
  transport: Transport;
  endpoint: string;
  version: string | null;
}

/** A list, or in the first version an object by transport. */
function bindingsIn(body: Json): Binding[] {
  const service = isObject(body.services) ? body.services['dev.ucp.shopping'] : undefined;
  const entries = Array.isArray(service)
    ? service.filter(isObject)
    : isObject(service)
      ? (['rest', 'mcp'] as const).flatMap((transport) => {
          const binding = service[transport];
          return isObject(binding) ? [{ transport, version: service.version, ...binding }] : [];
        })
      : [];
  return entries.flatMap((entry: Json): Binding[] => {
    const { transport, endpoint, version } = entry;
    if ((transport !== 'rest' && transport !== 'mcp') || typeof endpoint !== 'string') return [];
    const url = URL.parse(endpoint);
    if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return [];
    return [{ transport, endpoint, version: typeof version === 'string' ? version : null }];
  });
}

function capabilitiesIn({ capabilities }: Json): Set<string> {
  if (isObject(capabilities)) return new Set(Object.keys(capabilities));
  const names = listOf(capabilities).map((entry) => (isObject(entry) ? entry.name : null));
  return new Set(names.filter((name) => typeof name === 'string'));
}

const linkingCapability = 'dev.ucp.common.identity_linking';

function linkingIn({ capabilities }: Json): Profile['linking'] {
  const found: unknown = isObject(capabilities)
    ? capabilities[linkingCapability]
    : listOf(capabilities).find((entry) => isObject(entry) && entry.name === linkingCapability);
  if (found === undefined) return null;
  const entry: unknown = Array.isArray(found) ? found[0] : found;
  const config = isObject(entry) && isObject(entry.config) ? entry.config : {};
  return { scopes: isObject(config.scopes) ? Object.keys(config.scopes) : [] };
}

/** Reads both `keys` and the older `signing_keys`, on either level. */
function keysIn(document: Json): unknown[] {
  const body = bodyOf(document);
  const lists = [document.keys, document.signing_keys, body.keys, body.signing_keys];
  return lists.flatMap(listOf);
}

export interface PaymentHandler {
  id: string;
  name: string | null;
  /** Null: every type is available. */
  types: readonly string[] | null;
}

/** Payment handlers in a response: a map, a list, or `payment.handlers`. */
export function handlersIn(answer: Json): PaymentHandler[] {
  const body = isObject(answer.ucp) ? answer.ucp : {};
  const payment = isObject(answer.payment) ? answer.payment : {};
  const named = isObject(body.payment_handlers) ? Object.entries(body.payment_handlers) : [];
  const mapped = named.flatMap(([name, entries]) =>
    listOf(entries).flatMap((entry) => (isObject(entry) ? [{ name, ...entry }] : [])),
  );
  const listed = [...listOf(body.payment_handlers), ...listOf(payment.handlers)].filter(isObject);
  return [...mapped, ...listed].flatMap((entry: Json): PaymentHandler[] => {
    const { id, name } = entry;
    if (typeof id !== 'string') return [];
    const types = listOf(entry.available_instruments)
      .map((instrument) => (isObject(instrument) ? instrument.type : null))
      .filter((type) => typeof type === 'string');
    return [{ id, name: typeof name === 'string' ? name : null, types: types.length > 0 ? types : null }];
  });
}
