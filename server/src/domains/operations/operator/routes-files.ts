import { Type } from 'typebox';
import type { Clock } from '../../../kit/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import type { App } from '../../../platform/http/index.ts';
import { errors, everyBody, everyRoute, validationError } from '../../../wire/index.ts';
import { type Authenticator, type Guard, personOf } from '../../access/accounts/index.ts';
import { decideJob, freezeKey } from './act-on-files.ts';
import { presentCustomerFile, presentFound, presentOrderFile } from './present-files.ts';
import { readCustomerFile, readOrderFile } from './read-files.ts';
import { recordAction } from './record-action.ts';
import {
  AnyKeyPath,
  AnyOrderPath,
  CustomerPath,
  CustomerView,
  FreezeBody,
  JobBody,
  JobPath,
  OrderFileView,
  ReasonBody,
  SearchQuery,
  SearchResult,
} from './schema-files.ts';
import { searchAll } from './sql-search.ts';

export interface FileRouteNeeds {
  database: Database;
  clock: Clock;
  guard: Guard;
  authenticator: Pick<Authenticator, 'forget'>;
  /** Ends every session of an account. */
  sessions: { endAllOn(accountId: string): Promise<void> };
}

const shared = { tags: ['Operator'], security: [{ session: [] }] };
const everyFile = [...everyRoute, 'not_found'] as const;
const everyWrite = [...everyFile, ...everyBody] as const;
const done = (description: string) => Type.Null({ description });

/** Anything of anybody: found by what is typed, looked at whole, acted on with a reason. */
export function fileRoutes(app: App, needs: FileRouteNeeds): void {
  readRoutes(app, needs);
  actRoutes(app, needs);
}

function readRoutes(app: App, needs: FileRouteNeeds): void {
  const { db } = needs.database;
  app.get(
    '/operator/search',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'searchAsOperator',
        summary: 'Any order, parcel, customer, key or mail, by anything that is written on it',
        querystring: SearchQuery,
        response: { 200: SearchResult, 422: validationError, ...errors(...everyRoute) },
      },
    },
    async (request) => ({ results: (await searchAll(db, request.query.q.trim())).map(presentFound) }),
  );

  app.get(
    '/operator/orders/:order_id',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'getAnyOrder',
        summary: 'One order of anybody, with its money, messages, open work and audit',
        params: AnyOrderPath,
        response: { 200: OrderFileView, 422: validationError, ...errors(...everyFile) },
      },
    },
    async (request) =>
      presentOrderFile(await readOrderFile(needs, request.params.order_id.toLowerCase()), needs.clock.now()),
  );

  app.get(
    '/operator/customers/:account_id',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'getCustomer',
        summary: 'One customer: wallets, keys, sessions, latest orders and audit',
        params: CustomerPath,
        response: { 200: CustomerView, 422: validationError, ...errors(...everyFile) },
      },
    },
    async (request) => presentCustomerFile(await readCustomerFile(needs, request.params.account_id.toLowerCase())),
  );
}

function actRoutes(app: App, needs: FileRouteNeeds): void {
  const { clock } = needs;
  const { db } = needs.database;
  app.post(
    '/operator/jobs/:job_id',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'decideJob',
        summary: 'Have a job that was given up run again, or throw it away',
        description: 'Work that ends an order or moves money is not thrown away: it is done again or decided.',
        params: JobPath,
        body: JobBody,
        response: { 204: done('Done.'), 422: validationError, ...errors(...everyWrite, 'action_closed') },
      },
    },
    async (request, reply) => {
      const { verdict, reason } = request.body;
      await decideJob({ db, clock }, personOf(request).email, { id: Number(request.params.job_id), verdict, reason });
      return reply.code(204).send(null);
    },
  );

  app.put(
    '/operator/keys/:key_id/frozen',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'freezeKey',
        summary: 'Freeze a key, or thaw it',
        description: 'A frozen key is refused everywhere within a second. Its orders go on.',
        params: AnyKeyPath,
        body: FreezeBody,
        response: { 204: done('Done.'), 422: validationError, ...errors(...everyWrite) },
      },
    },
    async (request, reply) => {
      const { frozen: isFrozen, reason } = request.body;
      const keyId = request.params.key_id.toLowerCase();
      await freezeKey({ db, clock }, personOf(request).email, { keyId, isFrozen, reason });
      needs.authenticator.forget(keyId);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/operator/customers/:account_id/sign-out',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'signCustomerOut',
        summary: 'End every session of a customer',
        params: CustomerPath,
        body: ReasonBody,
        response: { 204: done('Signed out.'), 422: validationError, ...errors(...everyWrite) },
      },
    },
    async (request, reply) => {
      const accountId = request.params.account_id.toLowerCase();
      const { customer } = await readCustomerFile(needs, accountId);
      await needs.sessions.endAllOn(accountId);
      await inTransaction(db, (tx) =>
        recordAction(
          { tx, clock },
          {
            operator: personOf(request).email,
            name: 'customer.signed_out',
            subject: { type: 'customer', id: accountId },
            before: { sessions: customer.session_count },
            note: request.body.reason,
          },
        ),
      );
      return reply.code(204).send(null);
    },
  );
}
