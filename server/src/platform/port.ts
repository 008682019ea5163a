import type { Server } from 'node:net';

export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('This server is not listening.');
  return address.port;
}
