import { findTestClock } from '../domains/access/accounts/index.ts';
import { policyJobs } from '../domains/access/policies/index.ts';
import { productJobs } from '../domains/catalog/products/index.ts';
import { retailerAccountJobs } from '../domains/catalog/retailer-accounts/index.ts';
import { outageMailJobs, webhookJobs } from '../domains/channels/webhooks/index.ts';
import { caseJobs, documentJobs } from '../domains/delivery/cases/index.ts';
import { returnJobs } from '../domains/delivery/returns/index.ts';
import { trackingJobs, trackingMailJobs } from '../domains/delivery/tracking/index.ts';
import { cardJobs, ensureAuthorized, topUpJobs } from '../domains/money/top-ups/index.ts';
import { noticeJobs } from '../domains/money/wallet/index.ts';
import { bulkJobs } from '../domains/orders/bulk/index.ts';
import { actionJobs, cancellationJobs, createOrderReader } from '../domains/orders/orders/index.ts';
import { failUncovered, placementJobs } from '../domains/orders/placement/index.ts';
import { testClockJobs } from '../domains/sandbox/index.ts';
import type { PluginName } from '../platform/config.ts';
import { createQueue, type JobHandlers, type Queue } from '../platform/queue/index.ts';
import { eraseJobs } from '../platform/secrets/index.ts';
import { auditJobs } from './audit-heads.ts';
import { backupJobs } from './backup/scheduled-backups.ts';
import { erasingJobs } from './erase-accounts.ts';
import { eventJobs } from './events.ts';
import { housekeepingJobs } from './housekeeping.ts';
import type { Parts } from './parts.ts';
import type { JobsOf } from './plugins/index.ts';
import { reconciliationJobs } from './reconcile-daily.ts';
import { traceJobs } from './telemetry.ts';
import { walkJobs } from './walk-stores.ts';

/**
 * Runs jobs of every kind. A kind without a handler does not compile. Jobs of a plug-in that is left out wait until it
 * is loaded again.
 */
export function createWorker(parts: Parts): Queue {
  const { background, logger, telemetry, plugins, needs } = parts;
  const ofCore: Omit<JobHandlers, JobsOf<PluginName>> = {
    ...orderJobs(parts),
    ...notificationJobs(parts),
    ...maintenanceJobs(parts),
  };
  const handlers: Partial<JobHandlers> = ofCore;
  for (const plugin of plugins) Object.assign(handlers, plugin.jobs?.());
  return createQueue({
    database: background,
    // Leases and retries use real time.
    clock: needs.clock,
    findTestClock: (id) => findTestClock(background.db, id),
    logger,
    concurrency: 450,
    handlers: traceJobs(telemetry, handlers),
  });
}

function orderJobs(parts: Parts) {
  const { config, background, forJobs, clock, logger, registry, vault, codes, rates, plugins } = parts;
  const { tracking, returns, products, topUps, cards } = parts;
  const byCard = { ...cards, ...forJobs };
  const askDesk = plugins.find((plugin) => plugin.askDesk)?.askDesk;
  const placement = {
    database: background,
    clock,
    logger,
    registry,
    vault,
    codes,
    rates,
    sandboxTimeScale: config.sandboxTimeScale,
    reconcileTimeoutMs: config.reconcileTimeoutMs,
    ensureAuthorized: (orderId: string) => ensureAuthorized(byCard, orderId),
    ...(askDesk ? { askDesk } : {}),
  };
  return {
    ...placementJobs(placement),
    ...retailerAccountJobs({ ...forJobs, clock, vault, logger, registry }),
    ...trackingJobs({ ...tracking, ...forJobs }),
    ...returnJobs({ ...returns, ...forJobs }),
    ...productJobs({ ...products, ...forJobs }),
    ...topUpJobs({ ...topUps, ...forJobs }),
    ...cardJobs({ ...byCard, failUncovered: (orderId, reason) => failUncovered(placement, orderId, reason) }),
    ...cancellationJobs({ ...tracking, ...forJobs }),
    ...documentJobs({ ...returns, ...forJobs, logger }),
    ...testClockJobs({ ...forJobs, clock }),
  };
}

function notificationJobs(parts: Parts) {
  const { config, background, forJobs, clock, logger, mailer, publicUrl, vault, outgoing, urlCredentials } = parts;
  const { topUps, acceptor, agentsPolicy, storeNameOf } = parts;
  const { webhookRetryScale: retryScale, mailDomain } = config;
  const read = createOrderReader(background);
  const byMail = { ...forJobs, clock, logger, mailer, publicUrl, storeNameOf };
  return {
    ...trackingMailJobs(byMail),
    ...actionJobs({ ...byMail, operatorEmails: config.operatorEmails }),
    ...policyJobs({ ...byMail, config }),
    ...bulkJobs(byMail),
    ...noticeJobs(byMail),
    ...caseJobs(byMail),
    ...outageMailJobs(byMail),
    ...webhookJobs({ ...forJobs, clock, logger, outgoing, vault, urlCredentials, retryScale }),
    ...eventJobs({
      ...forJobs,
      clock,
      links: { ...topUps, ...forJobs, acceptor, agentsPolicy },
      vault,
      read,
      publicUrl,
      mailDomain,
      registry: parts.registry,
    }),
  };
}

function maintenanceJobs(parts: Parts) {
  const { config, forJobs, clock, logger, vault, blobs, limiter, monitoring, registry, mailer, stores, live } = parts;
  return {
    ...auditJobs({ ...forJobs, clock, logger, vault, config }),
    ...monitoring.jobs(),
    ...eraseJobs({ vault }),
    ...erasingJobs({ ...forJobs, clock, blobs, vault }),
    ...housekeepingJobs({ ...forJobs, clock, limiter, vault, blobs, config }),
    ...backupJobs({ ...forJobs, clock, logger, config }),
    ...reconciliationJobs({ ...forJobs, clock, logger, registry, mailer, config }),
    ...walkJobs({ ...forJobs, clock, logger, mailer, config, stores, leaseServiceAccount: live.leaseServiceAccount }),
  };
}
