import { Readable } from 'node:stream';
import type { Static } from 'typebox';
import { dayMs, plusMs } from '../../../kit/clock.ts';
import { type App, fileAnswer } from '../../../platform/http/index.ts';
import { errors, everyRoute, validationError } from '../../../wire/index.ts';
import { findAccountEmails, type Guard } from '../../access/accounts/index.ts';
import { countFailingReceivers, listFailingReceivers } from '../../channels/webhooks/index.ts';
import { exportAudit } from './export-audit.ts';
import { createOverview, type OverviewNeeds } from './overview.ts';
import { presentAction, presentFailing, presentOverview } from './present.ts';
import { chargeRoutes } from './routes-charges.ts';
import { type DecisionRouteNeeds, decisionRoutes } from './routes-decisions.ts';
import { type FileRouteNeeds, fileRoutes } from './routes-files.ts';
import { presenceRoutes } from './routes-presence.ts';
import { type SettingRouteNeeds, settingRoutes } from './routes-settings.ts';
import { type SubjectRouteNeeds, subjectRoutes } from './routes-subjects.ts';
import { AuditExportQuery, AuditList, AuditQuery, FailingList, OverviewView, PageQuery } from './schema.ts';
import { type ActionFilter, listActions } from './sql.ts';

export type OperatorRouteNeeds = OverviewNeeds &
  DecisionRouteNeeds &
  SettingRouteNeeds &
  FileRouteNeeds &
  SubjectRouteNeeds & { guard: Guard };

const shared = { tags: ['Operator'], security: [{ session: [] }] };

/** What an operator sees and does, signed in on the web: no key opens any of it. */
export function operatorRoutes(app: App, needs: OperatorRouteNeeds): void {
  overviewRoutes(app, needs);
  logRoutes(app, needs);
  decisionRoutes(app, needs);
  chargeRoutes(app, needs);
  settingRoutes(app, needs);
  fileRoutes(app, needs);
  subjectRoutes(app, needs);
  presenceRoutes(app, needs);
}

function overviewRoutes(app: App, needs: OperatorRouteNeeds): void {
  const overview = createOverview(needs);
  app.get(
    '/operator/overview',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'getOperatorOverview',
        summary: 'How everything stands, and what waits for a person',
        response: { 200: OverviewView, ...errors(...everyRoute) },
      },
    },
    async () => presentOverview(await overview()),
  );
}

function logRoutes(app: App, { database: { db }, clock, guard }: OperatorRouteNeeds): void {
  app.get(
    '/operator/webhooks/failing',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'listFailingWebhookReceivers',
        summary: 'Webhook receivers that do not take what they are sent, the worst first',
        description: 'Also those that were given up in the last 24 hours and have taken nothing since.',
        querystring: PageQuery,
        response: { 200: FailingList, 422: validationError, ...errors(...everyRoute) },
      },
    },
    async (request) => {
      const since = plusMs(clock.now(), -dayMs);
      const rows = await listFailingReceivers(db, since, request.query);
      const ids = rows.map((row) => row.account_id);
      const emails = await findAccountEmails(db, ids);
      const receivers = rows.map((row) => presentFailing(row, emails.get(row.account_id) ?? null));
      return { receivers, total: await countFailingReceivers(db, since) };
    },
  );

  app.get(
    '/operator/audit',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'listOperatorActions',
        summary: 'Everything that operators changed, newest first',
        querystring: AuditQuery,
        response: { 200: AuditList, 422: validationError, ...errors(...everyRoute) },
      },
    },
    async (request) => {
      const { limit, offset } = request.query;
      const { rows, total } = await listActions(db, filterFrom(request.query), { limit, offset });
      return { entries: rows.map(presentAction), total };
    },
  );

  app.get(
    '/operator/audit/export',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'exportOperatorActions',
        summary: 'The audit log as a CSV file, newest first',
        querystring: AuditExportQuery,
        response: { 200: auditFile, 422: validationError, ...errors(...everyRoute) },
      },
    },
    async (request, reply) => {
      reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="audit.csv"');
      return reply.send(Readable.from(exportAudit(db, filterFrom(request.query))));
    },
  );
}

const filterFrom = (query: Static<typeof AuditExportQuery>): ActionFilter => ({
  operator: query.operator,
  action: query.action,
  subjectType: query.subject_type,
  subjectId: query.subject_id,
  from: query.from === undefined ? undefined : new Date(query.from),
  before: query.before === undefined ? undefined : new Date(query.before),
});

const auditFile = fileAnswer('One line for each entry.', 'text/csv');
