import { readFileSync } from 'node:fs';
import { assertDefined } from '../../../kit/assert-defined.ts';
import { type Clock, plusMs, secondMs } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { newId } from '../../../kit/ids.ts';
import { type Database, inTransaction, isUnavailable, type Tx } from '../../../platform/database/index.ts';
import { type App, sendPage } from '../../../platform/http/index.ts';
import { createRouter, type Guard, type Router } from '../../access/accounts/index.ts';
import { spans } from './model.ts';
import { presentIncident, presentStatus } from './present.ts';
import { readStatus, type Status, type StatusNeeds, statusWithoutDatabase } from './read-status.ts';
import { IncidentBody, IncidentList, IncidentUpdateBody, IncidentView, StatusView } from './schema.ts';
import { findIncident, insertIncident, insertUpdate, listIncidents, lockIncident } from './sql-incidents.ts';
import { statusPage } from './status-page.ts';

export interface StatusRouteNeeds extends Omit<StatusNeeds, 'executor'> {
  database: Database;
  clock: Clock;
  isWriting(): Promise<boolean>;
  guard: Guard;
  record(tx: Tx, action: IncidentAction): Promise<void>;
}

export interface IncidentAction {
  operator: string;
  name: string;
  incidentId: string;
  before?: Record<string, unknown>;
  after: Record<string, unknown>;
  note: string;
}

const cachedMs = 30 * secondMs;
const styles = readFileSync(new URL('./assets/status.css', import.meta.url), 'utf8');

/** Cached for half a minute, for all visitors. */
export function statusRoutes(app: App, { database, clock, publicStores, isWriting, guard }: StatusRouteNeeds): void {
  let last: { until: number; status: Promise<Status> } | null = null;
  let known: Status | null = null;
  async function readCachedStatus(): Promise<Status> {
    try {
      known = await readStatus({ executor: database.db, clock, publicStores });
      return known;
    } catch (error) {
      last = null;
      if (!isUnavailable(error)) throw error;
      return statusWithoutDatabase(known, { clock, publicStores });
    }
  }
  async function current(): Promise<Status> {
    if (!(await isWriting())) {
      last = null;
      return statusWithoutDatabase(known, { clock, publicStores });
    }
    const now = clock.now().getTime();
    if (!last || now >= last.until) last = { until: now + cachedMs, status: readCachedStatus() };
    return last.status;
  }
  const cacheControl = `public, max-age=${cachedMs / secondMs}`;

  app.get('/status', { onRequest: guard.anyone, schema: { hide: true } }, async (_request, reply) => {
    const status = await current();
    return sendPage(reply.header('cache-control', cacheControl), statusPage(status));
  });
  app.get('/assets/status.css', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(styles),
  );
  createRouter(app, guard, 'Status').get('/status.json', {
    auth: 'anyone',
    operationId: 'getStatus',
    summary: 'Get the status page as JSON',
    description:
      'Current status of every part of the service, the last 90 days, and incidents. The page is at /status. Cached for 30 seconds.',
    response: { 200: StatusView },
    async handler(_request, reply) {
      reply.header('cache-control', cacheControl);
      return presentStatus(await current());
    },
  });
}

export function incidentRoutes(router: Router, { database: { db }, clock, record }: StatusRouteNeeds): void {
  const read = async (id: string) => presentIncident(assertDefined(await findIncident(db, id)));
  router.get('/operator/incidents', {
    auth: 'operator',
    operationId: 'listIncidents',
    summary: 'List incidents',
    description: 'Newest first, with their updates.',
    response: { 200: IncidentList },
    async handler() {
      const rows = await listIncidents(db, plusMs(clock.now(), -spans.quarter.lengthMs), 100);
      return { incidents: rows.map(presentIncident) };
    },
  });

  router.post('/operator/incidents', {
    auth: 'operator',
    operationId: 'openIncident',
    summary: 'Open an incident',
    description: 'Appears on the public status page until it is resolved.',
    body: IncidentBody,
    response: { 200: IncidentView, 201: IncidentView },
    async handler({ body: { id: given, text, ...incident }, person: { email: operator } }, reply) {
      const id = given?.toLowerCase() ?? newId();
      const at = clock.now();
      const isNew = await inTransaction(db, async (tx) => {
        if (!(await insertIncident(tx, { ...incident, id, at }))) return false;
        await insertUpdate(tx, { id: newId(), incidentId: id, state: incident.state, text, at });
        await record(tx, { operator, name: 'incident.opened', incidentId: id, after: incident, note: text });
        return true;
      });
      return reply.code(isNew ? 201 : 200).send(await read(id));
    },
  });

  router.post('/operator/incidents/:incident_id/updates', {
    auth: 'operator',
    operationId: 'updateIncident',
    summary: 'Update an incident',
    description: 'Posts an update to the public status page. The state `resolved` closes the incident.',
    body: IncidentUpdateBody,
    response: { 200: IncidentView },
    async handler({ params, body: { state, text }, person: { email: operator } }) {
      const incidentId = params.incident_id.toLowerCase();
      await inTransaction(db, async (tx) => {
        const before = await lockIncident(tx, incidentId);
        if (before === null) throw notFound();
        await insertUpdate(tx, { id: newId(), incidentId, state, text, at: clock.now() });
        const change = { before: { state: before }, after: { state }, note: text };
        await record(tx, { operator, name: 'incident.updated', incidentId, ...change });
      });
      return read(incidentId);
    },
  });
}
