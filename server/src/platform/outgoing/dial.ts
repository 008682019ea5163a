import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createLookup, createResolve, publicAddresses, type Resolve, refusedPort } from './names.ts';
import { isWebPort } from './ports.ts';

/** Connects to a host that a client named. */
export type Dial = (host: string, port: number) => Promise<Socket>;

const connectMs = 15_000;

/**
 * Applies the rules for outgoing calls to raw sockets (a browser behind a proxy). Resolves and checks the name here,
 * then connects only to the checked addresses.
 */
export function createDial({
  allowPrivate,
  resolve = createResolve(),
}: {
  allowPrivate: boolean;
  resolve?: Resolve;
}): Dial {
  return async (hostname, port) => {
    if (!isWebPort(port)) throw refusedPort(port);
    const host = hostname.replace(/^\[|\]$/g, '');
    const lookup = allowPrivate ? {} : { lookup: createLookup(await publicAddresses(host, resolve)) };
    const socket = connect({ host, port, ...lookup });
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(connectMs) });
      return socket;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  };
}
