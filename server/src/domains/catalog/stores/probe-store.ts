import type { ProbeFinding, StoreKind, StoreKindName } from '../../../connectors/store.ts';
import type { StoreClient } from '../../../connectors/store-client.ts';
import { secondMs } from '../../../kit/clock.ts';
import type { Logger } from '../../../platform/logger.ts';
import { createRobotsClient } from './probe-robots.ts';

const probeWithinMs = 30 * secondMs;
const kindWithinMs = 8 * secondMs;

interface Needs {
  kinds: readonly StoreKind[];
  client: StoreClient;
  logger: Logger;
}

/** Null: no kind recognizes it. */
export type Probe = { kind: StoreKindName; finding: ProbeFinding } | 'unreachable' | null;

/** Hints in robots.txt. */
const kindPatterns: Partial<Record<StoreKindName, RegExp>> = {
  woocommerce: /wp-admin|woocommerce/i,
  shopify: /shopify/i,
};

/** UCP comes last, because a store's own API is preferred. */
function sortByLikelihood(kinds: readonly StoreKind[], rules: string): StoreKind[] {
  const place = ({ kind }: StoreKind): number => (kindPatterns[kind]?.test(rules) ? 0 : kind === 'ucp' ? 2 : 1);
  return kinds.toSorted((a, b) => place(a) - place(b));
}

/** Asks the store only if no kind knows its URL: in order of likelihood, with few requests, and obeying robots.txt. */
export async function probeStore(needs: Needs, url: URL): Promise<Probe> {
  for (const { kind, recognize } of needs.kinds) {
    const finding = recognize?.(url);
    if (finding) return { kind, finding };
  }
  const deadline = AbortSignal.timeout(probeWithinMs);
  const client = await createRobotsClient(needs.client, url, { signal: deadline });
  if (!client) return 'unreachable';
  for (const kind of sortByLikelihood(needs.kinds, client.rules)) {
    try {
      const call = { signal: AbortSignal.any([deadline, AbortSignal.timeout(kindWithinMs)]) };
      const finding = await kind.probe?.(url, client, call);
      if (finding) return { kind: kind.kind, finding };
    } catch (error) {
      needs.logger.info({ err: error, kind: kind.kind }, 'store probe got no response');
    }
  }
  if (client.forbidden.length > 0) {
    needs.logger.info({ url: url.origin, forbidden: client.forbidden.length }, 'robots.txt blocked a store probe');
  }
  return null;
}

/** Result of probing a URL. */
export async function describeAddress(needs: Needs, url: URL) {
  const probe = await probeStore(needs, url);
  const found = probe === null || probe === 'unreachable' ? null : probe;
  const finding = found?.finding;
  const missing = probe === 'unreachable' ? [unreachableAdvice] : [recipeAdvice];
  return {
    url: finding?.url ?? url.origin,
    reachable: probe !== 'unreachable',
    kind: found?.kind ?? null,
    name: finding?.name ?? null,
    display_name: finding?.displayName ?? null,
    api_url: finding?.apiUrl ?? null,
    currency: finding?.currency ?? null,
    countries: finding?.countries ?? null,
    abilities: finding?.abilities ?? [],
    settings: finding?.settings ?? {},
    missing: finding?.missing ?? missing,
  };
}

const unreachableAdvice = 'The URL did not respond. Check the URL, and make sure this server can reach it.';
const recipeAdvice =
  'Errand does not have an API integration for this store. Write a recipe for its pages: see /docs/recipes.';
