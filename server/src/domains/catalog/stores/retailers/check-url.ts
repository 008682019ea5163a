import type { Registry } from '../../../../connectors/registry.ts';
import type { World } from '../../../../kit/world.ts';
import { isWebUrl } from '../../../../platform/http/index.ts';
import { type Retailer, retailerById } from './model.ts';

export interface CheckNeeds {
  retailers: readonly Retailer[];
  registry: Registry;
  /** Configured stores besides the brands. */
  storesOf(world: World): readonly Retailer[];
  /** Countries that it ships to. Null: the store decides. */
  countriesOf(retailer: string): readonly string[] | null;
  /** Default account policy, or null. */
  accountsOf(retailer: string): 'own' | 'guest' | 'client' | null;
  evidenceOf(world: World, retailer: string): Promise<{ ordersPlaced: number; lastOrderAt: Date | null }>;
}

type Reason = 'invalid_url' | 'unsupported_retailer' | 'url_unreachable' | 'unsupported_country';

const reasons: Readonly<Record<Reason, string>> = {
  invalid_url: "This isn't a valid web page URL. Use one that starts with https://.",
  unsupported_retailer: 'No connected store has this URL.',
  url_unreachable: 'The store is connected, but this URL is not a product page.',
  unsupported_country: 'The store is connected, but does not ship to that country.',
};

/** Whether `POST /orders` accepts this URL, and why not. */
export async function checkUrl(needs: CheckNeeds, world: World, asked: { url: string; country?: string }) {
  const { registry } = needs;
  const address = URL.parse(asked.url);
  const isWeb = isWebUrl(asked.url);
  const route = isWeb ? registry.forUrl(world, asked.url) : null;
  const id = route?.ref.retailer ?? (isWeb ? registry.ownerOf(world, asked.url) : null);
  const isServed = id !== null && registry.supports(world, id);
  const shipsTo = id === null ? null : needs.countriesOf(id);
  const reason = reasonOf({ isWeb, isServed, isProduct: route !== null, shipsTo, country: asked.country });
  const accounts = id === null || !isServed ? null : needs.accountsOf(id);
  const evidence = isServed && id !== null ? await needs.evidenceOf(world, id) : null;
  return {
    url: asked.url,
    domain: isWeb && address ? address.hostname.replace(/^www\./, '') : null,
    orderable: reason === null,
    support: supportFor(reason, isServed),
    retailer: id === null || !isServed ? null : retailerOf(needs, id, asked.country ?? countryOf(needs, id, address)),
    platform: isServed && id !== null ? (registry.forRetailer(world, id)?.connector.name ?? null) : null,
    checkout: accounts && { guest_checkout: accounts === 'guest', use_your_account: true },
    ships_to: isServed && shipsTo !== null ? [...shipsTo] : null,
    evidence: evidence && {
      orders_placed: evidence.ordersPlaced > 0,
      orders_placed_count: evidence.ordersPlaced,
      last_order_at: evidence.lastOrderAt?.toISOString() ?? null,
    },
    support_detail: reason === null ? 'This product can be ordered.' : reasons[reason],
    unsupported_reason: reason,
    how_to_order: reason === null ? 'Send POST /orders with this URL in products[].url.' : null,
  };
}

const supportFor = (reason: Reason | null, isServed: boolean): 'supported' | 'partial' | 'unsupported' =>
  reason === null ? 'supported' : isServed ? 'partial' : 'unsupported';

function reasonOf(facts: {
  isWeb: boolean;
  isServed: boolean;
  isProduct: boolean;
  shipsTo: readonly string[] | null;
  country: string | undefined;
}): Reason | null {
  if (!facts.isWeb) return 'invalid_url';
  if (!facts.isServed) return 'unsupported_retailer';
  if (!facts.isProduct) return 'url_unreachable';
  const isDelivered = facts.country === undefined || facts.shipsTo === null || facts.shipsTo.includes(facts.country);
  return isDelivered ? null : 'unsupported_country';
}

/** Country by top-level domain if it ships there, otherwise its first. */
function countryOf({ retailers }: CheckNeeds, id: string, address: URL | null): string | null {
  const countries = retailerById(retailers, id)?.countries ?? [];
  const ending = address?.hostname.split('.').at(-1)?.toUpperCase() ?? '';
  return countries.find((country) => country === ending) ?? countries[0] ?? null;
}

function retailerOf({ retailers }: CheckNeeds, id: string, country: string | null) {
  const brand = retailerById(retailers, id);
  return { retailer: id, brand: brand?.id ?? null, display_name: brand?.displayName ?? id, country };
}
