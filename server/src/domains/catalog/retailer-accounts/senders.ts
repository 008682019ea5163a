import type { World } from '../../../kit/world.ts';
import { isProviderAddress } from './forwarding.ts';

/** Sender domains of a retailer. */
export type DomainsOf = (retailer: string | null) => readonly string[];

/** Sender domain of simulated stores. */
const sandboxDomain = 'sandbox.example';

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

const hostOf = (address: string): string => address.split('@').at(-1)?.toLowerCase() ?? '';

interface Receiver {
  world: World;
  retailer: string | null;
}

/**
 * Whether the sender may be the store. Default credentials accept every retailer of the catalog; the sandbox accepts
 * anyone.
 */
export function isFromRetailer(from: string, { world, retailer }: Receiver, domainsOf: DomainsOf): boolean {
  if (world === 'test' && (retailer === null || isWithin(hostOf(from), sandboxDomain))) return true;
  return domainsOf(retailer).some((domain) => isWithin(hostOf(from), domain));
}

/** Whether the sender may be a mail provider. */
export const isFromProvider = (from: string, { world, retailer }: Receiver): boolean =>
  (world === 'test' && retailer === null) || isProviderAddress(hostOf(from));
