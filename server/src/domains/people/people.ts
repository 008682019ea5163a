import type { Clock } from '../../kit/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Mailer } from '../../platform/mailer/index.ts';
import type { Vault } from '../../platform/secrets/index.ts';
import { createAuth } from './auth.ts';
import { mailLink } from './mail-link.ts';
import { createSessionSecret } from './secret.ts';
import { createSessions } from './sessions.ts';

interface Needs {
  config: Pick<Config, 'publicUrl' | 'operatorEmails'>;
  db: Db;
  clock: Clock;
  logger: Logger;
  mailer: Mailer;
  vault: Vault;
}

/** What signs people in, and what knows who is. */
export function createPeople({ config, db, clock, logger, mailer, vault }: Needs) {
  const { publicUrl, operatorEmails } = config;
  const secret = createSessionSecret({ db, vault });
  const mail = { mailer, publicUrl };
  return {
    sessions: createSessions({ db, clock, publicUrl, operatorEmails, secret }),
    auth: createAuth({
      db,
      logger,
      publicUrl,
      secret,
      deliver: (email, token, way) => mailLink(mail, email, token, way),
    }),
  };
}
