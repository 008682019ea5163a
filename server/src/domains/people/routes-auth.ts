import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../kit/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database/index.ts';
import { type App, addressBucket, clientAddress, isFromOwnPage } from '../../platform/http/index.ts';
import type { Limiter } from '../../platform/limiter.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Guard } from '../accounts/index.ts';
import type { Auth } from './auth.ts';
import { clearedCookie } from './cookie.ts';
import { foreignPage } from './failures.ts';
import { isNextPath } from './model.ts';
import { openLink } from './open-link.ts';
import { LinkBody } from './schema.ts';
import { sendLink } from './send-link.ts';
import type { PeopleSessions } from './sessions.ts';

export interface AuthRouteNeeds {
  config: Pick<Config, 'publicUrl' | 'trustedProxies' | 'rateLimitPerAddress'>;
  db: Db;
  clock: Clock;
  logger: Logger;
  limiter: Limiter;
  guard: Guard;
  auth(): Promise<Auth>;
  sessions: PeopleSessions;
}

const defaultPath = '/app';

/** Signing in and out, on the paths that better-auth gives them. They serve the web pages, not the API. */
export function authRoutes(app: App, needs: AuthRouteNeeds): void {
  const { publicUrl, trustedProxies, rateLimitPerAddress } = needs.config;

  async function ownPagesOnly(request: FastifyRequest): Promise<void> {
    if (!isFromOwnPage(request.headers, publicUrl)) throw foreignPage();
  }

  app.post(
    '/auth/sign-in/magic-link',
    { onRequest: [needs.guard.anyone, ownPagesOnly], schema: { hide: true, body: LinkBody } },
    async (request) => {
      const { email, callbackURL: nextPath = defaultPath } = request.body;
      const address = addressBucket(clientAddress(request, trustedProxies));
      await sendLink(needs, { email, nextPath, addressBucket: rateLimitPerAddress === 0 ? null : address });
      return { status: true };
    },
  );

  app.get(
    '/auth/magic-link/verify',
    // A HEAD, as scanners of mail send it, must not use the link up.
    { onRequest: needs.guard.anyone, exposeHeadRoute: false, schema: { hide: true } },
    async (request, reply) => {
      const { token, callbackURL } = request.query as Record<string, unknown>;
      const cookies = typeof token === 'string' ? await openLink(needs, token) : null;
      if (cookies === null) return reply.redirect(`${publicUrl}/sign-in?error=INVALID_TOKEN`, 303);
      // The cookie of an earlier session is overwritten now, so nobody could end that one any more.
      await needs.sessions.end(request.headers.cookie ?? '');
      const nextPath = typeof callbackURL === 'string' && isNextPath(callbackURL) ? callbackURL : defaultPath;
      return reply.header('set-cookie', cookies).redirect(publicUrl + nextPath, 303);
    },
  );

  app.post(
    '/auth/sign-out',
    { onRequest: [needs.guard.anyone, ownPagesOnly], schema: { hide: true } },
    async (request, reply) => {
      await needs.sessions.end(request.headers.cookie ?? '');
      return reply.header('set-cookie', clearedCookie(publicUrl)).send({ success: true });
    },
  );
}
