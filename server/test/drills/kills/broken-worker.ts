// A worker that is wrong on purpose: the kill harness must catch it, or the harness proves nothing. It does not write
// down that it is about to buy, and it tries again when it does not know what became of a purchase.

import { trackingJobs } from '../../../src/domains/delivery/tracking/index.ts';
import { claimOrder } from '../../../src/domains/orders/orders/attempts/sql-claim.ts';
import { createOrderReader } from '../../../src/domains/orders/orders/index.ts';
import { purchaseRecordOf } from '../../../src/domains/orders/placement/index.ts';
import { purchaseRequestOf } from '../../../src/domains/orders/placement/purchase-request.ts';
import { failureOf, settleFailed, settlePlaced } from '../../../src/domains/orders/placement/settle-order.ts';
import { systemClock as clock, plusMs } from '../../../src/kit/clock.ts';
import { eventJobs } from '../../../src/main/events.ts';
import { wireSystem } from '../../../src/main/wiring.ts';
import { configFromProcess } from '../../../src/platform/config.ts';
import { openDatabase } from '../../../src/platform/database/index.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createQueue, type JobKind } from '../../../src/platform/queue/index.ts';

const config = configFromProcess();
const logger = createLogger({ level: config.logLevel });
const database = openDatabase({ url: config.databaseUrl ?? '', poolMax: config.databasePoolMax });
const { registry, vault } = await wireSystem({ config, database, clock, logger });
const triesMost = 3;

const place: JobKind = {
  concurrency: 200,
  leaseMs: 30_000,
  maxAttempts: 1_000_000,
  async run(job, control) {
    const { orderId, tries = 1 } = job.payload as { orderId: string; tries?: number };
    const order = await claimOrder(database, orderId, clock.now());
    if (!order) return;
    const connector = registry.forRetailer(order.world, order.retailer)?.connector;
    if (!connector?.prepare || !connector.submit) return;
    const request = purchaseRequestOf(order);
    const { signal } = control;
    const prepared = await connector.prepare(request, { signal });
    const outcome =
      prepared.kind === 'ready' ? await connector.submit(prepared.checkout, request, { signal }) : prepared;
    if (outcome.kind === 'placed') {
      await settlePlaced({ database, clock }, order, outcome.purchase);
    } else if (outcome.kind === 'refused') {
      await settleFailed({ database, clock }, order, failureOf(outcome));
    } else if (tries >= triesMost) {
      await settleFailed({ database, clock }, order, { errorType: 'timed_out', message: 'Tried too often.' });
    } else {
      await control.rescheduleAt(database.db, plusMs(clock.now(), 50), { orderId, tries: tries + 1 });
    }
  },
};

createQueue({
  database,
  clock,
  logger,
  concurrency: 250,
  handlers: {
    'orders.place': place,
    ...trackingJobs({
      database,
      clock,
      registry,
      recordFor: async (order) => purchaseRecordOf(order, { account: null, note: null }),
    }),
    ...eventJobs({
      database,
      clock,
      registry,
      vault,
      read: createOrderReader(database),
      publicUrl: '',
      mailDomain: '',
      links: null,
    }),
  },
}).start();
