import ipaddr from 'ipaddr.js';
import type { Addressed } from './address.ts';

const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

export const hasProxyHeaders = ({ headers }: Pick<Addressed, 'headers'>): boolean =>
  proxyHeaders.some((name) => headers[name] !== undefined);

/**
 * Whether the request comes from this very machine. The address alone does not say so: a proxy on the machine passes
 * strangers on, and a stranger's page can be given a name that resolves to loopback, which the Host header gives away.
 */
export function isFromThisMachine({ headers, socket }: Addressed): boolean {
  if (hasProxyHeaders({ headers })) return false;
  const host = String(headers.host ?? '').replace(/:\d*$/, '');
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return isLoopback(socket.remoteAddress ?? '') && (name === 'localhost' || isLoopback(name));
}

/**
 * Whether a service at this address is for its own machine only. One that strangers are told about may stand behind a proxy
 * that passes them on as if they sat here: nginx, left to itself, adds no header and calls us by our loopback name.
 */
export function isOnlyForThisMachine(publicUrl: string): boolean {
  const name = new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return isLoopback(name) || (ipaddr.isValid(name) && ipaddr.process(name).range() === 'unspecified');
}

/** Whether only this machine reaches a server that listens on this host. */
export const isLoopbackName = (host: string): boolean => host === 'localhost' || isLoopback(host);

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
