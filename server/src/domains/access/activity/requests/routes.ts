import { type Clock, dayMs, plusMs } from '../../../../kit/clock.ts';
import { notFound } from '../../../../kit/failure.ts';
import type { Db } from '../../../../platform/database/index.ts';
import type { App } from '../../../../platform/http/index.ts';
import { errors, everyRoute, validationError } from '../../../../wire/index.ts';
import { callerOf, type Guard } from '../../accounts/index.ts';
import { presentRequest, presentWithBody } from './present.ts';
import { RequestList, RequestPath, RequestQuery, RequestView } from './schema.ts';
import { findRequest, listRequests } from './sql.ts';

interface Needs {
  db: Db;
  clock: Clock;
  guard: Guard;
  days: number;
}

const shared = { tags: ['Usage'], security: [{ bearer: [] }] };

export function requestRoutes(app: App, { db, clock, guard, days }: Needs): void {
  const since = () => plusMs(clock.now(), -days * dayMs);
  app.get(
    '/requests',
    {
      onRequest: guard.read,
      schema: {
        ...shared,
        operationId: 'listRequests',
        summary: 'What your keys sent, newest first',
        description:
          'Requests of every key of this account in this world, for 30 days unless the operator keeps them shorter. They show up within ' +
          'two seconds. Secrets in bodies are masked.',
        querystring: RequestQuery,
        response: { 200: RequestList, 422: validationError, ...errors(...everyRoute) },
      },
    },
    async (request) => {
      const { search, method, status, key_id: keyId, after, before, limit, offset } = request.query;
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
      const { rows, total } = await listRequests(db, callerOf(request), filter, since());
      return { requests: rows.map(presentRequest), total };
    },
  );

  app.get(
    '/requests/:request_id',
    {
      onRequest: guard.read,
      schema: {
        ...shared,
        operationId: 'getRequest',
        summary: 'One request, by the X-Request-Id of its answer',
        params: RequestPath,
        response: { 200: RequestView, 422: validationError, ...errors(...everyRoute, 'not_found') },
      },
    },
    async (request) => {
      const row = await findRequest(db, callerOf(request), request.params.request_id, since());
      if (!row) throw notFound();
      return presentWithBody(row);
    },
  );
}
