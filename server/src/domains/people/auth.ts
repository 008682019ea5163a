import { createHash } from 'node:crypto';
import { secondMs } from '../../kit/clock.ts';
import { fieldsOf } from '../../kit/fields.ts';
import { newId } from '../../kit/ids.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/logger.ts';
import { cookiePrefix } from './cookie.ts';
import { unusableAddress } from './failures.ts';
import { linkLifeMs, sessionLifeMs } from './model.ts';

interface Needs {
  db: Db;
  logger: Logger;
  publicUrl: string;
  secret(): Promise<string>;
  /** Hands a link's token over to the owner of the mailbox. */
  deliver(email: string, token: string, way: LinkWay): Promise<void>;
}

/** Where a link leads, and the secret of the browser that asked for it. */
export interface LinkWay {
  nextPath: string;
  browser: string;
}

/** What better-auth does for us. */
export interface Auth {
  sendLink(email: string, way: LinkWay): Promise<void>;
  /** Uses a link up: the Set-Cookie headers of a new session, or null when the link is no good. */
  redeem(token: string): Promise<string[] | null>;
}

const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The name under which better-auth keeps a link. */
export const linkIdentifier = (token: string): string => `magic-link:${hashToken(token)}`;

/** Loaded at the first sign-in: the package takes most of a second, which a start should not wait for. */
export function createAuth(needs: Needs): () => Promise<Auth> {
  let loaded: Promise<Auth> | null = null;
  return () => {
    loaded ??= load(needs).catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}

async function load({ db, logger, publicUrl, secret, deliver }: Needs): Promise<Auth> {
  const [{ betterAuth }, { magicLink }] = await Promise.all([
    import('better-auth'),
    import('better-auth/plugins/magic-link'),
  ]);
  const times = { createdAt: 'created_at', updatedAt: 'updated_at' };
  const auth = betterAuth({
    appName: 'Errand',
    baseURL: new URL(publicUrl).origin,
    basePath: '/auth',
    secret: await secret(),
    database: { db, type: 'postgres' },
    user: { modelName: 'people', fields: { emailVerified: 'email_verified', ...times } },
    session: {
      modelName: 'people_sessions',
      fields: {
        userId: 'person_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...times,
      },
      expiresIn: sessionLifeMs / secondMs,
    },
    verification: { modelName: 'people_links', fields: { expiresAt: 'expires_at', ...times } },
    advanced: {
      cookiePrefix,
      useSecureCookies: publicUrl.startsWith('https:'),
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => newId(), validateSchema: false },
    },
    plugins: [
      magicLink({
        expiresIn: linkLifeMs / secondMs,
        storeToken: { type: 'custom-hasher', hash: async (token) => hashToken(token) },
        // People are made by us, together with their account.
        disableSignUp: true,
        sendMagicLink: ({ email, token, metadata }) => deliver(email, token, metadata as LinkWay),
      }),
    ],
    telemetry: { enabled: false },
    logger: { level: 'warn', log: (_level, message) => logger.warn(`better-auth: ${message}`) },
  });
  const headers = new Headers();
  return {
    async sendLink(email, way) {
      try {
        await auth.api.signInMagicLink({ body: { email, metadata: { ...way } }, headers });
      } catch (error) {
        // Its idea of an address is a little narrower than ours.
        if (fieldsOf(error).statusCode === 400) throw unusableAddress();
        throw error;
      }
    },
    async redeem(token) {
      const response = await auth.api.magicLinkVerify({ query: { token }, headers, asResponse: true });
      if (response.status >= 500) throw new Error(`better-auth answered ${response.status}.`);
      return response.status === 200 ? response.headers.getSetCookie() : null;
    },
  };
}
