import { Type } from 'typebox';
import type { Clock } from '../../../kit/clock.ts';
import { existing } from '../../../kit/existing.ts';
import type { Blobs } from '../../../platform/blobs/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { App } from '../../../platform/http/index.ts';
import { errors, everyKeyedBody, everyRoute, validationError } from '../../../wire/index.ts';
import { callerOf, doOnce, type Guard, onceFrom, sendAnswer } from '../../access/accounts/index.ts';
import { OrderPath, type OrderReader, readOwnOrder } from '../../orders/orders/index.ts';
import { noCase } from './failures.ts';
import { postToCase } from './post-to-case.ts';
import { presentListedCase, presentWholeCase } from './present.ts';
import { attachmentRoutes } from './routes-attachments.ts';
import { CaseList, CaseListQuery, CasePostBody, WholeCaseView } from './schema.ts';
import { type CaseFilter, findWholeCase, listCases } from './sql.ts';

export interface CaseRouteNeeds {
  database: Database;
  clock: Clock;
  guard: Guard;
  read: OrderReader;
  blobs: Blobs;
}

const shared = { tags: ['Cases'], security: [{ bearer: [] }] };

export function caseRoutes(app: App, needs: CaseRouteNeeds): void {
  readRoutes(app, needs);
  writeRoutes(app, needs);
  attachmentRoutes(app, needs);
}

function readRoutes(app: App, needs: CaseRouteNeeds): void {
  const { db } = needs.database;

  app.get(
    '/cases',
    {
      onRequest: needs.guard.key,
      schema: {
        ...shared,
        operationId: 'listCases',
        summary: 'Your cases, the ones that changed last first',
        querystring: CaseListQuery,
        response: { 200: CaseList, 422: validationError, ...errors(...everyRoute) },
      },
    },
    async (request) => {
      const { limit, offset, after, state } = request.query;
      const { accountId, world } = callerOf(request);
      const filter: CaseFilter = { owner: { accountId, world } };
      if (state) filter.state = state;
      const { cases, total } = await listCases(db, filter, { limit, offset, after });
      return { cases: cases.map(presentListedCase), total };
    },
  );

  app.get(
    '/orders/:order_id/case',
    {
      onRequest: needs.guard.key,
      schema: {
        ...shared,
        operationId: 'getCase',
        summary: 'The case of an order, with everything that was said',
        description: 'Not found while there is none.',
        params: OrderPath,
        response: { 200: WholeCaseView, 422: validationError, ...errors(...everyRoute, 'not_found') },
      },
    },
    async (request) => {
      const order = await readOwnOrder(needs.read, callerOf(request), request.params.order_id);
      const found = await findWholeCase(db, order.id);
      if (!found) throw noCase();
      return presentWholeCase(found);
    },
  );
}

function writeRoutes(app: App, { database: { db }, clock, guard, read }: CaseRouteNeeds): void {
  app.post(
    '/orders/:order_id/case',
    {
      onRequest: guard.key,
      schema: {
        ...shared,
        operationId: 'postToCase',
        summary: 'Open, continue or reopen the case of an order',
        description:
          'For orders that the service bought with its own means; one that you bought with your own retailer account is ' +
          'settled with the retailer. Send an Idempotency-Key header to make a retry safe.',
        headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String({ maxLength: 255 })) }),
        params: OrderPath,
        body: CasePostBody,
        response: {
          200: WholeCaseView,
          422: validationError,
          ...errors(...everyRoute, 'bad_request', 'not_found', ...everyKeyedBody),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { message, reason } = request.body;
      const order = await readOwnOrder(read, caller, request.params.order_id);
      const operation = `POST /orders/${order.id}/case`;
      const header = request.headers['idempotency-key'];
      const once = onceFrom({ caller, operation, header, body: request.body });
      const answer = await doOnce({ db, clock }, once, async (tx) => {
        const subject = { id: order.id, isManaged: !order.paid_by_client };
        await postToCase({ tx, clock }, subject, { message, ...(reason == null ? {} : { reason }) });
        const view = presentWholeCase(existing(await findWholeCase(tx, order.id)));
        return { status: 200, text: JSON.stringify(view), resource: 'case', resourceId: order.id };
      });
      return sendAnswer(reply, answer);
    },
  );
}
