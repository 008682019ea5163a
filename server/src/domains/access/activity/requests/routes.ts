import { type Clock, dayMs, plusMs } from '../../../../kit/clock.ts';
import { notFound } from '../../../../kit/failure.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { type App, presentAs } from '../../../../platform/http/index.ts';
import { createRouter, type Guard } from '../../accounts/index.ts';
import { RequestList, RequestPath, RequestQuery, RequestSummary, RequestView } from './schema.ts';
import { findRequest, listRequests, type ReadRow } from './sql.ts';

const keyOf = (row: ReadRow) => ({ id: row.api_key_id, label: row.key_label });

const presentRequest = (row: ReadRow) => presentAs(RequestSummary, { ...row, key: keyOf(row) });

const presentWithBody = (row: ReadRow) => presentAs(RequestView, { ...row, key: keyOf(row) });

interface Needs {
  db: Db;
  clock: Clock;
  guard: Guard;
  days: number;
}

export function requestRoutes(app: App, { db, clock, guard, days }: Needs): void {
  const router = createRouter(app, guard, 'Usage');
  const since = () => plusMs(clock.now(), -days * dayMs);
  router.get('/requests', {
    auth: 'read',
    operationId: 'listRequests',
    summary: 'List API requests',
    description:
      "Requests made with this account's keys in this mode, newest first, for up to 30 days. They appear within 2 seconds. Secrets in bodies are masked.",
    query: RequestQuery,
    response: { 200: RequestList },
    async handler({ caller, query }) {
      const { search, method, status, key_id: keyId, after, before, limit, offset } = query;
      const filter = {
        search,
        method,
        status,
        keyId,
        after: after === undefined ? undefined : new Date(after),
        before: before === undefined ? undefined : new Date(before),
        limit,
        offset,
      };
      const { rows, total } = await listRequests(db, caller, filter, since());
      return { requests: rows.map(presentRequest), total };
    },
  });

  router.get('/requests/:request_id', {
    auth: 'read',
    operationId: 'getRequest',
    summary: 'Get an API request',
    description: 'Looks up a request by its X-Request-Id. Returns the body as it was sent, and the response.',
    params: RequestPath,
    response: { 200: RequestView },
    errors: ['not_found'],
    async handler({ caller, params }) {
      const row = await findRequest(db, caller, params.request_id, since());
      if (!row) throw notFound();
      return presentWithBody(row);
    },
  });
}
