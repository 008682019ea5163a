import { type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { type Clock, minuteMs, plusMs } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { authInfoOf, type Visit } from './visit.ts';

/**
 * Connections of older clients that can be asked something: the question goes out on the stream of the call, and the
 * answer comes in as a request of its own, so both have to meet in one process. All other clients need no session.
 */
const sessionsMost = 1000;
const idleMs = 30 * minuteMs;

interface Session {
  transport: WebStandardStreamableHTTPServerTransport;
  server: McpServer;
  /** Whose it is; an id that another caller holds opens nothing. */
  keyId: string | null;
  usedAt: Date;
}

export interface Sessions {
  open(request: Request, visit: Visit, body: unknown): Promise<Response>;
  /** Null: there is no such session of this visitor. */
  go(id: string, request: Request, visit: Visit, body: unknown): Promise<Response | null>;
  close(): Promise<void>;
}

export function createSessions({ clock, serverFor }: { clock: Clock; serverFor: () => McpServer }): Sessions {
  const sessions = new Map<string, Session>();

  async function end(id: string): Promise<void> {
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.server.close();
  }

  /** The map is in order of use, so the oldest come first. */
  async function makeRoom(): Promise<void> {
    const idleBefore = plusMs(clock.now(), -idleMs);
    for (const [id, { usedAt }] of sessions) {
      if (sessions.size < sessionsMost && usedAt >= idleBefore) return;
      await end(id);
    }
  }

  return {
    async open(request, visit, body) {
      await makeRoom();
      const server = serverFor();
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: newId,
        onsessioninitialized: (id) => {
          sessions.set(id, { transport, server, keyId: visit.caller?.keyId ?? null, usedAt: clock.now() });
        },
        onsessionclosed: (id) => {
          sessions.delete(id);
        },
      });
      await server.connect(transport);
      return transport.handleRequest(request, { parsedBody: body, authInfo: authInfoOf(visit) });
    },
    async go(id, request, visit, body) {
      const session = sessions.get(id);
      if (!session || session.keyId !== (visit.caller?.keyId ?? null)) return null;
      sessions.delete(id);
      sessions.set(id, { ...session, usedAt: clock.now() });
      return session.transport.handleRequest(request, { parsedBody: body, authInfo: authInfoOf(visit) });
    },
    async close() {
      await Promise.all([...sessions.keys()].map(end));
    },
  };
}
