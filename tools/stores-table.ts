// Describes each kind of store from the code.
import { browserKind, ownRecipes } from '../server/src/connectors/browser/index.ts';
import { abilities } from '../server/src/connectors/contract.ts';
import { createDeskKind } from '../server/src/connectors/desk/index.ts';
import { storeKinds } from '../server/src/connectors/kinds.ts';
import { type Store, type StoreKind, storeModes } from '../server/src/connectors/store.ts';
import { ucp } from '../server/src/connectors/ucp/index.ts';
import { systemClock } from '../server/src/kit/clock.ts';
import { createLogger } from '../server/src/platform/logger.ts';

const refuseCall = () => Promise.reject(new Error('This store is never called.'));
/** The desk needs more than settings to be created. */
const desk = createDeskKind({ brands: [], outgoing: { get: refuseCall }, allowPrivate: false });

/** A pages-only store depends on its recipe; this one ships with the service. */
const pages = browserKind({
  chromium: { lease: refuseCall, close: async () => {} },
  dial: refuseCall,
  folders: [ownRecipes],
  saveRecording: refuseCall,
});

/** Kinds that need settings to be created. */
const settingsByKind: Partial<Record<StoreKind['kind'], Record<string, unknown>>> = {
  browser: { recipe: 'evershop' },
  'amazon-business': { region: 'na', marketplace: 'US', buyer_email: 'buyer@example.com', reports: true },
};

/** A store that is never called. */
function connectorOf(kind: StoreKind) {
  const store: Store = {
    name: 'example',
    kind: kind.kind,
    world: 'live',
    url: 'https://shop.example',
    also: [],
    apiUrl: null,
    currency: 'USD',
    countries: null,
    mode: kind.modes[0] ?? 'catalogue',
    payment: null,
    settings: settingsByKind[kind.kind] ?? {},
    contact: null,
    billTo: null,
    trackEveryMs: 1,
  };
  const client = { send: refuseCall };
  const logger = createLogger({ level: 'silent' });
  const token = { use: refuseCall, discard: refuseCall };
  return kind.create(store, { client, clock: systemClock, logger, credentials: async () => ({}), token });
}

export function tableOfKinds(): string[][] {
  const head = ['kind', ...abilities, ...storeModes.map((mode) => `\`${mode}\``)];
  const rows = [...storeKinds, ucp, pages, desk].map((kind) => {
    const connector = connectorOf(kind);
    const can = abilities.map((ability) => (connector.abilities.has(ability) ? 'yes' : ''));
    return [`\`${kind.kind}\``, ...can, ...storeModes.map((mode) => (kind.modes.includes(mode) ? 'yes' : ''))];
  });
  return [head, ...rows];
}
