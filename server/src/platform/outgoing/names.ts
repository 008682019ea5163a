import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { assertDefined } from '../../kit/assert-defined.ts';
import { isPublicAddress } from './public-address.ts';

/** The addresses of a host name; empty, or an error, if it has none. */
export type Resolve = (hostname: string) => Promise<string[]>;

const queryMs = 2_000;
const tries = 2;

/**
 * Queries the name servers directly. The system's lookup blocks one of four threads that file access needs too, and it
 * resolves names from the hosts file.
 */
export function createResolve(): Resolve {
  const resolver = new Resolver({ timeout: queryMs, tries });
  return async (hostname) => {
    const families = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
  };
}

/** The destination must not be called. The message is for the client that named it. */
export class RefusedDestination extends Error {}
export class UnresolvedName extends RefusedDestination {}

export const refusedPort = (port: number): RefusedDestination =>
  new RefusedDestination(
    `Port ${port} is not allowed: use 80, 443, or a port above 1023 that no well-known service uses.`,
  );

/**
 * The addresses of a host, all public. One private address refuses the host: mixed results are an attack or a mistake.
 */
export async function publicAddresses(hostname: string, resolve: Resolve): Promise<string[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => []);
  if (addresses.length === 0) throw new UnresolvedName(`The host name ${host} cannot be resolved.`);
  if (!addresses.every(isPublicAddress)) {
    throw new RefusedDestination(`The host ${host} is not on the public internet.`);
  }
  return addresses;
}

/** Makes a socket connect to these addresses, regardless of DNS changes. */
export function createLookup(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    if (options.all) callback(null, found);
    else callback(null, assertDefined(found[0]).address, assertDefined(found[0]).family);
  };
}
