import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../kit/clock.ts';
import { fieldsOf } from '../../kit/fields.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database/index.ts';
import {
  type App,
  addressBucket,
  clientAddress,
  html,
  isFromOwnPage,
  type PageParts,
  sendPage,
} from '../../platform/http/index.ts';
import type { Limiter } from '../../platform/limiter.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Mailer } from '../../platform/mailer/index.ts';
import type { Guard } from '../access/accounts/index.ts';
import { browserSecretCookie, browserSecretIn, createBrowserSecret, isLinkProof } from './browser-secret.ts';
import { clearedCookie } from './cookie.ts';
import { crossSiteRequest } from './failures.ts';
import { isNextPath } from './model.ts';
import { openLink, readLinkEmail } from './open-link.ts';
import { ConfirmBody, LinkBody } from './schema.ts';
import { sendLink } from './send-link.ts';
import type { PeopleSessions } from './sessions.ts';

export interface AuthRouteNeeds {
  config: Pick<Config, 'publicUrl' | 'trustedProxies' | 'rateLimitPerAddress'>;
  db: Db;
  clock: Clock;
  logger: Logger;
  limiter: Limiter;
  guard: Guard;
  mailer: Mailer;
  sessions: PeopleSessions;
}

const defaultPath = '/app';

const verifyPath = '/auth/magic-link/verify';

/** Sign-in and sign-out, on the paths in mailed links. They serve the web pages, not the API. */
export function authRoutes(app: App, needs: AuthRouteNeeds): void {
  const { publicUrl } = needs.config;

  async function ownPagesOnly(request: FastifyRequest): Promise<void> {
    if (!isFromOwnPage(request.headers, publicUrl)) throw crossSiteRequest();
  }
  const fromOwnPages = [needs.guard.anyone, ownPagesOnly];

  requestLinkRoute(app, needs, fromOwnPages);
  openRoutes(app, needs, fromOwnPages);

  app.post('/auth/sign-out', { onRequest: fromOwnPages, schema: { hide: true } }, async (request, reply) => {
    await needs.sessions.end(request.headers.cookie ?? '');
    return reply.header('set-cookie', clearedCookie(publicUrl)).send({ success: true });
  });
}

type Guards = Guard['anyone'][];

function requestLinkRoute(app: App, needs: AuthRouteNeeds, onRequest: Guards): void {
  const { publicUrl, trustedProxies, rateLimitPerAddress } = needs.config;
  app.post(
    '/auth/sign-in/magic-link',
    { onRequest, schema: { hide: true, body: LinkBody } },
    async (request, reply) => {
      const { email, callbackURL: nextPath = defaultPath } = request.body;
      const address = addressBucket(clientAddress(request, trustedProxies));
      // One secret for all links that a browser requests, so each of them is recognized.
      const browser = browserSecretIn(request.headers.cookie ?? '', publicUrl) ?? createBrowserSecret();
      await sendLink(needs, { email, nextPath, browser, addressBucket: rateLimitPerAddress === 0 ? null : address });
      return reply.header('set-cookie', browserSecretCookie(browser, publicUrl)).send({ status: true });
    },
  );
}

function openRoutes(app: App, needs: AuthRouteNeeds, fromOwnPages: Guards): void {
  const { publicUrl } = needs.config;
  const redirectInvalid = (reply: FastifyReply) => reply.redirect(`${publicUrl}/sign-in?error=INVALID_TOKEN`, 303);

  async function signIn(request: FastifyRequest, reply: FastifyReply, token: string, nextPath: string) {
    const cookie = await openLink(needs, token);
    if (cookie === null) return redirectInvalid(reply);
    // The earlier session's cookie is overwritten now, so the browser could no longer end that session.
    await needs.sessions.end(request.headers.cookie ?? '');
    return reply.header('set-cookie', cookie).redirect(publicUrl + nextPath, 303);
  }

  app.get(
    verifyPath,
    { onRequest: needs.guard.anyone, exposeHeadRoute: false, schema: { hide: true } },
    async (request, reply) => {
      const { token, by, callbackURL } = fieldsOf(request.query);
      if (typeof token !== 'string') return redirectInvalid(reply);
      const nextPath = nextPathFrom(callbackURL);
      const browser = browserSecretIn(request.headers.cookie ?? '', publicUrl);
      if (browser !== null && typeof by === 'string' && isLinkProof(by, browser, token)) {
        return signIn(request, reply, token, nextPath);
      }
      const email = await readLinkEmail(needs, token);
      if (email === null) return redirectInvalid(reply);
      // Under no-referrer the form would be sent with `Origin: null`. strict-origin never sends the path, which
      // contains the token.
      return sendPage(reply.header('referrer-policy', 'strict-origin'), confirmPage({ email, token, nextPath }));
    },
  );

  app.post(
    verifyPath,
    { onRequest: fromOwnPages, config: { takesForm: true }, schema: { hide: true, body: ConfirmBody } },
    async (request, reply) => signIn(request, reply, request.body.token, nextPathFrom(request.body.callbackURL)),
  );
}

const nextPathFrom = (wanted: unknown): string =>
  typeof wanted === 'string' && isNextPath(wanted) ? wanted : defaultPath;

interface ConfirmInput {
  email: string;
  token: string;
  nextPath: string;
}

/** Shown for a link that this browser did not request: names the account and asks before signing in. */
function confirmPage({ email, token, nextPath }: ConfirmInput): PageParts {
  return {
    title: 'Sign in · Errand',
    description: 'Confirm that you want to sign in.',
    body: html`<main id="main"><section class="card"><h1 class="break">Sign in as ${email}?</h1>
<p class="lead">This link was requested in another browser or on another device.</p>
<form method="post" action="/auth/magic-link/verify">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="callbackURL" value="${nextPath}">
<p><button>Sign in</button></p>
</form>
<p><strong>Not your email?</strong> Close this page. Someone else requested the link and would see everything you do after signing in with it. You can <a href="/sign-in">sign in with your own address</a> instead.</p></section></main>`,
  };
}
