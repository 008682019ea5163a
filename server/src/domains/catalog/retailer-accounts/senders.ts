import type { World } from '../../../kit/world.ts';
import { isProviderAddress } from './forwarding.ts';

/** The domains from which a retailer writes. */
export type DomainsOf = (retailer: string | null) => readonly string[];

/** Simulated stores write from names below this one. */
const sandboxDomain = 'sandbox.example';

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

const hostOf = (address: string): string => address.split('@').at(-1)?.toLowerCase() ?? '';

interface Receiver {
  world: World;
  retailer: string | null;
}

/**
 * Whether a code in this mail may be the store's: anybody can write to a forwarding address. Default credentials take the
 * mail of every retailer of the catalogue; in the sandbox, where nothing can be stolen, that of anybody.
 */
export function isFromRetailer(from: string, { world, retailer }: Receiver, domainsOf: DomainsOf): boolean {
  if (world === 'test' && (retailer === null || isWithin(hostOf(from), sandboxDomain))) return true;
  return domainsOf(retailer).some((domain) => isWithin(hostOf(from), domain));
}

/** Whether a request to confirm a forwarding may be a mail provider's. */
export const isFromProvider = (from: string, { world, retailer }: Receiver): boolean =>
  (world === 'test' && retailer === null) || isProviderAddress(hostOf(from));
