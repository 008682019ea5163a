import { knownVersions, ucp as ucpKind } from '../../connectors/ucp/index.ts';
import type { LiveStores } from '../../domains/catalog/stores/index.ts';
import { createAgentProfiles, ucpJobs, ucpRoutes } from '../../domains/channels/ucp/index.ts';
import { startTracking } from '../../domains/delivery/tracking/index.ts';
import { createOrderReader } from '../../domains/orders/orders/index.ts';
import type { World } from '../../kit/world.ts';
import type { App } from '../../platform/http/index.ts';
import type { CoreParts } from '../parts-core.ts';
import { type AgentPayments, agentPaymentsOf } from './agent-payments.ts';
import type { Plugin } from './plugin.ts';

/** The Universal Commerce Protocol: stores that use it, and agents that buy here with it. */
export const ucp: Plugin<'ucp'> = {
  name: 'ucp',
  stores: () => ({ kinds: [ucpKind] }),
  async open(parts) {
    const { config, forJobs, background, clock, outgoing, identity, publicUrl, feeCents } = parts;
    const payment = await agentPaymentsOf(parts);
    const methodsOf = (world: World) =>
      payment.methods.filter((method) => method.world === world).map(({ name }) => name);
    const shared = {
      clock,
      profiles: createAgentProfiles({ outgoing, clock }),
      shown: {
        version: '2026-08-25' as const,
        publicUrl,
        feeCents,
        agentMethods: { live: methodsOf('live'), test: methodsOf('test') },
      },
      identity: identity.whole,
      allowsPlain: config.webhookAllowPrivate,
    };
    return {
      routes: (app) => openUcpRoutes(app, parts, payment, shared),
      jobs: () => {
        const { webhookRetryScale: retryScale } = config;
        return ucpJobs({ ...shared, ...forJobs, outgoing, retryScale, read: createOrderReader(background) });
      },
      createSecrets: payment.secret,
    };
  },
};

type Shared = Pick<Parameters<typeof ucpRoutes>[1], 'clock' | 'profiles' | 'shown' | 'identity' | 'allowsPlain'>;

function openUcpRoutes(app: App, parts: CoreParts, payment: AgentPayments, shared: Shared): void {
  const { database, clock, logger, vault, registry, products, acceptor, rates, read, usage, feeCents, guard } = parts;
  const { stores, publicUrl } = parts;
  ucpRoutes(app, {
    ...shared,
    database,
    products,
    acceptor,
    read,
    usage,
    feeCents,
    guard,
    quotes: { database, clock, logger, vault, registry, acceptor, rates },
    agentWorlds: [...new Set(payment.methods.map(({ world }) => world))],
    clientVersions: knownVersions,
    payment,
    receiveUpdate: {
      database,
      clock,
      publicUrl,
      storesAt: (profileUrl) => storesAt(stores, profileUrl),
      trackSoon: (orderId) => startTracking(database, orderId, clock.now()),
    },
  });
}

/** The stores whose UCP profile has this URL. */
function storesAt(stores: LiveStores, profileUrl: string) {
  return stores.listed().flatMap(({ name, world, url }) => {
    const connector = stores.connectorOf(name);
    const origins = [url, stores.configOf(name)?.apiUrl ?? null];
    const isThere = origins.some((origin) => origin !== null && `${origin}/.well-known/ucp` === profileUrl);
    return connector?.vouchesFor && isThere ? [{ name, world, connector }] : [];
  });
}
