import { reportParcels } from '../domains/delivery/tracking/index.ts';
import { recordAction } from '../domains/operations/operator/index.ts';
import type { Pulse } from '../platform/database/index.ts';
import { createCommitSafety } from './commit-safety.ts';
import { createHealth } from './health.ts';
import { wireMonitoring } from './monitoring.ts';
import { type BaseParts, createBaseParts, createCallerParts, type WiringNeeds } from './parts-base.ts';
import { createCardParts } from './parts-cards.ts';
import { createOrderParts } from './parts-orders.ts';
import { createPaymentParts } from './parts-payments.ts';
import { createStoreParts, type StoreParts } from './parts-stores.ts';
import { isJobLeftOut } from './plugins/left-out.ts';
import type { StorePlugin } from './plugins/store-plugin.ts';

export type CoreParts = Awaited<ReturnType<typeof createCoreParts>>;

/** Creates everything that routes and jobs get, without plug-ins. */
export async function createCoreParts(needs: WiringNeeds, plugins: readonly StorePlugin[]) {
  const base = await createBaseParts(needs);
  const callers = createCallerParts(base);
  const shops = await createStoreParts(base, plugins);
  const cards = await createCardParts(base);
  const buying = createOrderParts({ ...base, ...callers, ...shops, ...cards });
  const paying = await createPaymentParts({ ...base, ...callers, ...buying });
  const watching = createMonitoringParts({ ...base, ...callers, ...shops });
  return { ...base, ...callers, ...shops, ...cards, ...buying, ...paying, ...watching };
}

type ByHand = Omit<Parameters<typeof import('../domains/orders/desk/index.ts').deskMail>[0], 'logger' | 'mailDomain'>;

/** Creates monitoring, and the functions operators use by hand. */
function createMonitoringParts(parts: BaseParts & Pick<StoreParts, 'registry' | 'stores'>) {
  const { needs, config, database, background, clock, logger, registry, stores, mailer, outgoing, vault } = parts;
  const vitals: { pulse: Pulse | null } = { pulse: null };
  const commitSafety = createCommitSafety({ config, database, logger });
  const health = createHealth({
    database,
    registry,
    stores,
    clock,
    mailer,
    sendsMail: config.smtpUrl !== null,
    dataDir: config.dataDir,
    isJobLeftOut: (kind) => isJobLeftOut(kind, config.plugins),
    pulse: () => vitals.pulse?.state() ?? null,
    commitTrouble: commitSafety.trouble,
  });
  const byHand: ByHand = {
    database,
    clock,
    reportParcels: (tx, orderId, parcels) => reportParcels({ clock }, tx, orderId, parcels),
    recordAction: (tx, { orderId, ...action }) =>
      recordAction({ tx, clock }, { ...action, subject: { type: 'order', id: orderId } }),
  };
  return {
    vitals,
    commitSafety,
    health,
    monitoring: wireMonitoring({ ...needs, background, registry, stores, health, mailer, outgoing, vault }),
    byHand,
  };
}
