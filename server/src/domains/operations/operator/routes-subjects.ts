import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import type { World } from '../../../kit/world.ts';
import { type Database, inTransaction } from '../../../platform/database/index.ts';
import { noContent, presentAs } from '../../../platform/http/index.ts';
import type { Authenticator, Router } from '../../access/accounts/index.ts';
import { OrderPath } from '../../orders/orders/index.ts';
import { decideJob, freezeKey } from './act-on-subjects.ts';
import { limitKey } from './limit-key.ts';
import { readCustomer, readKey, readMails, readOrder, readParcel } from './read-subjects.ts';
import { recordAction } from './record-action.ts';
import {
  AnyKeyPath,
  AnyOrderPath,
  CustomerPath,
  FoundView,
  FreezeBody,
  JobBody,
  JobPath,
  KeyLimitsBody,
  ParcelPath,
  ReasonBody,
  SearchQuery,
  SearchResult,
  SessionPath,
} from './schema-actions.ts';
import { CustomerView, KeyFileView, MailFileView, OrderFileView, ParcelFileView } from './schema-subjects.ts';
import { searchAll } from './sql-search.ts';
import { findSessionOwner } from './sql-subjects.ts';

export interface SubjectRouteNeeds {
  database: Database;
  clock: Clock;
  publicUrl: string;
  authenticator: Pick<Authenticator, 'forget'>;
  registry: { nameOf(world: World, retailer: string): string };
  /** Ends the sessions of an account, or one; every process refuses them within a second. */
  sessions: { endAllOn(accountId: string): Promise<void>; endOne(sessionId: string): Promise<void> };
}

/** Anything of anybody: found by what is typed, looked at whole, acted on with a reason. */
export function subjectRoutes(router: Router, needs: SubjectRouteNeeds): void {
  readRoutes(router, needs);
  keyRoutes(router, needs);
  jobRoute(router, needs);
  sessionRoutes(router, needs);
}

function readRoutes(router: Router, needs: SubjectRouteNeeds): void {
  const shared = { auth: 'operator', errors: ['not_found'] } as const;
  router.get('/operator/search', {
    auth: 'operator',
    operationId: 'searchAsOperator',
    summary: 'Any order, parcel, customer, key or mail, by anything that is written on it',
    query: SearchQuery,
    response: { 200: SearchResult },
    async handler({ query }) {
      const rows = await searchAll(needs.database.db, query.q.trim());
      return { results: rows.map((row) => presentAs(FoundView, row)) };
    },
  });
  router.get('/operator/orders/:order_id', {
    ...shared,
    operationId: 'getAnyOrder',
    summary: 'One order of anybody, with its money, messages, open work and audit',
    params: AnyOrderPath,
    response: { 200: OrderFileView },
    handler: ({ params }) => readOrder(needs, params.order_id.toLowerCase()),
  });
  router.get('/operator/customers/:account_id', {
    ...shared,
    operationId: 'getCustomer',
    summary: 'One customer: wallets, keys, sessions, latest orders and audit',
    params: CustomerPath,
    response: { 200: CustomerView },
    handler: ({ params }) => readCustomer(needs, params.account_id.toLowerCase()),
  });
  router.get('/operator/keys/:key_id', {
    ...shared,
    operationId: 'getAnyKey',
    summary: 'One key of anybody: its limits, what it spent today, its latest requests and audit',
    params: AnyKeyPath,
    response: { 200: KeyFileView },
    handler: ({ params }) => readKey(needs, params.key_id.toLowerCase()),
  });
  router.get('/operator/parcels/:parcel_id', {
    ...shared,
    operationId: 'getAnyParcel',
    summary: 'One parcel of anybody, with where it was seen and the order that it belongs to',
    params: ParcelPath,
    response: { 200: ParcelFileView },
    handler: ({ params }) => readParcel(needs, params.parcel_id.toLowerCase()),
  });
  router.get('/operator/mails/:order_id', {
    ...shared,
    operationId: 'getAnyMails',
    summary: 'What the recipient of an order was written, and whether it has left',
    params: OrderPath,
    response: { 200: MailFileView },
    handler: ({ params }) => readMails(needs, params.order_id.toLowerCase()),
  });
}

