import ipaddr from 'ipaddr.js';

/** The parts of a request that identify the caller's address. */
export interface Addressed {
  headers: Record<string, string | string[] | undefined>;
  socket: { remoteAddress?: string | undefined };
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const unknownAddress = '0.0.0.0';
const listsByRanges = new WeakMap<readonly string[], [Address, number][]>();

function parsedRanges(trustedProxies: readonly string[]): [Address, number][] {
  let ranges = listsByRanges.get(trustedProxies);
  if (ranges === undefined) {
    ranges = trustedProxies.map((range) => {
      if (range.includes('/')) return ipaddr.parseCIDR(range);
      const address = ipaddr.process(range);
      return [address, address.kind() === 'ipv4' ? 32 : 128];
    });
    listsByRanges.set(trustedProxies, ranges);
  }
  return ranges;
}

function isTrusted(address: Address, ranges: [Address, number][]): boolean {
  return ranges.some(([range, bits]) => address.kind() === range.kind() && address.match(range, bits));
}

export const isAddressRange = (text: string): boolean =>
  text.includes('/') ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text);

export const isAddressIn = (address: string, ranges: readonly string[]): boolean =>
  ipaddr.isValid(address) && isTrusted(ipaddr.process(address), parsedRanges(ranges));

/**
 * The caller's address: the socket's, or behind trusted proxies the right-most X-Forwarded-For hop that is not one of
 * them. The caller can forge anything further left.
 */
export function clientAddress(request: Addressed, trustedProxies: readonly string[]): string {
  const peer = request.socket.remoteAddress ?? unknownAddress;
  if (trustedProxies.length === 0 || !ipaddr.isValid(peer)) return plain(peer);
  const ranges = parsedRanges(trustedProxies);
  let address = ipaddr.process(peer);
  const hops = String(request.headers['x-forwarded-for'] ?? '').split(',');
  while (isTrusted(address, ranges) && hops.length > 0) {
    const hop = hopAddress(hops.pop() ?? '');
    // An invalid hop ends the chain: use the last known proxy.
    if (hop === null) break;
    address = hop;
  }
  return address.toString();
}

/** Some proxies include the port: 203.0.113.7:4711 or [2001:db8::1]:4711. */
function hopAddress(text: string): Address | null {
  const hop = text.trim();
  const bare = /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

function plain(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : unknownAddress;
}

/**
 * The key for rate limits: a whole IPv4 address, or the /64 of an IPv6 address, because one subscriber has a whole /64.
 */
export function addressBucket(ip: string): string {
  if (!ipaddr.isValid(ip)) return unknownAddress;
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
