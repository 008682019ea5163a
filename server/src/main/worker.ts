import { buyQuestion } from '../connectors/desk/index.ts';
import { policyJobs } from '../domains/access/policies/index.ts';
import { productJobs } from '../domains/catalog/products/index.ts';
import { managedAccountJobs } from '../domains/catalog/retailer-accounts/index.ts';
import { agentJobs } from '../domains/channels/agent/index.ts';
import { ucpJobs } from '../domains/channels/ucp/index.ts';
import { webhookJobs } from '../domains/channels/webhooks/index.ts';
import { caseJobs } from '../domains/delivery/cases/index.ts';
import { returnJobs } from '../domains/delivery/returns/index.ts';
import { customerMailJobs, trackingJobs } from '../domains/delivery/tracking/index.ts';
import { topUpJobs } from '../domains/money/top-ups/index.ts';
import { noticeJobs } from '../domains/money/wallet/index.ts';
import { bulkJobs } from '../domains/orders/bulk/index.ts';
import { cancellationJobs, createOrderReader, questionJobs } from '../domains/orders/orders/index.ts';
import { placementJobs } from '../domains/orders/placement/index.ts';
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
    ...caseJobs(byMail),
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
