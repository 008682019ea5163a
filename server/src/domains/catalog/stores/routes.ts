import type { Registry } from '../../../connectors/registry.ts';
import { notFound } from '../../../kit/failure.ts';
import { fieldsOf } from '../../../kit/fields.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { type App, noContent } from '../../../platform/http/index.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { createRouter, type MovesLiveMoney, type Router } from '../../access/accounts/index.ts';
import { checkAddresses } from './check-addresses.ts';
import { tryOpenCredentials } from './credentials.ts';
import { presentStore } from './present.ts';
import { removeStore } from './remove-store.ts';
import { checkRoutes, type StoreCheckNeeds } from './routes-check.ts';
import { addStore, changeStore, type SaveNeeds } from './save-store.ts';
import { StoreAnswer, StoreBody, StoreList, StorePatch, StorePath } from './schema.ts';
import { findStore, listHealth, listStores, type StoreRow } from './sql.ts';

export interface StoreRouteNeeds extends StoreCheckNeeds, Pick<SaveNeeds, 'record' | 'saveServiceAccount'> {
  vault: Vault;
  registry: Registry;
  /** Refreshes this process at once. */
  refresh(): Promise<unknown>;
}

export function storeRoutes(app: App, needs: StoreRouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Operator stores');
  readRoutes(router, needs);
  writeRoutes(router, needs);
  checkRoutes(router, needs);
}

async function storeViewOf(needs: StoreRouteNeeds, row: StoreRow, health: Awaited<ReturnType<typeof listHealth>>) {
  const credentials = await tryOpenCredentials(needs.vault, row);
  const isUnreadable = credentials === 'unreadable';
  return presentStore({
    row,
    health: health.get(row.name),
    abilities: [...(needs.stores.connectorOf(row.name)?.abilities ?? [])],
    isUnreadable,
    leftOut: needs.kinds.find(({ kind }) => kind === row.kind)?.leftOut ?? null,
    credentialNames: isUnreadable ? [] : Object.keys(credentials ?? {}),
  });
}

function readRoutes(router: Router, needs: StoreRouteNeeds): void {
  const { db } = needs.database;
  router.get('/operator/stores', {
    auth: 'operator',
    operationId: 'listStores',
    summary: 'List stores',
    description: 'Every configured store with its health.',
    response: { 200: StoreList },
    async handler() {
      const [rows, health] = await Promise.all([listStores(db), listHealth(db)]);
      const stores = await Promise.all(rows.map((row) => storeViewOf(needs, row, health)));
      return { stores, total: rows.length };
    },
  });
  router.get('/operator/stores/:name', {
    auth: 'operator',
    operationId: 'getStore',
    summary: 'Get a store',
    description: 'Returns its settings and health. Credentials are never shown.',
    params: StorePath,
    response: { 200: StoreAnswer },
    errors: ['not_found'],
    async handler({ params }) {
      const row = await findStore(db, params.name);
      if (!row) throw notFound();
      return storeViewOf(needs, row, await listHealth(db));
    },
  });
}

/** Runs a change in a transaction and refreshes this process. */
async function saveAndPresent(needs: StoreRouteNeeds, work: (save: SaveNeeds) => Promise<StoreRow>) {
  const row = await inTransaction(needs.database.db, (tx) => work({ ...needs, tx }));
  await needs.refresh();
  return storeViewOf(needs, row, await listHealth(needs.database.db));
}

/** Live stores need a recent sign-in, because they spend money. */
const movesLiveStore: MovesLiveMoney = async ({ body }) => fieldsOf(body).world !== 'test';

/** Switching off needs no recent sign-in. */
function patchMovesLive({ database }: StoreRouteNeeds): MovesLiveMoney {
  return async ({ body, params }) => {
    const { enabled, ...more } = fieldsOf(body);
    if (enabled === false && Object.keys(more).length === 0) return false;
    return (await findStore(database.db, String(fieldsOf(params).name)))?.world !== 'test';
  };
}

function writeRoutes(router: Router, needs: StoreRouteNeeds): void {
  router.post('/operator/stores', {
    auth: needs.guard.operatorMoney(movesLiveStore),
    operationId: 'addStore',
    summary: 'Add a store',
    description:
      "All processes use it within a second. `automatic` requires `consent`. A currency that Errand doesn't know is rejected, and so is a host that another store already uses.",
    body: StoreBody,
    response: { 201: StoreAnswer },
    errors: ['already_exists', 'currency_unsupported'],
    async handler({ person, body }) {
      await checkAddresses(needs.outgoing, body);
      return saveAndPresent(needs, (save) => addStore(save, person.email, body));
    },
  });
  router.patch('/operator/stores/:name', {
    auth: needs.guard.operatorMoney(patchMovesLive(needs)),
    operationId: 'changeStore',
    summary: 'Update a store',
    description:
      'Changes only the fields you send, or enables or disables it. `credentials` are replaced as a whole, `limits` are merged.',
    params: StorePath,
    body: StorePatch,
    response: { 200: StoreAnswer },
    errors: ['not_found', 'already_exists', 'currency_unsupported'],
    async handler({ person, params, body }) {
      await checkAddresses(needs.outgoing, body);
      return saveAndPresent(needs, (save) => changeStore(save, person.email, params.name, body));
    },
  });
  router.delete('/operator/stores/:name', {
    auth: 'operator',
    operationId: 'removeStore',
    summary: 'Remove a store',
    description:
      'Deletes its secrets too. While it has orders in progress, you can only disable it. Placed orders are no longer tracked.',
    params: StorePath,
    response: { 204: noContent('Removed.') },
    errors: ['not_found', 'store_in_use'],
    async handler({ person, params }) {
      await inTransaction(needs.database.db, (tx) => removeStore({ ...needs, tx }, person.email, params.name));
      await needs.refresh();
    },
  });
}
