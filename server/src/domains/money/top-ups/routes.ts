import { Invalid, notFound } from '../../../kit/failure.ts';
import type { App } from '../../../platform/http/index.ts';
import { createdIdOf, createRouter, onceOf, type Router, runIdempotent } from '../../access/accounts/index.ts';
import { type CreateNeeds, insertRequestedTopUp, openPaymentPage } from './create-top-up.ts';
import { amountProblem } from './model.ts';
import { presentTopUp } from './present.ts';
import { refundTopUp } from './refund-top-up.ts';
import { type DocumentNeeds, documentRoutes } from './routes-documents.ts';
import { type EventNeeds, eventRoutes } from './routes-events.ts';
import { pageRoutes } from './routes-pages.ts';
import { PageQuery, TopUpBody, TopUpList, TopUpPath, TopUpView } from './schema.ts';
import { refreshTopUp } from './settle-top-up.ts';
import { findTopUpOf, listTopUps } from './sql.ts';

interface TopUpRouteNeeds extends CreateNeeds, DocumentNeeds, EventNeeds {}

export function topUpRoutes(app: App, needs: TopUpRouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Wallet');
  createRoute(router, needs);
  readRoutes(router, needs);
  refundRoute(router, needs);
  documentRoutes(app, needs);
  pageRoutes(app, needs);
  eventRoutes(app, needs);
}

function createRoute(router: Router, needs: TopUpRouteNeeds): void {
  const { db } = needs.database;
  router.post('/wallet/top-ups', {
    auth: 'key',
    operationId: 'createTopUp',
    summary: 'Add funds',
    description:
      'Open `pay_url` in a browser: a Stripe page with a live key, a test page with a test key. The funds are added when the payment is confirmed. Send an Idempotency-Key header so that a retry creates only one top-up.',
    isIdempotent: true,
    body: TopUpBody,
    response: { 201: TopUpView },
    errors: ['top_up_unavailable', 'external_service_error'],
    async handler(request, reply) {
      const { caller, body } = request;
      const { amount_cents: cents, currency = 'USD', return_url: returnUrl = null } = body;
      const problem = amountProblem(cents, currency);
      if (problem) throw new Invalid([problem]);
      const wanted = { accountId: caller.accountId, world: caller.world, cents, currency, returnUrl };
      const answer = await runIdempotent({ db, clock: needs.clock }, onceOf(request), async (tx) => {
        const id = await insertRequestedTopUp(needs, tx, wanted);
        return { status: 201, text: JSON.stringify({ id }), resource: 'top-up', resourceId: id };
      });
      const id = createdIdOf(answer);
      await openPaymentPage(needs, id);
      const row = await findTopUpOf(db, caller, id);
      if (!row) throw notFound();
      if (answer.isReplay) reply.header('Idempotent-Replayed', 'true');
      return presentTopUp(row, needs.publicUrl);
    },
  });
}

function readRoutes(router: Router, needs: TopUpRouteNeeds): void {
  const { db } = needs.database;
  router.get('/wallet/top-ups', {
    auth: 'key',
    operationId: 'listTopUps',
    summary: 'List top-ups',
    description: 'Funds that you added or started to add, newest first.',
    query: PageQuery,
    response: { 200: TopUpList },
    async handler({ caller, query }) {
      const { rows, total } = await listTopUps(db, caller, query);
      return { top_ups: rows.map((row) => presentTopUp(row, needs.publicUrl)), total };
    },
  });

  router.get('/wallet/top-ups/:top_up_id', {
    auth: 'key',
    operationId: 'getTopUp',
    summary: 'Get a top-up',
    description:
      'While it is not paid, Errand checks with the payment provider, so polling shows the payment as soon as it arrives.',
    params: TopUpPath,
    response: { 200: TopUpView },
    async handler({ caller, params }) {
      const row = await findTopUpOf(db, caller, params.top_up_id);
      if (!row) throw notFound();
      return presentTopUp(await refreshTopUp(needs, row), needs.publicUrl);
    },
  });
}

function refundRoute(router: Router, needs: TopUpRouteNeeds): void {
  router.post('/wallet/top-ups/:top_up_id/refund', {
    auth: 'person',
    operationId: 'refundTopUp',
    summary: 'Refund a top-up',
    description:
      "Refunds the unused part to the original payment method. Only a signed-in user can do this. Funds that are on hold or spent aren't refunded. Repeat the request when more is available.",
    params: TopUpPath,
    response: { 200: TopUpView },
    errors: ['nothing_to_refund'],
    async handler({ caller, params }) {
      await refundTopUp(needs, caller, params.top_up_id);
      const row = await findTopUpOf(needs.database.db, caller, params.top_up_id);
      if (!row) throw notFound();
      return presentTopUp(row, needs.publicUrl);
    },
  });
}
