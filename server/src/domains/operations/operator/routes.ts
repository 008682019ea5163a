import { Readable } from 'node:stream';
import type { Static } from 'typebox';
import { dayMs, plusMs } from '../../../kit/clock.ts';
import { type App, fileAnswer, presentAs } from '../../../platform/http/index.ts';
import { createRouter, findAccountEmails, type Guard, type Router } from '../../access/accounts/index.ts';
import { countFailingEndpoints, listFailingEndpoints } from '../../channels/webhooks/index.ts';
import { exportAudit } from './export-audit.ts';
import { listOpenChargeFiles } from './open-charges.ts';
import { createOverview, type OverviewNeeds } from './overview.ts';
import { presentAction, presentFailing, presentOverview } from './present.ts';
import { type DecisionRouteNeeds, decisionRoutes } from './routes-decisions.ts';
import { presenceRoutes } from './routes-presence.ts';
import { type SettingRouteNeeds, settingRoutes } from './routes-settings.ts';
import { type SubjectRouteNeeds, subjectRoutes } from './routes-subjects.ts';
import {
  AuditExportQuery,
  AuditList,
  AuditQuery,
  FailingList,
  OpenChargeList,
  OpenChargeView,
  OverviewView,
  PageQuery,
} from './schema.ts';
import { type ActionFilter, listActions } from './sql.ts';

export type OperatorRouteNeeds = OverviewNeeds &
  DecisionRouteNeeds &
  SettingRouteNeeds &
  SubjectRouteNeeds & { guard: Guard };

/** What an operator sees and does, signed in on the web: no key opens any of it. */
export function operatorRoutes(app: App, needs: OperatorRouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Operator');
  overviewRoutes(router, needs);
  auditRoutes(router, needs);
  decisionRoutes(router, needs);
  settingRoutes(router, needs);
  subjectRoutes(router, needs);
  presenceRoutes(router, needs);
}

function overviewRoutes(router: Router, needs: OperatorRouteNeeds): void {
  const {
    clock,
    database: { db },
  } = needs;
  const overview = createOverview(needs);
  router.get('/operator/overview', {
    auth: 'operator',
    operationId: 'getOperatorOverview',
    summary: 'How everything stands, and what waits for a person',
    response: { 200: OverviewView },
    handler: async () => presentOverview(await overview()),
  });

  router.get('/operator/webhooks/failing', {
    auth: 'operator',
    operationId: 'listFailingWebhookReceivers',
    summary: 'Webhook receivers that do not take what they are sent, the worst first',
    description: 'Includes endpoints whose deliveries failed for good in the last 24 hours and none succeeded since.',
    query: PageQuery,
    response: { 200: FailingList },
    async handler({ query }) {
      const since = plusMs(clock.now(), -dayMs);
      const rows = await listFailingEndpoints(db, since, query);
      const emails = await findAccountEmails(
        db,
        rows.map((row) => row.account_id),
      );
      const receivers = rows.map((row) => presentFailing(row, emails.get(row.account_id) ?? null));
      return { receivers, total: await countFailingEndpoints(db, since) };
    },
  });

  router.get('/operator/charges', {
    auth: 'operator',
    operationId: 'listOpenCharges',
    summary: 'Charges and refunds that are not final at their payment provider, the longest waiting first',
    description:
      'Each is read at the provider until it is final, at least once an hour; what a charge took that nobody needed goes back by itself.',
    query: PageQuery,
    response: { 200: OpenChargeList },
    async handler({ query }) {
      const { charges, total } = await listOpenChargeFiles(db, clock.now(), query);
      return { charges: charges.map((charge) => presentAs(OpenChargeView, charge)), total };
    },
  });
}

function auditRoutes(router: Router, { database: { db } }: OperatorRouteNeeds): void {
  router.get('/operator/audit', {
    auth: 'operator',
    operationId: 'listOperatorActions',
    summary: 'Everything that operators changed, newest first',
    query: AuditQuery,
    response: { 200: AuditList },
    async handler({ query: { limit, offset, ...asked } }) {
      const { rows, total } = await listActions(db, filterFrom(asked), { limit, offset });
      return { entries: rows.map(presentAction), total };
    },
  });

  router.get('/operator/audit/export', {
    auth: 'operator',
    operationId: 'exportOperatorActions',
    summary: 'The audit log as a CSV file, newest first',
    query: AuditExportQuery,
    response: { 200: fileAnswer('One line for each entry.', 'text/csv') },
    handler({ query }, reply) {
      reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="audit.csv"');
      return reply.send(Readable.from(exportAudit(db, filterFrom(query))));
    },
  });
}

const filterFrom = (query: Static<typeof AuditExportQuery>): ActionFilter => ({
  operator: query.operator,
  action: query.action,
  subjectType: query.subject_type,
  subjectId: query.subject_id,
  from: query.from === undefined ? undefined : new Date(query.from),
  before: query.before === undefined ? undefined : new Date(query.before),
});
