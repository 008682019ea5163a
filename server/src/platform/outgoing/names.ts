import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { assertDefined } from '../../kit/assert-defined.ts';
import { isPublicAddress } from './public-address.ts';

/** The addresses of a host name; empty, or an error, where it has none. */
export type Resolve = (hostname: string) => Promise<string[]>;

const queryMs = 2_000;
const tries = 2;

/**
 * Asks the name servers directly. The system's own lookup occupies one of four threads that files need too, for as long
 * as a name server cares to hang; and it knows names, from the hosts file, that a stranger has no business with.
 */
export function createResolve(): Resolve {
  const resolver = new Resolver({ timeout: queryMs, tries });
  return async (hostname) => {
    const families = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
  };
}

/** The destination may not be called; the message is for the client that named it. */
export class RefusedDestination extends Error {}
export class UnresolvedName extends RefusedDestination {}

export const refusedPort = (port: number): RefusedDestination =>
  new RefusedDestination(
    `Port ${port} is not allowed: use 80, 443, or a port from 1024 that no well-known service uses.`,
  );

/**
 * The addresses of a host, all of them public. One that is not refuses the host altogether: a name that leads both ways
 * is a trick, or a mistake.
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

/** For a socket that is to connect to these addresses, whatever the name leads to by now. */
export function createLookup(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    if (options.all) callback(null, found);
    else callback(null, assertDefined(found[0]).address, assertDefined(found[0]).family);
  };
}
