import { Type } from 'typebox';
import { notFound } from '../../../kit/failure.ts';
import type { App } from '../../../platform/http/index.ts';
import { errors, everyKeyedBody, everyRoute, validationError } from '../../../wire/index.ts';
import { callerOf, doOnce, type Guard, madeId, onceFrom } from '../../access/accounts/index.ts';
import { type CreateNeeds, insertWanted, openPage } from './create-top-up.ts';
import { presentTopUp } from './present.ts';
import { refundTopUp } from './refund-top-up.ts';
import { type DocumentNeeds, documentRoutes } from './routes-documents.ts';
import { eventRoutes } from './routes-events.ts';
import { pageRoutes } from './routes-pages.ts';
import { PageQuery, TopUpBody, TopUpList, TopUpPath, TopUpView } from './schema.ts';
import { lookNow } from './settle-top-up.ts';
import { findTopUpOf, listTopUps } from './sql.ts';

interface TopUpRouteNeeds extends CreateNeeds, DocumentNeeds {
  guard: Guard;
}

const shared = { tags: ['Wallet'], security: [{ bearer: [] }] };

export function topUpRoutes(app: App, needs: TopUpRouteNeeds): void {
  createRoute(app, needs);
  readRoutes(app, needs);
  refundRoute(app, needs);
  documentRoutes(app, needs);
  pageRoutes(app, needs);
  eventRoutes(app, needs);
}

function createRoute(app: App, needs: TopUpRouteNeeds): void {
  const { db } = needs.database;
  app.post(
    '/wallet/top-ups',
    {
      onRequest: needs.guard.key,
      schema: {
        ...shared,
        operationId: 'createTopUp',
        summary: 'Put money onto your wallet',
        description:
          'Open pay_url in a browser: with a live key it is a page of Stripe, with a test key one of ours that pays with play money. ' +
          'The wallet fills when the payment is confirmed. Send an Idempotency-Key header to make a retry safe.',
        headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String({ maxLength: 255 })) }),
        body: TopUpBody,
        response: {
          201: TopUpView,
          422: validationError,
          ...errors(...everyRoute, 'top_up_unavailable', ...everyKeyedBody, 'external_service_error'),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { amount_cents: cents, return_url: returnUrl = null } = request.body;
      const header = request.headers['idempotency-key'];
      const once = onceFrom({ caller, operation: 'POST /wallet/top-ups', header, body: request.body });
      const wanted = { accountId: caller.accountId, world: caller.world, cents, returnUrl };
      const answer = await doOnce({ db, clock: needs.clock }, once, async (tx) => {
        const id = await insertWanted(needs, tx, wanted);
        return { status: 201, text: JSON.stringify({ id }), resource: 'top-up', resourceId: id };
      });
      const id = madeId(answer);
      await openPage(needs, id);
      const row = await findTopUpOf(db, caller, id);
      if (!row) throw notFound();
      if (answer.isReplay) reply.header('Idempotent-Replayed', 'true');
      return reply.code(201).send(presentTopUp(row, needs.publicUrl));
    },
  );
}

function readRoutes(app: App, needs: TopUpRouteNeeds): void {
  const { db } = needs.database;
  app.get(
    '/wallet/top-ups',
    {
      onRequest: needs.guard.key,
      schema: {
        ...shared,
        operationId: 'listTopUps',
        summary: 'What you put onto your wallet, newest first',
        querystring: PageQuery,
        response: { 200: TopUpList, 422: validationError, ...errors(...everyRoute) },
      },
    },
    async (request) => {
      const { rows, total } = await listTopUps(db, callerOf(request), request.query);
      return { top_ups: rows.map((row) => presentTopUp(row, needs.publicUrl)), total };
    },
  );

  app.get(
    '/wallet/top-ups/:top_up_id',
    {
      onRequest: needs.guard.key,
      schema: {
        ...shared,
        operationId: 'getTopUp',
        summary: 'How a top-up stands',
        description:
          'Asks the payment provider while it is not paid, so that polling sees a payment as soon as it is there.',
        params: TopUpPath,
        response: { 200: TopUpView, 422: validationError, ...errors(...everyRoute, 'not_found') },
      },
    },
    async (request) => {
      const row = await findTopUpOf(db, callerOf(request), request.params.top_up_id);
      if (!row) throw notFound();
      return presentTopUp(await lookNow(needs, row), needs.publicUrl);
    },
  );
}

function refundRoute(app: App, needs: TopUpRouteNeeds): void {
  app.post(
    '/wallet/top-ups/:top_up_id/refund',
    {
      onRequest: needs.guard.person,
      schema: {
        tags: ['Wallet'],
        security: [{ session: [] }],
        operationId: 'refundTopUp',
        summary: 'Get back what is unused of a top-up',
        description:
          'Only a signed-in person may do this. What orders hold or have spent stays; ask again when more is free. The money goes back to ' +
          'where it was paid from.',
        params: TopUpPath,
        response: {
          200: TopUpView,
          422: validationError,
          ...errors(...everyRoute, 'not_found', 'nothing_to_refund'),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      await refundTopUp(needs, caller, request.params.top_up_id);
      const row = await findTopUpOf(needs.database.db, caller, request.params.top_up_id);
      if (!row) throw notFound();
      return presentTopUp(row, needs.publicUrl);
    },
  );
}
