import { Type } from 'typebox';
import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { toCents } from '../../../kit/money.ts';
import type { World } from '../../../kit/world.ts';
import { type Database, inTransaction } from '../../../platform/database/index.ts';
import type { App } from '../../../platform/http/index.ts';
import { errors, everyBody, everyRoute, validationError } from '../../../wire/index.ts';
import { type Authenticator, type Guard, personOf } from '../../access/accounts/index.ts';
import { OrderPath, orderIsLive } from '../../orders/orders/index.ts';
import { limitKey } from './limit-key.ts';
import { presentKeyFile, presentMailFile, presentParcelFile } from './present-subjects.ts';
import { readKeyFile, readMailFile, readParcelFile } from './read-subjects.ts';
import { recordAction } from './record-action.ts';
import { refundFromCase } from './refund-order.ts';
import { AnyKeyPath, ReasonBody } from './schema-files.ts';
import {
  KeyFileView,
  KeyLimitsBody,
  MailFileView,
  ParcelFileView,
  ParcelPath,
  RefundBody,
  RefundView,
  SessionPath,
} from './schema-subjects.ts';
import { findSessionOwner } from './sql-subjects.ts';

export interface SubjectRouteNeeds {
  database: Database;
  clock: Clock;
  guard: Guard;
  publicUrl: string;
  authenticator: Pick<Authenticator, 'forget'>;
  registry: { nameOf(world: World, retailer: string): string };
  /** Ends one session; every process refuses it within a second. */
  sessions: { endOne(sessionId: string): Promise<void> };
}

const shared = { tags: ['Operator'], security: [{ session: [] }] };
const everyFile = [...everyRoute, 'not_found'] as const;
const everyWrite = [...everyFile, ...everyBody] as const;

/** Keys, parcels, mails and sessions of anybody, each with its page, and what is done from there. */
export function subjectRoutes(app: App, needs: SubjectRouteNeeds): void {
  readRoutes(app, needs);
  keyLimitRoute(app, needs);
  sessionRoute(app, needs);
  refundRoute(app, needs);
}

function readRoutes(app: App, needs: SubjectRouteNeeds): void {
  app.get(
    '/operator/keys/:key_id',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'getAnyKey',
        summary: 'One key of anybody: its limits, what it spent today, its latest requests and audit',
        params: AnyKeyPath,
        response: { 200: KeyFileView, 422: validationError, ...errors(...everyFile) },
      },
    },
    async (request) => presentKeyFile(await readKeyFile(needs, request.params.key_id.toLowerCase())),
  );

  app.get(
    '/operator/parcels/:parcel_id',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'getAnyParcel',
        summary: 'One parcel of anybody, with where it was seen and the order that it belongs to',
        params: ParcelPath,
        response: { 200: ParcelFileView, 422: validationError, ...errors(...everyFile) },
      },
    },
    async (request) => presentParcelFile(await readParcelFile(needs, request.params.parcel_id.toLowerCase())),
  );

  app.get(
    '/operator/mails/:order_id',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'getAnyMails',
        summary: 'What the recipient of an order was written, and whether it has left',
        params: OrderPath,
        response: { 200: MailFileView, 422: validationError, ...errors(...everyFile) },
      },
    },
    async (request) => presentMailFile(await readMailFile(needs, request.params.order_id.toLowerCase())),
  );
}

function keyLimitRoute(app: App, needs: SubjectRouteNeeds): void {
  app.put(
    '/operator/keys/:key_id/limits',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'limitKey',
        summary: 'Change what a key may spend, and where',
        description: 'What is left out stays as it is; null lifts a limit. It counts from the next order on.',
        params: AnyKeyPath,
        body: KeyLimitsBody,
        response: { 200: KeyFileView, 422: validationError, ...errors(...everyWrite) },
      },
    },
    async (request) => {
      const keyId = request.params.key_id.toLowerCase();
      const { reason, ...limits } = request.body;
      const { database, clock, registry, authenticator } = needs;
      const nameOfRetailer = registry.nameOf;
      await limitKey({ db: database.db, clock, nameOfRetailer }, personOf(request).email, { keyId, limits, reason });
      authenticator.forget(keyId);
      return presentKeyFile(await readKeyFile(needs, keyId));
    },
  );
}

function sessionRoute(app: App, { database: { db }, clock, guard, sessions }: SubjectRouteNeeds): void {
  app.post(
    '/operator/sessions/:session_id/end',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'endAnySession',
        summary: 'End one session of a person',
        description: 'The browser has to sign in again; the others of the same person go on.',
        params: SessionPath,
        body: ReasonBody,
        response: { 204: Type.Null({ description: 'Ended.' }), 422: validationError, ...errors(...everyWrite) },
      },
    },
    async (request, reply) => {
      const id = request.params.session_id.toLowerCase();
      const accountId = await findSessionOwner(db, id);
      if (accountId === null) throw notFound();
      await sessions.endOne(id);
      await inTransaction(db, (tx) =>
        recordAction(
          { tx, clock },
          {
            operator: personOf(request).email,
            name: 'session.ended',
            subject: { type: 'customer', id: accountId },
            before: { session_id: id },
            note: request.body.reason,
          },
        ),
      );
      return reply.code(204).send(null);
    },
  );
}

function refundRoute(app: App, { database, clock, guard }: SubjectRouteNeeds): void {
  const { db } = database;
  app.post(
    '/operator/cases/:order_id/refund',
    {
      ...guard.operatorMoney(orderIsLive(database)),
      schema: {
        ...shared,
        operationId: 'refundFromCase',
        summary: "Give back part of what an order cost, onto its customer's wallet",
        description:
          'At most what was captured and has not come back yet; the case says it, and neither a return nor a cancellation pays ' +
          'the same money again. The id makes a retry safe: the same refund again answers 200 and changes nothing.',
        params: OrderPath,
        body: RefundBody,
        response: {
          200: RefundView,
          201: RefundView,
          422: validationError,
          ...errors(...everyWrite, 'already_exists', 'bad_request'),
        },
      },
    },
    async (request, reply) => {
      const orderId = request.params.order_id.toLowerCase();
      const { id, amount_cents: cents, note } = request.body;
      const asked = { id, orderId, amount: toCents(cents), note };
      const made = await refundFromCase({ db, clock }, personOf(request).email, asked);
      return reply.code(made.isNew ? 201 : 200).send({
        id: id.toLowerCase(),
        order_id: orderId,
        account_id: made.accountId,
        world: made.world,
        amount_cents: cents,
        note,
        refundable_cents: made.leftCents,
        created_at: made.refundedAt.toISOString(),
      });
    },
  );
}
