import { type Clock, hourMs, plusMs } from '../kit/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/database/index.ts';
import { type App, hasProxyHeaders } from '../platform/http/index.ts';
import { recordSign } from './sql-signs.ts';

export const proxySign = 'proxy headers';
const recordEveryMs = hourMs;

/** Records that a proxy forwards requests, although none is configured. */
export function watchForProxies(
  app: App,
  needs: { db: Db; clock: Clock; config: Pick<Config, 'trustedProxies'> },
): void {
  if (needs.config.trustedProxies.length > 0) return;
  let notedAt: Date | null = null;
  app.addHook('onRequest', (request, _reply, done) => {
    done();
    if (!hasProxyHeaders(request)) return;
    const now = needs.clock.now();
    if (notedAt !== null && now < plusMs(notedAt, recordEveryMs)) return;
    notedAt = now;
    recordSign(needs.db, proxySign, now).catch((error: unknown) => {
      request.log.warn({ err: error }, 'could not record proxy headers');
    });
  });
}
