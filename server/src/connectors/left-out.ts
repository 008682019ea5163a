import { Type } from 'typebox';
import type { World } from '../kit/world.ts';
import type { Connector } from './contract.ts';
import { identityOf } from './product-path.ts';
import { type Store, type StoreKind, type StoreKindName, storeModes } from './store.ts';

/**
 * Replaces a kind of store whose plug-in is not loaded. Its stores stay configured and sell nothing. Purchases that were made there are still
 * tracked: Errand retries until the plug-in is loaded again.
 */
export function createLeftOutKind(kind: StoreKindName): StoreKind {
  const leftOut = `Stores of kind ${kind} need the plugin ${kind}, which PLUGINS does not include.`;
  return {
    kind,
    label: kind,
    leftOut,
    modes: storeModes,
    settings: Type.Unknown(),
    credentials: Type.Unknown(),
    payment: Type.Unknown(),
    create: (store) => createLeftOut(store, leftOut),
  };
}

/** Without the desk nobody buys what a store hands over to people in mode `review`, so it sells nothing in that mode. */
export const withoutDesk = (kind: StoreKind): StoreKind => ({
  ...kind,
  create(store, needs) {
    const connector = kind.create(store, needs);
    if (store.mode !== 'review' || !connector.handsOver) return connector;
    const abilities = [...connector.abilities].filter((ability) => ability !== 'checkout' && ability !== 'quote');
    return { ...connector, abilities: new Set(abilities) };
  },
});

function createLeftOut<W extends World>(store: Store<W>, message: string): Connector<W> {
  const unreachable = async () => ({ kind: 'unreachable' as const, message });
  const blocked = async () => ({ kind: 'blocked' as const, reason: 'retailer_unavailable' as const, message });
  return {
    ...identityOf(store),
    abilities: new Set(['find', 'fence', 'track']),
    honours: new Set(),
    lookup: 'none',
    locate: () => null,
    addressOf: () => null,
    find: async () => ({ kind: 'unsure', message }),
    fence: async () => ({ fenced: false }),
    track: unreachable,
    cancel: unreachable,
    requestReturn: unreachable,
    checkReturn: unreachable,
    login: blocked,
    linking: {
      isOffered: blocked,
      begin: blocked,
      finish: blocked,
      describe: () => null,
      revoke: async () => ({ kind: 'later', message }),
    },
  };
}
