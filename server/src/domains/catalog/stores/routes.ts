import { Type } from 'typebox';
import type { Registry } from '../../../connectors/registry.ts';
import { notFound } from '../../../kit/failure.ts';
import { fieldsOf } from '../../../kit/fields.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import type { App } from '../../../platform/http/index.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { errors, everyRoute, validationError } from '../../../wire/index.ts';
import { type MovesLive, personOf } from '../../access/accounts/index.ts';
import { checkAddresses } from './check-addresses.ts';
import { tryCredentials } from './credentials.ts';
import { presentStore } from './present.ts';
import { removeStore } from './remove-store.ts';
import { checkRoute, everyWrite, type LookNeeds, probeRoute, shared } from './routes-look.ts';
import { addStore, changeStore, type SaveNeeds } from './save-store.ts';
import { StoreAnswer, StoreBody, StoreList, StorePatch, StorePath } from './schema.ts';
import { findStore, listHealth, listStores, type StoreRow } from './sql.ts';

export interface StoreRouteNeeds extends LookNeeds, Pick<SaveNeeds, 'record' | 'keepOwnAccount'> {
  vault: Vault;
  registry: Registry;
  /** Lets this process know at once what was changed. */
  refresh(): Promise<unknown>;
}

export function storeRoutes(app: App, needs: StoreRouteNeeds): void {
  readRoutes(app, needs);
  writeRoutes(app, needs);
  probeRoute(app, needs);
  checkRoute(app, needs);
}

async function fileOf(needs: StoreRouteNeeds, row: StoreRow, health: Awaited<ReturnType<typeof listHealth>>) {
  const credentials = await tryCredentials(needs.vault, row);
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

function readRoutes(app: App, needs: StoreRouteNeeds): void {
  const { db } = needs.database;
  app.get(
    '/operator/stores',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'listStores',
        summary: 'Every configured store, with how it does',
        response: { 200: StoreList, ...errors(...everyRoute) },
      },
    },
    async () => {
      const [rows, health] = await Promise.all([listStores(db), listHealth(db)]);
      const stores = await Promise.all(rows.map((row) => fileOf(needs, row, health)));
      return { stores, total: rows.length };
    },
  );
  app.get(
    '/operator/stores/:name',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'getStore',
        summary: 'One store',
        params: StorePath,
        response: { 200: StoreAnswer, 422: validationError, ...errors(...everyRoute, 'not_found') },
      },
    },
    async (request) => {
      const row = await findStore(db, request.params.name);
      if (!row) throw notFound();
      return fileOf(needs, row, await listHealth(db));
    },
  );
}

/** In a transaction; every process knows within a second, this one at once. */
async function changing(needs: StoreRouteNeeds, work: (save: SaveNeeds) => Promise<StoreRow>) {
  const row = await inTransaction(needs.database.db, (tx) => work({ ...needs, tx }));
  await needs.refresh();
  return fileOf(needs, row, await listHealth(needs.database.db));
}

/** A live store buys with the credentials, payment and address that it is given. */
const storeIsLive: MovesLive = async ({ body }) => fieldsOf(body).world !== 'test';

/** Switching a store off buys nothing, and may be urgent. */
function patchIsLive({ database }: StoreRouteNeeds): MovesLive {
  return async ({ body, params }) => {
    const { enabled, ...more } = fieldsOf(body);
    if (enabled === false && Object.keys(more).length === 0) return false;
    return (await findStore(database.db, String(fieldsOf(params).name)))?.world !== 'test';
  };
}

function writeRoutes(app: App, needs: StoreRouteNeeds): void {
  app.post(
    '/operator/stores',
    {
      ...needs.guard.operatorMoney(storeIsLive),
      schema: {
        ...shared,
        operationId: 'addStore',
        summary: 'Add a store',
        description:
          'Every process serves it within a second. `automatic` needs `consent`; a currency other than that of the wallets is ' +
          'refused; so is a host that another store has.',
        body: StoreBody,
        response: {
          201: StoreAnswer,
          422: validationError,
          ...errors(...everyWrite, 'already_exists', 'currency_unsupported'),
        },
      },
    },
    async (request, reply) => {
      const operator = personOf(request).email;
      await checkAddresses(needs.outgoing, request.body);
      return reply.code(201).send(await changing(needs, (save) => addStore(save, operator, request.body)));
    },
  );
  app.patch(
    '/operator/stores/:name',
    {
      ...needs.guard.operatorMoney(patchIsLive(needs)),
      schema: {
        ...shared,
        operationId: 'changeStore',
        summary: 'Change a store, or switch it off or on',
        description: 'Only what is sent changes; `credentials` are replaced as a whole. `limits` are merged.',
        params: StorePath,
        body: StorePatch,
        response: {
          200: StoreAnswer,
          422: validationError,
          ...errors(...everyWrite, 'not_found', 'already_exists', 'currency_unsupported'),
        },
      },
    },
    async (request) => {
      await checkAddresses(needs.outgoing, request.body);
      return changing(needs, (save) => changeStore(save, personOf(request).email, request.params.name, request.body));
    },
  );
  app.delete(
    '/operator/stores/:name',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'removeStore',
        summary: 'Remove a store with its secrets',
        description:
          'While orders are under way there it can only be switched off. What was bought there is no longer tracked.',
        params: StorePath,
        response: {
          204: Type.Null({ description: 'Removed.' }),
          422: validationError,
          ...errors(...everyRoute, 'not_found', 'store_in_use'),
        },
      },
    },
    async (request, reply) => {
      const operator = personOf(request).email;
      await inTransaction(needs.database.db, (tx) => removeStore({ ...needs, tx }, operator, request.params.name));
      await needs.refresh();
      return reply.code(204).send(null);
    },
  );
}
