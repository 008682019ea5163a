import { isOriginAllowed } from '../domains/access/accounts/index.ts';
import { webhookDescriptions } from '../domains/channels/webhooks/index.ts';
import { isLegacyPath, legacySpace } from '../legacy/index.ts';
import type { Config } from '../platform/config.ts';
import { type Db, isInvalidInput, isUnavailable } from '../platform/database/index.ts';
import { type App, createHttp } from '../platform/http/index.ts';
import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics.ts';
import { isVaultUnavailable } from '../platform/secrets/index.ts';
import { currentSpace, describeApi } from '../wire/index.ts';

interface HttpNeeds {
  config: Config;
  db: Db;
  logger: Logger;
  metrics?: Metrics;
  isStalled(): boolean;
}

/** The base app with the error formats of both APIs. /v1 has its own address space. */
export async function createHttpApp({ config, db, logger, metrics, isStalled }: HttpNeeds): Promise<App> {
  const { publicUrl } = config;
  const writes = config.inFlightMax === 0 ? Number.POSITIVE_INFINITY : config.inFlightMax;
  const current = currentSpace(publicUrl);
  return createHttp({
    config,
    logger,
    ...(metrics ? { metrics } : {}),
    isUnavailable: (error) => isUnavailable(error) || isVaultUnavailable(error),
    isInvalidInput,
    isStalled,
    inFlight: { writes, all: 3 * writes },
    spaceOf: (url) => (isLegacyPath(url) ? legacySpace : current),
    description: { ...describeApi(publicUrl), webhooks: webhookDescriptions() },
    admitsOrigin: (origin) => isOriginAllowed(db, origin),
  });
}
