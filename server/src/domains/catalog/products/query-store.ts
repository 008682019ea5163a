import type { Ability, Call, Connector } from '../../../connectors/contract.ts';
import type { Registry } from '../../../connectors/registry.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { World } from '../../../kit/world.ts';

/** The store, if it has this ability in this mode. */
export function storeFor(
  registry: Registry,
  world: World,
  retailer: string,
  ability: Ability,
): { connector: Connector; retailer: string } | null {
  return registry.supports(world, retailer, ability) ? registry.forRetailer(world, retailer) : null;
}

/** Accepts an ID or a product URL. Null if the URL is another retailer's. */
export function productIdFrom(registry: Registry, world: World, retailer: string, given: string): string | null {
  if (!/^https?:/i.test(given)) return given;
  const ref = registry.forUrl(world, given)?.ref;
  return ref?.retailer === retailer ? ref.productId : null;
}

/** The requested domain if the retailer sells in another currency there. Its answers are cached separately. */
export function domainOf(
  registry: Registry,
  world: World,
  given: { retailer: string; productId: string },
): string | null {
  const isPage = /^https?:/i.test(given.productId);
  const name = given.retailer.trim().toLowerCase();
  const known = isPage ? given.productId : (registry.forProduct(world, { ...given, retailer: name })?.url ?? null);
  const page = known === null ? null : URL.parse(known);
  if (!page) return null;
  if (!isPage && name.includes('.')) page.hostname = name;
  return registry.forUrl(world, page.href)?.ref.domain ?? null;
}

type StoreQuery<Answer> = (call: Call) => Promise<Answer>;

/** Adds a deadline, even for a connector that ignores its signal. */
export async function queryWithin<Answer>(
  clock: Clock,
  deadlineMs: number,
  question: StoreQuery<Answer>,
): Promise<Answer> {
  const over = new AbortController();
  const late = clock.sleep(deadlineMs, over.signal).then(() => {
    throw new Error(`No response within ${deadlineMs} ms`);
  });
  try {
    return await Promise.race([late, startQuery(question, over.signal)]);
  } finally {
    over.abort(new Error('The deadline passed'));
  }
}

/** Turns a synchronous throw into a rejection. */
async function startQuery<Answer>(question: StoreQuery<Answer>, signal: AbortSignal): Promise<Answer> {
  return question({ signal });
}
