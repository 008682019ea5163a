import { minuteMs } from '../kit/clock.ts';
import { type Config, ConfigError } from '../platform/config.ts';
import { type Database, findCommitRisk } from '../platform/database/index.ts';
import type { Logger } from '../platform/logger.ts';

interface Needs {
  config: Pick<Config, 'asyncStandbys' | 'role'>;
  database: Database;
  logger: Logger;
}

export interface CommitSafety {
  /** Why an acknowledged commit could be lost. */
  trouble(): string | null;
  start(): Promise<() => void>;
}

/** Watches that a committed "submitting" cannot be lost. Live purchases depend on it. */
export function createCommitSafety({ config, database, logger }: Needs): CommitSafety {
  let trouble: string | null = null;
  const checkCommits = async () => {
    const found = await findCommitRisk(database.db);
    if (found !== null && found !== trouble) {
      logger.error(
        { reason: found },
        'standbys are asynchronous: after a failover, open orders are looked up at their stores',
      );
    }
    trouble = found;
  };
  return {
    trouble: () => trouble,
    async start() {
      await checkCommits();
      if (trouble !== null && config.asyncStandbys === 'refuse' && config.role !== 'api') {
        throw new ConfigError(
          'DATABASE_URL',
          `a server that never loses acknowledged commits, because ASYNC_STANDBYS is refuse: ${trouble}`,
        );
      }
      const timer = setInterval(() => void checkCommits().catch(() => {}), minuteMs);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
