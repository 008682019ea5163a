import { createBuyAction } from '../../connectors/buy-action.ts';
import type { Connector } from '../../connectors/contract.ts';
import { createDesk, createDeskKind, type DeskScope, readScope } from '../../connectors/desk/index.ts';
import type { LiveStores } from '../../domains/catalog/stores/index.ts';
import { deskMail, deskRoutes } from '../../domains/orders/desk/index.ts';
import type { CoreParts } from '../parts-core.ts';
import type { OpenPlugin, Plugin } from './plugin.ts';
import type { PluginStoreNeeds, PluginStores } from './store-plugin.ts';

export const desk: Plugin<'desk'> = { name: 'desk', stores: createDeskStores, open: openDesk };

function createDeskStores({ config, brands, outgoing }: PluginStoreNeeds): PluginStores {
  const reading = { brands, outgoing, allowPrivate: config.storesAllowPrivate };
  const scope = readScope(config.deskRetailers);
  return {
    kinds: [createDeskKind(reading)],
    connectors:
      config.deskRetailers.length > 0 ? [createDesk({ ...reading, world: 'live', currency: 'USD', scope })] : [],
  };
}

function openDesk({ config, byHand, guard, blobs, logger, stores, coverageOf }: CoreParts): OpenPlugin<'desk'> {
  const { mailDomain } = config;
  const scope = readScope(config.deskRetailers);
  return {
    routes: (app) =>
      deskRoutes(app, {
        ...byHand,
        guard,
        blobs,
        coverageOf,
        mailDomain: config.mailInPort === null ? null : mailDomain,
      }),
    mailboxes: deskMail({ ...byHand, logger, mailDomain }),
    askDesk: (order) =>
      order.world === 'live' && isBoughtByPeople(stores, order.retailer, scope)
        ? createBuyAction(order, 'The store blocks automated checkout. Buy this on its site, then record what it cost.')
        : null,
  };
}

/** Whether people buy from this retailer, by DESK_RETAILERS or a store of that kind. */
function isBoughtByPeople(stores: LiveStores, retailer: string, scope: DeskScope): boolean {
  if (scope.isEverywhere || scope.retailers.has(retailer)) return true;
  const url = stores.configOf(retailer)?.url ?? null;
  const names = url === null ? [retailer] : [retailer, new URL(url).hostname];
  const serves = (connector: Connector): boolean =>
    names.some((name) => connector.retailers.includes(name) || connector.servesDomain(name));
  return stores.connectors().some((connector) => connector.name === 'desk' && serves(connector));
}
