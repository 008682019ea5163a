import type { Server, Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app.ts';
import { closeListener } from './listen.ts';

/** Tracks the pending response of each connection, so a stop can mark it as the connection's last. */
export function trackConnections(app: App): { begin(request: FastifyRequest, reply: FastifyReply): void } {
  const replyBySocket = new Map<Socket, FastifyReply | null>();
  app.server.on('connection', (socket: Socket) => {
    replyBySocket.set(socket, null);
    socket.once('close', () => replyBySocket.delete(socket));
  });
  app.addHook('preClose', (done) => {
    for (const reply of replyBySocket.values()) {
      if (reply !== null && !reply.raw.headersSent) reply.raw.shouldKeepAlive = false;
    }
    done();
  });
  return {
    begin(request, reply) {
      if (replyBySocket.has(request.raw.socket)) replyBySocket.set(request.raw.socket, reply);
    },
  };
}

/** Stops listening, finishes the requests in flight, and closes connections once they are idle. */
export async function closeHttp(app: App, sockets: Server[] = []): Promise<void> {
  // Connections whose headers were already sent said keep-alive; close them once idle.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  try {
    await Promise.all([app.close(), ...sockets.map(closeListener)]);
  } finally {
    clearInterval(sweep);
  }
}
