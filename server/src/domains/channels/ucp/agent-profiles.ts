import { type Clock, minuteMs, secondMs } from '../../../kit/clock.ts';
import { jsonIn } from '../../../kit/fields.ts';
import type { Outgoing } from '../../../platform/outgoing/index.ts';

/** The parts of an agent's profile that we use. */
export interface AgentProfile {
  /** Public keys (JWK) of its requests. */
  keys: readonly unknown[];
  /** URL for updates about its orders. */
  webhookUrl: string | null;
}

export type ProfileAnswer = { kind: 'profile'; profile: AgentProfile } | { kind: 'unreachable'; reason: string };

/** Agents' profiles, cached for a few minutes. */
export interface AgentProfiles {
  read(url: string): Promise<ProfileAnswer>;
}

const freshMs = 5 * minuteMs;
const entriesMax = 500;
const withinMs = 5 * secondMs;
/** A profile has a few kilobytes. Anyone can name a URL, and parsing takes time. */
const bytesMax = 64 * 1024;

/** Profile URLs must use https, unless private addresses are allowed. */
export function isProfileUrl(text: string, allowsPlain: boolean): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || (allowsPlain && url?.protocol === 'http:');
}

export function createAgentProfiles({
  outgoing,
  clock,
}: {
  outgoing: Pick<Outgoing, 'get'>;
  clock: Clock;
}): AgentProfiles {
  const kept = new Map<string, { profile: AgentProfile; until: number }>();
  return {
    async read(url) {
      const now = clock.now().getTime();
      const known = kept.get(url);
      if (known && known.until > now) return { kind: 'profile', profile: known.profile };
      const answer = await outgoing.get(url, {
        headers: { accept: 'application/json' },
        bytesMax,
        timeoutMs: withinMs,
      });
      if (answer.kind !== 'answered') return { kind: 'unreachable', reason: answer.reason };
      const profile = answer.status === 200 ? profileIn(answer.text) : null;
      if (!profile)
        return { kind: 'unreachable', reason: `No UCP profile was found at this URL (it returned ${answer.status}).` };
      kept.delete(url);
      const [oldest] = kept.keys();
      if (kept.size >= entriesMax && oldest !== undefined) kept.delete(oldest);
      kept.set(url, { profile, until: now + freshMs });
      return { kind: 'profile', profile };
    },
  };
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** `keys` or `signing_keys`, at the top or under `ucp`; capabilities by name, or a list in the first version. */
function profileIn(text: string): AgentProfile | null {
  const document = jsonIn(text);
  if (!isObject(document)) return null;
  const body = isObject(document.ucp) ? document.ucp : document;
  const keys = [document.keys, document.signing_keys, body.keys, body.signing_keys].flatMap(listOf);
  return { keys, webhookUrl: webhookIn(body.capabilities) };
}

const orderCapability = 'dev.ucp.shopping.order';

function webhookIn(capabilities: unknown): string | null {
  const entries = isObject(capabilities)
    ? listOf(capabilities[orderCapability])
    : listOf(capabilities).filter((entry) => isObject(entry) && entry.name === orderCapability);
  const urls = entries.map((entry) => (isObject(entry) && isObject(entry.config) ? entry.config.webhook_url : null));
  return urls.find((url) => typeof url === 'string') ?? null;
}
