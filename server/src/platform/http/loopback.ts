import ipaddr from 'ipaddr.js';
import type { Addressed } from './address.ts';

const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Whether somebody at this very machine is asking. The address alone does not say so: a proxy on the machine passes
 * strangers on, and a stranger's page can be given a name that resolves to loopback, which the Host header gives away.
 */
export function isFromThisMachine({ headers, socket }: Addressed): boolean {
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  const host = String(headers.host ?? '').replace(/:\d*$/, '');
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return isLoopback(socket.remoteAddress ?? '') && (name === 'localhost' || isLoopback(name));
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
