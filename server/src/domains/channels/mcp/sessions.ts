import { type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { type Clock, minuteMs, plusMs, secondMs } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import { tooManyRequests } from '../../access/accounts/index.ts';
import { authInfoOf, type CallContext } from './call-context.ts';

/**
 * Sessions of older clients that can be asked a question: the question goes out on the stream of the call, and the
 * answer arrives as a separate request, so both must meet in one process. Other clients need no session.
 *
 * Keys and anonymous callers have separate pools, and every caller has its own quota: nobody can end or use up the
 * sessions of somebody else.
 */
interface Quota {
  perCaller: number;
  total: number;
  idleMs: number;
}
const keyQuota: Quota = { perCaller: 20, total: 1000, idleMs: 30 * minuteMs };
const anonymousQuota: Quota = { perCaller: 20, total: 500, idleMs: 10 * minuteMs };

interface Session {
  transport: WebStandardStreamableHTTPServerTransport;
  server: McpServer;
  /** Null for an anonymous caller. A session id sent by anyone else opens nothing. */
  keyId: string | null;
  /** The key, or the network address of an anonymous caller. */
  caller: string;
  usedAt: Date;
}

export interface Sessions {
  /** Null: every session that keys may have is in use. Throws a 429 when an anonymous caller has no session left. */
  open(request: Request, callContext: CallContext, body: unknown): Promise<Response | null>;
  /** Null: this caller has no such session. */
  go(id: string, request: Request, callContext: CallContext, body: unknown): Promise<Response | null>;
  close(): Promise<void>;
}

const keyIdOf = ({ caller }: CallContext): string | null => caller?.keyId ?? null;
const quotaOf = (keyId: string | null): Quota => (keyId === null ? anonymousQuota : keyQuota);

export function createSessions({ clock, serverFor }: { clock: Clock; serverFor: () => McpServer }): Sessions {
  /** Least recently used first. */
  const sessions = new Map<string, Session>();

  async function end(id: string): Promise<void> {
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.server.close();
  }

  const endAll = (ids: string[]) => Promise.all(ids.map(end));

  function idleIds(): string[] {
    const now = clock.now();
    return [...sessions]
      .filter(([, { keyId, usedAt }]) => plusMs(usedAt, quotaOf(keyId).idleMs) <= now)
      .map(([id]) => id);
  }

  /** The sessions to end first, all of them the caller's own; null when there is no room for another one. */
  function makeRoomFor(keyId: string | null, caller: string): string[] | null {
    const quota = quotaOf(keyId);
    const pool = [...sessions].filter(([, session]) => (session.keyId === null) === (keyId === null));
    const own = pool.filter(([, session]) => session.caller === caller);
    const isOver = own.length >= quota.perCaller;
    // Anonymous callers at one address may be different people, so the address waits instead.
    if (keyId === null && (isOver || pool.length >= quota.total)) throw tooManySessions(quota, isOver ? own : pool);
    if (isOver) return own.slice(0, own.length - quota.perCaller + 1).map(([id]) => id);
    return pool.length >= quota.total ? null : [];
  }

  function tooManySessions({ perCaller, idleMs }: Quota, full: [string, Session][]): Error {
    const now = clock.now();
    const resetAt = plusMs(full[0]?.[1].usedAt ?? now, idleMs);
    const seconds = Math.max(1, Math.ceil((resetAt.getTime() - now.getTime()) / secondMs));
    return tooManyRequests(perCaller, seconds, resetAt, ' Close MCP sessions you no longer need, or send an API key.');
  }

  return {
    async open(request, callContext, body) {
      const keyId = keyIdOf(callContext);
      const caller = keyId ?? callContext.addressBucket;
      const idle = endAll(idleIds());
      const old = makeRoomFor(keyId, caller);
      if (old === null) return null;
      const id = newId();
      const server = serverFor();
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: () => id,
        onsessionclosed: () => void sessions.delete(id),
      });
      // Counted before anything is awaited, so that requests sent at once cannot exceed the quota.
      sessions.set(id, { transport, server, keyId, caller, usedAt: clock.now() });
      let isOpen = false;
      try {
        await Promise.all([idle, endAll(old)]);
        await server.connect(transport);
        const answer = await transport.handleRequest(request, { parsedBody: body, authInfo: authInfoOf(callContext) });
        isOpen = answer.ok;
        return answer;
      } finally {
        if (!isOpen) await end(id);
      }
    },
    async go(id, request, callContext, body) {
      const session = sessions.get(id);
      if (!session || session.keyId !== keyIdOf(callContext)) return null;
      sessions.delete(id);
      sessions.set(id, { ...session, usedAt: clock.now() });
      return session.transport.handleRequest(request, { parsedBody: body, authInfo: authInfoOf(callContext) });
    },
    async close() {
      await endAll([...sessions.keys()]);
    },
  };
}
