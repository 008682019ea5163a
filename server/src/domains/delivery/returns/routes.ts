import { Type } from 'typebox';
import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import type { Blobs } from '../../../platform/blobs/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { type App, fileAnswer, pageOf } from '../../../platform/http/index.ts';
import { errors, everyKeyedBody, everyRoute, validationError } from '../../../wire/index.ts';
import { callerOf, doOnce, type Guard, onceFrom, sendAnswer } from '../../access/accounts/index.ts';
import type { UsageRecorder } from '../../access/activity/index.ts';
import { createReturn, type NewReturn } from './create-return.ts';
import { linkTampered } from './failures.ts';
import { checkLabelLink } from './label-link.ts';
import { presentRefund, presentReturn } from './present.ts';
import { readOwnReturn } from './read-return.ts';
import {
  LabelPath,
  LabelQuery,
  ReturnBody,
  ReturnList,
  ReturnListQuery,
  ReturnPath,
  ReturnRefund,
  ReturnView,
} from './schema.ts';
import { findLabel, listReturns } from './sql.ts';

export interface ReturnRouteNeeds {
  database: Database;
  clock: Clock;
  guard: Guard;
  usage: UsageRecorder;
  blobs: Blobs;
  publicUrl: string;
}

const shared = { tags: ['Returns'], security: [{ bearer: [] }] };

export function returnRoutes(app: App, needs: ReturnRouteNeeds): void {
  writeRoutes(app, needs);
  readRoutes(app, needs);
  labelRoutes(app, needs);
}

function writeRoutes(app: App, needs: ReturnRouteNeeds): void {
  app.post(
    '/returns',
    {
      onRequest: needs.guard.key,
      schema: {
        ...shared,
        operationId: 'createReturn',
        summary: 'Send something back',
        description:
          'For items of an order that was placed, as far as they are not under return already. The retailer decides in the ' +
          'background: poll the return until its status is no longer open. Send an Idempotency-Key header to make a retry safe.',
        headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String({ maxLength: 255 })) }),
        body: ReturnBody,
        response: {
          201: ReturnView,
          422: validationError,
          ...errors(...everyRoute, 'not_found', 'return_not_allowed', ...everyKeyedBody),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { body } = request;
      const once = onceFrom({ caller, operation: 'POST /returns', header: request.headers['idempotency-key'], body });
      const answer = await doOnce({ db: needs.database.db, clock: needs.clock }, once, async (tx) => {
        const row = await createReturn({ tx, clock: needs.clock }, caller, orderRequestFrom(body));
        const text = JSON.stringify(presentReturn(row, needs.publicUrl, needs.clock.now()));
        return { status: 201, text, resource: 'return_request', resourceId: row.id };
      });
      if (!answer.isReplay) needs.usage.record({ ...caller, endpoint: 'returns.create' });
      return sendAnswer(reply, answer);
    },
  );
}

function orderRequestFrom(body: ReturnBody): NewReturn {
  return {
    orderId: body.order_id,
    items: body.items,
    reason: body.reason,
    notes: body.notes ?? null,
    codes: null,
    explanation: null,
    returnAddress: null,
    clientRequest: null,
    cancelPending: false,
  };
}

function readRoutes(app: App, needs: ReturnRouteNeeds): void {
  const { database, clock, publicUrl } = needs;
  app.get(
    '/returns',
    {
      onRequest: needs.guard.key,
      schema: {
        ...shared,
        operationId: 'listReturns',
        summary: 'Your returns, newest first',
        querystring: ReturnListQuery,
        response: { 200: ReturnList, 422: validationError, ...errors(...everyRoute) },
      },
    },
    async (request) => {
      const { limit, offset, after, status, search } = request.query;
      const { accountId, world } = callerOf(request);
      const filter = { owner: { accountId, world }, status, search };
      const { rows, total } = await listReturns(database.db, filter, { limit, offset, after });
      const views = rows.map((row) => presentReturn(row, publicUrl, clock.now()));
      return { return_requests: views, ...pageOf(total, { limit, offset }) };
    },
  );

  app.get(
    '/returns/:return_request_id',
    {
      onRequest: needs.guard.key,
      schema: {
        ...shared,
        operationId: 'getReturn',
        summary: 'One return, with fresh links to its labels',
        params: ReturnPath,
        response: { 200: ReturnView, 422: validationError, ...errors(...everyRoute, 'not_found') },
      },
    },
    async (request) => {
      const row = await readOwnReturn(database.db, callerOf(request), request.params.return_request_id);
      return presentReturn(row, publicUrl, clock.now());
    },
  );

  app.get(
    '/returns/:return_request_id/refund',
    {
      onRequest: needs.guard.key,
      schema: {
        ...shared,
        operationId: 'getReturnRefund',
        summary: 'What came back to the wallet for a return, and when it was decided',
        params: ReturnPath,
        response: { 200: ReturnRefund, 422: validationError, ...errors(...everyRoute, 'not_found') },
      },
    },
    async (request) =>
      presentRefund(await readOwnReturn(database.db, callerOf(request), request.params.return_request_id)),
  );
}

/** A label holds a name and an address: it is shown in a viewer, loads nothing, and is kept by no cache. */
const labelHeaders = {
  'content-security-policy': "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
};

function labelRoutes(app: App, needs: ReturnRouteNeeds): void {
  app.get(
    '/labels/:label_id.pdf',
    {
      onRequest: needs.guard.anyone,
      schema: {
        ...shared,
        operationId: 'getReturnLabel',
        summary: 'A return label as PDF',
        description: 'No key is needed: take the whole link from label_urls of a return. It is good for seven days.',
        security: [],
        params: LabelPath,
        querystring: LabelQuery,
        response: {
          200: fileAnswer('A page of 4 × 6 inches.', 'application/pdf', Type.String({ format: 'binary' })),
          422: validationError,
          ...errors('forbidden', 'not_found', 'rate_limit_exceeded', 'service_unavailable'),
        },
      },
    },
    async (request, reply) => {
      const label = await findLabel(needs.database.db, request.params.label_id);
      // Answered like a wrong signature, so that nobody can tell which labels exist.
      if (!label) throw linkTampered();
      checkLabelLink(label, request.query, needs.clock.now());
      const pdf = await needs.blobs.get(label.blob);
      if (!pdf) throw notFound();
      return reply
        .headers({ ...labelHeaders, 'content-disposition': `inline; filename="return-label-${label.id}.pdf"` })
        .type('application/pdf')
        .send(pdf);
    },
  );
}
