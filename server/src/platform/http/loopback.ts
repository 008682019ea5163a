import ipaddr from 'ipaddr.js';
import type { Addressed } from './address.ts';

const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

export const hasProxyHeaders = ({ headers }: Pick<Addressed, 'headers'>): boolean =>
  proxyHeaders.some((name) => headers[name] !== undefined);

/**
 * Whether the request comes from this machine. The address alone does not prove it: a local proxy forwards strangers,
 * and a foreign page can use a name that resolves to loopback. The Host header reveals the latter.
 */
export function isFromThisMachine({ headers, socket }: Addressed): boolean {
  if (hasProxyHeaders({ headers })) return false;
  const host = String(headers.host ?? '').replace(/:\d*$/, '');
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return isLoopback(socket.remoteAddress ?? '') && (name === 'localhost' || isLoopback(name));
}

/**
 * Whether a service at this URL is only for its own machine. A public one may be behind a proxy whose requests look
 * local: nginx by default adds no header and uses our loopback name.
 */
export function isOnlyForThisMachine(publicUrl: string): boolean {
  const name = new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return isLoopback(name) || (ipaddr.isValid(name) && ipaddr.process(name).range() === 'unspecified');
}

/** Whether a server on this host is reachable only from this machine. */
export const isLoopbackName = (host: string): boolean => host === 'localhost' || isLoopback(host);

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
