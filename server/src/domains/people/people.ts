import type { Clock } from '../../kit/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Vault } from '../../platform/secrets/index.ts';
import { createSessionSecret } from './secret.ts';
import { createSessions } from './sessions.ts';

interface Needs {
  config: Pick<Config, 'publicUrl' | 'operatorEmails'>;
  db: Db;
  clock: Clock;
  vault: Vault;
}

export function createSignIn({ config, db, clock, vault }: Needs) {
  const secret = createSessionSecret({ db, vault });
  return { sessions: createSessions({ ...config, db, clock, secret }) };
}
