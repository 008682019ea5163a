import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether an address is on the public internet. An allow-list, so special ranges defined in the future are refused too.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return isPublicIpv4(address);
  const embedded = embeddedIpv4(address);
  // Tunnels that embed an IPv4 address elsewhere (6to4, Teredo) are special ranges, not unicast.
  return embedded ? isPublicIpv4(embedded) : address.match(globalUnicast) && address.range() === 'unicast';
}

const isPublicIpv4 = (address: ipaddr.IPv4): boolean => address.range() === 'unicast';

/** The kernel treats ::ffff:a.b.c.d as a.b.c.d; a network without IPv4 reaches a.b.c.d as 64:ff9b::a.b.c.d. */
function embeddedIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  return address.match(nat64) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : null;
}
