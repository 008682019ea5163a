import { createAgentProfiles } from '../domains/channels/ucp/index.ts';
import { reportByHand } from '../domains/delivery/tracking/index.ts';
import { recordAction } from '../domains/operations/operator/index.ts';
import type { deskMail } from '../domains/orders/desk/index.ts';
import type { Pulse } from '../platform/database/index.ts';
import { createCommitSafety } from './commit-safety.ts';
import { createHealth } from './health.ts';
import { wireMonitoring } from './monitoring.ts';
import { createBuying } from './parts-buying.ts';
import { createCallers, createGround, type Ground, type WiringNeeds } from './parts-ground.ts';
import { createPaying } from './parts-paying.ts';
import { createShops, type Shops } from './parts-shops.ts';

export type Parts = Awaited<ReturnType<typeof createParts>>;

/** Everything that routes and jobs are given, made once for a process. */
export async function createParts(needs: WiringNeeds) {
  const ground = await createGround(needs);
  const callers = createCallers(ground);
  const shops = await createShops(ground);
  const buying = createBuying({ ...ground, ...callers, ...shops });
  const paying = await createPaying({ ...ground, ...callers, ...buying });
  const watching = createWatching({ ...ground, ...callers, ...shops });
  return { ...ground, ...callers, ...shops, ...buying, ...paying, ...watching };
}

/** How the service is, and what operators do by hand. */
function createWatching(parts: Ground & Pick<Shops, 'registry' | 'stores'>) {
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
    pulse: () => vitals.pulse?.state() ?? null,
    commitTrouble: commitSafety.trouble,
  });
  const byHand: Omit<Parameters<typeof deskMail>[0], 'logger' | 'mailDomain'> = {
    database,
    clock,
    reportParcels: (tx, orderId, parcels) => reportByHand({ clock }, tx, orderId, parcels),
    recordAction: (tx, { orderId, ...action }) =>
      recordAction({ tx, clock }, { ...action, subject: { type: 'order', id: orderId } }),
  };
  return {
    vitals,
    commitSafety,
    health,
    monitoring: wireMonitoring({ ...needs, background, registry, stores, health, mailer, outgoing, vault }),
    byHand,
    profiles: createAgentProfiles({ outgoing, clock }),
  };
}