function keyRoutes(router: Router, needs: SubjectRouteNeeds): void {
  const { database, clock, registry, authenticator } = needs;
  const { db } = database;
  router.put('/operator/keys/:key_id/frozen', {
    auth: 'operator',
    operationId: 'freezeKey',
    summary: 'Freeze a key, or thaw it',
    description: 'A frozen key is refused everywhere within a second. Its orders go on.',
    params: AnyKeyPath,
    body: FreezeBody,
    response: { 204: noContent('Done.') },
    errors: ['not_found'],
    async handler({ params, body: { frozen: isFrozen, reason }, person }) {
      const keyId = params.key_id.toLowerCase();
      await freezeKey({ db, clock }, person.email, { keyId, isFrozen, reason });
      authenticator.forget(keyId);
    },
  });

  router.put('/operator/keys/:key_id/limits', {
    auth: 'operator',
    operationId: 'limitKey',
    summary: 'Change what a key may spend, and where',
    description: 'What is left out stays as it is; null lifts a limit. It counts from the next order on.',
    params: AnyKeyPath,
    body: KeyLimitsBody,
    response: { 200: KeyFileView },
    errors: ['not_found'],
    async handler({ params, body: { reason, ...limits }, person }) {
      const keyId = params.key_id.toLowerCase();
      await limitKey({ db, clock, nameOfRetailer: registry.nameOf }, person.email, { keyId, limits, reason });
      authenticator.forget(keyId);
      return readKey(needs, keyId);
    },
  });
}

function jobRoute(router: Router, { database: { db }, clock }: SubjectRouteNeeds): void {
  router.post('/operator/jobs/:job_id', {
    auth: 'operator',
    operationId: 'decideJob',
    summary: 'Retry or discard a job that failed for good',
    description: 'Work that ends an order or moves money is not thrown away: it is done again or decided.',
    params: JobPath,
    body: JobBody,
    response: { 204: noContent('Done.') },
    errors: ['not_found', 'action_closed'],
    async handler({ params, body: { verdict, reason }, person }) {
      await decideJob({ db, clock }, person.email, { id: Number(params.job_id), verdict, reason });
    },
  });
}

function sessionRoutes(router: Router, needs: SubjectRouteNeeds): void {
  const { database, clock, sessions } = needs;
  const { db } = database;
  const record = (operator: string, name: string, accountId: string, before: Record<string, unknown>, note: string) =>
    inTransaction(db, (tx) =>
      recordAction({ tx, clock }, { operator, name, subject: { type: 'customer', id: accountId }, before, note }),
    );
  router.post('/operator/customers/:account_id/sign-out', {
    auth: 'operator',
    operationId: 'signCustomerOut',
    summary: 'End every session of a customer',
    params: CustomerPath,
    body: ReasonBody,
    response: { 204: noContent('Signed out.') },
    errors: ['not_found'],
    async handler({ params, body, person }) {
      const accountId = params.account_id.toLowerCase();
      const customer = await readCustomer(needs, accountId);
      await sessions.endAllOn(accountId);
      await record(person.email, 'customer.signed_out', accountId, { sessions: customer.sessions }, body.reason);
    },
  });

  router.post('/operator/sessions/:session_id/end', {
    auth: 'operator',
    operationId: 'endAnySession',
    summary: 'End one session of a person',
    description: 'The browser has to sign in again; the others of the same person go on.',
    params: SessionPath,
    body: ReasonBody,
    response: { 204: noContent('Ended.') },
    errors: ['not_found'],
    async handler({ params, body, person }) {
      const id = params.session_id.toLowerCase();
      const accountId = await findSessionOwner(db, id);
      if (accountId === null) throw notFound();
      await sessions.endOne(id);
      await record(person.email, 'session.ended', accountId, { session_id: id }, body.reason);
    },
  });
}
