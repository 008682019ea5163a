import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { fieldsOf, textOf } from '../../../kit/fields.ts';
import type { World } from '../../../kit/world.ts';
import { type Database, inTransaction } from '../../../platform/database/index.ts';
import { noContent, presentAs } from '../../../platform/http/index.ts';
import type { Authenticator, Guard, MovesLiveMoney, Router } from '../../access/accounts/index.ts';
import { decideJob, freezeKey } from './act-on-subjects.ts';
import { recordAction } from './export-audit.ts';
import { limitKey } from './limit-key.ts';
import { readCustomer, readKey, readMails, readOrder, readParcel } from './read-subjects.ts';
import {
  FoundView,
  FreezeBody,
  JobBody,
  JobPath,
  KeyLimitsBody,
  ReasonBody,
  SearchQuery,
  SearchResult,
} from './schema-actions.ts';
import { MailFileView, ParcelFileView, ParcelPath } from './schema-parcels.ts';
import { CustomerView, KeyFileView, OrderFileView } from './schema-subjects.ts';
import { searchAll } from './sql-search.ts';
import { findKeyFile, findSessionOwner } from './sql-subjects.ts';

export interface SubjectRouteNeeds {
  database: Database;
  guard: Guard;
  clock: Clock;
  publicUrl: string;
  authenticator: Pick<Authenticator, 'forget'>;
  registry: { nameOf(world: World, retailer: string): string };
  storeNameOf(retailer: string): string;
  /** Every process refuses an ended session within a second. */
  sessions: { endAllOn(accountId: string): Promise<void>; endOne(sessionId: string): Promise<void> };
}

/** Search and details for all accounts, and actions that need a reason. */
export function subjectRoutes(router: Router, needs: SubjectRouteNeeds): void {
  readRoutes(router, needs);
  keyRoutes(router, needs);
  jobRoute(router, needs);
  sessionRoutes(router, needs);
}

function readRoutes(router: Router, needs: SubjectRouteNeeds): void {
  router.get('/operator/search', {
    auth: 'operator',
    operationId: 'searchAsOperator',
    summary: 'Search everything',
    description: 'Finds orders, packages, customers, keys and emails by ID, number, name or address.',
    query: SearchQuery,
    response: { 200: SearchResult },
    async handler({ query }) {
      const rows = await searchAll(needs.database.db, query.q.trim());
      return { results: rows.map((row) => presentAs(FoundView, row)) };
    },
  });
  router.get('/operator/orders/:order_id', {
    auth: 'operator',
    operationId: 'getAnyOrder',
    summary: 'Get any order',
    description: 'Includes its transactions, emails, webhooks, jobs, requests and audit log.',
    response: { 200: OrderFileView },
    handler: ({ params }) => readOrder(needs, params.order_id.toLowerCase()),
  });
  router.get('/operator/customers/:account_id', {
    auth: 'operator',
    operationId: 'getCustomer',
    summary: 'Get a customer',
    description: 'Wallets, people, keys, sessions, latest orders and audit log.',
    response: { 200: CustomerView },
    handler: ({ params }) => readCustomer(needs, params.account_id.toLowerCase()),
  });
  router.get('/operator/keys/:key_id', {
    auth: 'operator',
    operationId: 'getAnyKey',
    summary: 'Get any key',
    description: 'Limits, what it spent today, latest requests and audit log.',
    response: { 200: KeyFileView },
    handler: ({ params }) => readKey(needs, params.key_id.toLowerCase()),
  });
  router.get('/operator/parcels/:parcel_id', {
    auth: 'operator',
    operationId: 'getAnyParcel',
    summary: 'Get any package',
    description: 'Includes its scans and its order.',
    params: ParcelPath,
    response: { 200: ParcelFileView },
    handler: ({ params }) => readParcel(needs, params.parcel_id.toLowerCase()),
  });
  router.get('/operator/mails/:order_id', {
    auth: 'operator',
    operationId: 'getAnyMails',
    summary: 'List emails to a recipient',
    description: 'Emails to the recipient of an order, and whether they were sent.',
    response: { 200: MailFileView },
    handler: ({ params }) => readMails(needs, params.order_id.toLowerCase()),
  });
}

/** For routes of one key (`:key_id`): whether it spends real money. What is not there counts as live. */
const movesLiveKey =
  ({ database, clock }: SubjectRouteNeeds): MovesLiveMoney =>
  async ({ params }) => {
    const id = textOf(fieldsOf(params).key_id)?.toLowerCase() ?? '';
    return (await findKeyFile(database.db, id, clock.now()))?.world !== 'test';
  };

function keyRoutes(router: Router, needs: SubjectRouteNeeds): void {
  const { database, clock, registry, authenticator, guard } = needs;
  const { db } = database;
  const isLive = movesLiveKey(needs);
  router.put('/operator/keys/:key_id/frozen', {
    // Freezing needs no code: it stops spending.
    auth: guard.operatorMoney(async (request) => fieldsOf(request.body).frozen !== true && (await isLive(request))),
    operationId: 'freezeKey',
    summary: 'Freeze or unfreeze a key',
    description:
      'A frozen key is rejected everywhere within a second. Its existing orders continue. Unfreezing a live key needs a second factor.',
    body: FreezeBody,
    response: { 204: noContent('Done.') },
    async handler({ params, body: { frozen: isFrozen, reason }, person }) {
      const keyId = params.key_id.toLowerCase();
      await freezeKey({ db, clock }, person.email, { keyId, isFrozen, reason });
      authenticator.forget(keyId);
    },
  });

  router.put('/operator/keys/:key_id/limits', {
    auth: guard.operatorMoney(isLive),
    operationId: 'limitKey',
    summary: 'Limit a key',
    description:
      'Changes how much the key can spend, and where. Fields that you leave out stay as they are. Null removes a limit. Applies from the next order on. A live key needs a second factor.',
    body: KeyLimitsBody,
    response: { 200: KeyFileView },
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
    summary: 'Retry or discard a failed job',
    description: "Jobs that end an order or move money can't be discarded: retry them, or resolve the order.",
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
    summary: 'Sign a customer out',
    description: "Ends all of the account's sessions. Keys keep working.",
    body: ReasonBody,
    response: { 204: noContent('Signed out.') },
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
    summary: 'End a session',
    description: 'That browser has to sign in again. Other sessions of the person continue.',
    body: ReasonBody,
    response: { 204: noContent('Ended.') },
    async handler({ params, body, person }) {
      const id = params.session_id.toLowerCase();
      const accountId = await findSessionOwner(db, id);
      if (accountId === null) throw notFound();
      await sessions.endOne(id);
      await record(person.email, 'session.ended', accountId, { session_id: id }, body.reason);
    },
  });
}
