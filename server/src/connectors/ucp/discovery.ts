import { type Clock, secondMs } from '../../kit/clock.ts';
import { fieldsOf, jsonIn } from '../../kit/fields.ts';
import type { Blocked, Call } from '../contract.ts';
import { type StoreProblem, unexpectedAnswer } from '../refuse.ts';
import type { Store } from '../store.ts';
import { blockedBy, type StoreClient } from '../store-client.ts';
import { knownVersions, negotiate, type Profile, profileIn, versionsIn } from './profile.ts';
import { settingsOf } from './settings.ts';

const freshMs = 300 * secondMs;
/** How long the last valid profile is used while none can be read. */
const staleMs = 24 * 3600 * secondMs;

export type Discovered = { kind: 'profile'; profile: Profile } | StoreProblem;

interface Needs {
  client: StoreClient;
  clock: Clock;
}

export interface Discovery {
  profile(call: Call): Promise<Discovered>;
  /** Forces the next call to read the profile again, because keys may have changed. */
  forget(): void;
}

/** The store's profile, cached for a few minutes. */
export function createDiscovery(
  store: Pick<Store, 'url' | 'apiUrl' | 'settings'>,
  { client, clock }: Needs,
): Discovery {
  let kept: { profile: Profile; at: number; isFresh: boolean } | null = null;
  return {
    async profile(call) {
      const now = clock.now().getTime();
      if (kept?.isFresh && now - kept.at < freshMs) return { kind: 'profile', profile: kept.profile };
      const found = await discover(store, { client, clock }, call);
      if (found.kind === 'profile') kept = { profile: found.profile, at: now, isFresh: true };
      else if (kept && now - kept.at < staleMs) return { kind: 'profile', profile: kept.profile };
      return found;
    },
    forget() {
      if (kept) kept.isFresh = false;
    },
  };
}

export async function discover(
  store: Pick<Store, 'url' | 'apiUrl' | 'settings'>,
  needs: Needs,
  call: Call,
): Promise<Discovered> {
  const origin = store.apiUrl ?? store.url ?? '';
  const document = await read(`${origin}/.well-known/ucp`, needs, call);
  if (isProblem(document)) return document;
  const agreed = negotiate(document);
  if (!agreed) {
    const theirs = versionsIn(document).join(', ') || 'no version';
    return unexpectedAnswer(`The store supports UCP ${theirs}; this service supports ${knownVersions.join(', ')}.`);
  }
  const described = agreed.url === null ? document : await read(new URL(agreed.url, origin).href, needs, call);
  if (isProblem(described)) return described;
  const profile = profileIn(described, agreed.version, settingsOf(store).transport);
  if (profile) return { kind: 'profile', profile };
  return unexpectedAnswer("The store's profile has no shopping endpoint.");
}

const isProblem = (answer: Record<string, unknown> | StoreProblem): answer is StoreProblem => 'kind' in answer;

async function read(
  url: string,
  { client, clock }: Needs,
  call: Call,
): Promise<Record<string, unknown> | StoreProblem> {
  const reply = await client.send({ method: 'GET', url, headers: { accept: 'application/json' } }, call);
  const blocked = blockedBy(reply, clock.now());
  if (blocked) return blocked;
  const body = reply.kind === 'answered' && reply.status === 200 ? jsonIn(reply.text) : undefined;
  const isDocument = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (!isDocument) return unexpectedAnswer('The store has no UCP profile at /.well-known/ucp.');
  // A store's document may also have a field "kind".
  const { kind: _kind, ...document } = fieldsOf(body);
  return document;
}

export const unexpectedReply = (message: string): Blocked => ({
  kind: 'blocked',
  reason: 'retailer_unavailable',
  message,
});
