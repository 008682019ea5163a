import { notFound } from '../../../kit/failure.ts';
import { fileAnswer, noContent } from '../../../platform/http/index.ts';
import type { Guard, Router } from '../../access/accounts/index.ts';
import { BrowserPath, BrowserSessionList, InputBody, TakeOverAnswer } from './schema-recordings.ts';
import { listBrowserSessions, watchBrowserSession } from './sql-browser-sessions.ts';
import { forwardInputs, type TakeOverNeeds, takeOverSession } from './take-over.ts';

export interface BrowserSessionRouteNeeds extends TakeOverNeeds {
  guard: Guard;
}

/** Running browser sessions: watch them, or take over one that waits for a person. */
export function browserSessionRoutes(router: Router, needs: BrowserSessionRouteNeeds): void {
  watchRoutes(router, needs);
  takeOverRoutes(router, needs);
}

function watchRoutes(router: Router, needs: BrowserSessionRouteNeeds): void {
  const { db } = needs.database;
  router.get('/operator/visits', {
    auth: 'operator',
    operationId: 'listVisits',
    summary: 'List open browsers',
    description: "What browsers are doing on stores' sites now.",
    response: { 200: BrowserSessionList },
    async handler() {
      const visits = await listBrowserSessions(db, needs.clock.now());
      return {
        visits: visits.map(({ started_at: at, ...visit }) => ({
          ...visit,
          started_at: at.toISOString(),
          image_url: `/operator/visits/${visit.id}/picture`,
        })),
        total: visits.length,
      };
    },
  });
  router.get('/operator/visits/:visit_id/picture', {
    auth: 'operator',
    operationId: 'watchVisit',
    summary: 'Watch a browser',
    description:
      'Returns a screenshot with secrets hidden. There is a new one about once per second, or several times per second while someone has taken over. Returns 404 before the first one and after the browser closes.',
    params: BrowserPath,
    response: { 200: fileAnswer('The page.', 'image/jpeg') },
    errors: ['not_found'],
    async handler({ params }, reply) {
      const picture = await watchBrowserSession(db, params.visit_id, needs.clock.now());
      if (!picture) throw notFound();
      return reply.header('cache-control', 'private, no-store').type('image/jpeg').send(picture);
    },
  });
}

function takeOverRoutes(router: Router, needs: BrowserSessionRouteNeeds): void {
  router.post('/operator/visits/:visit_id/take-over', {
    auth: needs.guard.operatorMoney(async () => true, 'session'),
    operationId: 'takeOverVisit',
    summary: 'Take over a browser',
    description:
      'For a captcha or 3-D Secure. One operator controls the page at a time, until 2 minutes after their last input. Only they can use the token. Recorded in the audit log.',
    params: BrowserPath,
    response: { 200: TakeOverAnswer },
    errors: ['not_found', 'task_taken'],
    async handler({ person, params }) {
      const { expiresAt, ...visit } = await takeOverSession(needs, params.visit_id, person.email);
      return { ...visit, width: 1280, height: 900, expires_at: expiresAt.toISOString() };
    },
  });
  router.post('/operator/visits/:visit_id/input', {
    auth: 'operator',
    operationId: 'actInVisit',
    summary: 'Control a browser',
    description:
      "Clicks, types or scrolls in a page that you took over, in order. Then complete the order's action (`POST /orders/{order_id}/actions/{action_id}`), and the purchase continues.",
    body: InputBody,
    params: BrowserPath,
    response: { 204: noContent('Sent to the browser.') },
    errors: ['not_found', 'action_closed'],
    async handler({ person, params, body }) {
      const { token, inputs } = body;
      await forwardInputs(needs, params.visit_id, { token, inputs, by: person.email });
    },
  });
}
