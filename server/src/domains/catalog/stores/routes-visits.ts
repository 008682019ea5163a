import { Type } from 'typebox';
import { notFound } from '../../../kit/failure.ts';
import type { App } from '../../../platform/http/index.ts';
import { fileAnswer } from '../../../platform/http/index.ts';
import { errors, everyRoute, validationError } from '../../../wire/index.ts';
import { type Guard, personOf } from '../../access/accounts/index.ts';
import { everyWrite, shared } from './routes-look.ts';
import { InputBody, TakenAnswer, VisitList, VisitPath } from './schema-films.ts';
import { listVisits, watchVisit } from './sql-visits.ts';
import { handOn, type TakeOverNeeds, takeOver } from './take-over.ts';

export interface VisitRouteNeeds extends TakeOverNeeds {
  guard: Guard;
}

/** Visits that are under way: to be watched, and to be taken over where they wait for a person. */
export function visitRoutes(app: App, needs: VisitRouteNeeds): void {
  watchRoutes(app, needs);
  takeOverRoutes(app, needs);
}

function watchRoutes(app: App, needs: VisitRouteNeeds): void {
  const { db } = needs.database;
  app.get(
    '/operator/visits',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'listVisits',
        summary: 'What browsers are doing at stores now',
        response: { 200: VisitList, ...errors(...everyRoute) },
      },
    },
    async () => {
      const visits = await listVisits(db, needs.clock.now());
      return {
        visits: visits.map(({ started_at: at, ...visit }) => ({
          ...visit,
          started_at: at.toISOString(),
          image_url: `/operator/visits/${visit.id}/picture`,
        })),
        total: visits.length,
      };
    },
  );
  app.get(
    '/operator/visits/:visit_id/picture',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'watchVisit',
        summary: 'The page that a browser is on now',
        description:
          'With secrets covered. The browser shows a new picture about every second while somebody asks, and several while somebody has taken over; there is none (404) before the first one, and after the visit.',
        params: VisitPath,
        response: {
          200: fileAnswer('The page.', 'image/jpeg', Type.String({ format: 'binary' })),
          422: validationError,
          ...errors(...everyRoute, 'not_found'),
        },
      },
    },
    async ({ params }, reply) => {
      const picture = await watchVisit(db, params.visit_id, needs.clock.now());
      if (!picture) throw notFound();
      return reply.header('cache-control', 'private, no-store').type('image/jpeg').send(picture);
    },
  );
}

function takeOverRoutes(app: App, needs: VisitRouteNeeds): void {
  app.post(
    '/operator/visits/:visit_id/take-over',
    {
      ...needs.guard.operatorMoney(async () => true, 'session'),
      schema: {
        ...shared,
        operationId: 'takeOverVisit',
        summary: 'Take over a page that waits for a person',
        description:
          'For a captcha or 3-D Secure. One operator has the page at a time, until two minutes after the last thing that they did there; the token is for them alone. It is in the audit log.',
        params: VisitPath,
        response: { 200: TakenAnswer, 422: validationError, ...errors(...everyRoute, 'not_found', 'task_taken') },
      },
    },
    async (request) => {
      const { expiresAt, ...visit } = await takeOver(needs, request.params.visit_id, personOf(request).email);
      return { ...visit, width: 1280, height: 900, expires_at: expiresAt.toISOString() };
    },
  );
  app.post(
    '/operator/visits/:visit_id/input',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'actInVisit',
        summary: 'Click, type or scroll in a page that was taken over',
        description:
          'Done by the browser in this order. When the page is passed, answer the action of the order (`POST /orders/{order_id}/actions/{action_id}`): the purchase goes on from there.',
        params: VisitPath,
        body: InputBody,
        response: {
          204: Type.Null({ description: 'Handed on.' }),
          422: validationError,
          ...errors(...everyWrite, 'action_closed'),
        },
      },
    },
    async (request, reply) => {
      const { token, inputs } = request.body;
      await handOn(needs, request.params.visit_id, { token, inputs, by: personOf(request).email });
      return reply.code(204).send(null);
    },
  );
}
