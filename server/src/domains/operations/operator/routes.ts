import { Readable } from 'node:stream';
import type { Static } from 'typebox';
import { dayMs, plusMs } from '../../../kit/clock.ts';
import { type App, fileAnswer, presentAs } from '../../../platform/http/index.ts';
import { createRouter, findAccountEmails, type Guard, type Router } from '../../access/accounts/index.ts';
import { countFailingEndpoints, listFailingEndpoints } from '../../channels/webhooks/index.ts';
import { listOpenChargeFiles } from './audit-money.ts';
import { exportAudit } from './export-audit.ts';
import { createOverview, type OverviewNeeds } from './overview.ts';
import { presentAction, presentFailing } from './present.ts';
import { type DecisionRouteNeeds, decisionRoutes } from './routes-decisions.ts';
import { listRoutes } from './routes-lists.ts';
import { type OrderRouteNeeds, orderActionRoutes } from './routes-orders.ts';
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
  SubjectRouteNeeds &
  OrderRouteNeeds & { guard: Guard };

/** The operator API: signed-in operators only, no keys. */
export function operatorRoutes(app: App, needs: OperatorRouteNeeds): void {
  const routerOf = (tag: string): Router => createRouter(app, needs.guard, tag);
  const overview = routerOf('Operator overview');
  overviewRoutes(overview, needs);
  auditRoutes(overview, needs);
  presenceRoutes(overview, needs);
  decisionRoutes(routerOf('Operator cases and returns'), needs);
  settingRoutes(routerOf('Operator settings'), needs);
  const customers = routerOf('Customers (operator)');
  subjectRoutes(customers, needs);
  orderActionRoutes(customers, needs);
  listRoutes(customers, needs);
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
    summary: 'Get the operations overview',
    description: 'System status and open tasks.',
    response: { 200: OverviewView },
    handler: () => overview(),
  });

  router.get('/operator/webhooks/failing', {
    auth: 'operator',
    operationId: 'listFailingWebhookReceivers',
    summary: 'List failing webhook endpoints',
    description:
      'Worst first. Includes endpoints whose deliveries failed permanently in the last 24 hours, with no success since.',
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
    summary: 'List open charges',
    description:
      'Charges and refunds that have not settled with the payment provider, longest waiting first. Errand checks with the provider at least once an hour. Unused charges are refunded automatically.',
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
    summary: 'List the audit log',
    description: 'Everything that operators changed, newest first.',
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
    summary: 'Export the audit log',
    description: 'CSV, newest first.',
    query: AuditExportQuery,
    response: { 200: fileAnswer('One row per entry.', 'text/csv') },
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
