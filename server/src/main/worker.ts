import { buyQuestion } from '../connectors/desk/index.ts';
import { agentJobs } from '../domains/agent/index.ts';
import { bulkJobs } from '../domains/bulk/index.ts';
import { cancellationJobs } from '../domains/cancellations/index.ts';
import { managedAccountJobs } from '../domains/managed-accounts/index.ts';
import { noticeJobs } from '../domains/notices/index.ts';
import { createOrderReader } from '../domains/orders/index.ts';
import { placementJobs } from '../domains/placement/index.ts';
import { policyJobs } from '../domains/policies/index.ts';
import { productJobs } from '../domains/products/index.ts';
import { questionJobs } from '../domains/questions/index.ts';
import { returnJobs } from '../domains/returns/index.ts';
import { topUpJobs } from '../domains/top-ups/index.ts';
import { customerMailJobs, trackingJobs } from '../domains/tracking/index.ts';
import { ucpJobs } from '../domains/ucp/index.ts';
import { webhookJobs } from '../domains/webhooks/index.ts';
import type { World } from '../kit/world.ts';
import { createQueue, type Queue } from '../platform/queue/index.ts';
import { eraseJobs } from '../platform/secrets/index.ts';
import { auditJobs } from './audit-heads.ts';
import { erasingJobs } from './erase-accounts.ts';
import { eventJobs } from './events.ts';
import { housekeepingJobs } from './housekeeping.ts';
import type { Parts } from './parts.ts';
import { traceJobs } from './telemetry.ts';

/** Takes jobs of every kind; a kind without a handler does not compile. */
export function openWorker(parts: Parts): Queue {
  const { background, clock, logger, telemetry } = parts;
  return createQueue({
    database: background,
    clock,
    logger,
    concurrency: 450,
    handlers: traceJobs(telemetry, { ...orderJobs(parts), ...newsJobs(parts), ...upkeepJobs(parts) }),
  });
}

/** What is bought, followed, sent back and paid. */
function orderJobs(parts: Parts) {
  const { config, background, forJobs, clock, logger, registry, vault, codes, live, deskScope } = parts;
  const { tracking, returns, products, topUps, agent } = parts;
  const placement = {
    database: background,
    clock,
    logger,
    registry,
    vault,
    codes,
    sandboxTimeScale: config.sandboxTimeScale,
    reconcileGiveUpMs: config.reconcileGiveUpMs,
    askDesk: (order: { world: World; retailer: string; max_price_cents: number; items: unknown[] }) =>
      order.world === 'live' && live.isBoughtByPeople(order.retailer, deskScope)
        ? buyQuestion(order, 'The store does not let us in. Buy this at its pages, and write down what it cost.')
        : null,
  };
  return {
    ...placementJobs(placement),
    ...managedAccountJobs({ ...forJobs, clock, vault, logger, registry }),
    ...trackingJobs({ ...tracking, ...forJobs }),
    ...returnJobs({ ...returns, ...forJobs }),
    ...productJobs({ ...products, ...forJobs }),
    ...topUpJobs({ ...topUps, ...forJobs }),
    ...agentJobs({ ...agent, ...forJobs }),
    ...cancellationJobs({ ...tracking, ...forJobs }),
  };
}

/** Who is told of it: people by mail, programs by webhooks. */
function newsJobs(parts: Parts) {
  const { config, background, forJobs, clock, logger, mailer, publicUrl, vault, outgoing, urlCredentials } = parts;
  const { profiles, shown, identity, topUps, acceptor, agentsPolicy } = parts;
  const { webhookRetryScale: retryScale, mailDomain } = config;
  const read = createOrderReader(background);
  const byMail = { ...forJobs, clock, logger, mailer, publicUrl };
  return {
    ...customerMailJobs(byMail),
    ...questionJobs({ ...byMail, operatorEmails: config.operatorEmails }),
    ...policyJobs({ ...byMail, config }),
    ...bulkJobs(byMail),
    ...noticeJobs(byMail),
    ...webhookJobs({ ...forJobs, clock, logger, outgoing, vault, urlCredentials, retryScale }),
    ...ucpJobs({
      ...forJobs,
      clock,
      outgoing,
      profiles,
      shown,
      retryScale,
      read,
      identity: identity.whole,
      allowsPlain: config.webhookAllowPrivate,
    }),
    ...eventJobs({
      ...forJobs,
      clock,
      links: { ...topUps, ...forJobs, acceptor, agentsPolicy },
      vault,
      read,
      publicUrl,
      mailDomain,
    }),
  };
}

function upkeepJobs({ config, forJobs, clock, logger, vault, blobs, limiter, monitoring }: Parts) {
  return {
    ...auditJobs({ ...forJobs, clock, logger, vault, config }),
    ...monitoring.jobs(),
    ...eraseJobs({ vault }),
    ...erasingJobs({ ...forJobs, clock, blobs, vault }),
    ...housekeepingJobs({ ...forJobs, clock, limiter, vault, blobs, config }),
  };
}
