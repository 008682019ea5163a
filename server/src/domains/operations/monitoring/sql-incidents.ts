import { sql } from 'kysely';
import type { Executor, Row, Tx } from '../../../platform/database/index.ts';

export const incidentStates = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
export type IncidentState = (typeof incidentStates)[number];

export type UpdateRow = Row<'incident_updates', 'id' | 'incident_id' | 'state' | 'text' | 'at'>;

export interface IncidentRow extends Row<'incidents'> {
  updates: { id: string; state: IncidentState; text: string; at: string }[];
}

const updatesOf = sql`
  (select coalesce(json_agg(json_build_object('id', u.id, 'state', u.state, 'text', u.text, 'at', u.at) order by u.at desc), '[]')
   from incident_updates u where u.incident_id = i.id) as updates`;

export async function listIncidents(executor: Executor, since: Date, limit: number): Promise<IncidentRow[]> {
  const { rows } = await sql<IncidentRow>`
    select i.*, ${updatesOf} from incidents i where i.started_at >= ${since} or i.resolved_at is null
    order by i.started_at desc limit ${limit}`.execute(executor);
  return rows;
}

export async function findIncident(executor: Executor, id: string): Promise<IncidentRow | null> {
  const { rows } = await sql<IncidentRow>`select i.*, ${updatesOf} from incidents i where i.id = ${id}`.execute(
    executor,
  );
  return rows[0] ?? null;
}

/** False if the id is already used. */
export async function insertIncident(
  tx: Tx,
  incident: { id: string; title: string; state: IncidentState; components: readonly string[]; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into incidents (id, title, state, components, started_at, resolved_at)
    values (${incident.id}, ${incident.title}, ${incident.state}, ${incident.components}, ${incident.at},
      ${incident.state === 'resolved' ? incident.at : null})
    on conflict do nothing returning id`.execute(tx);
  return rows.length === 1;
}

export async function lockIncident(tx: Tx, id: string): Promise<IncidentState | null> {
  const { rows } = await sql<{ state: IncidentState }>`
    select state from incidents where id = ${id} for update`.execute(tx);
  return rows[0]?.state ?? null;
}

export async function insertUpdate(
  tx: Tx,
  update: { id: string; incidentId: string; state: IncidentState; text: string; at: Date },
): Promise<void> {
  await sql`
    insert into incident_updates (id, incident_id, state, text, at)
    values (${update.id}, ${update.incidentId}, ${update.state}, ${update.text}, ${update.at})`.execute(tx);
  await sql`
    update incidents set state = ${update.state},
      resolved_at = case when ${update.state} = 'resolved' then coalesce(resolved_at, ${update.at}) end
    where id = ${update.incidentId}`.execute(tx);
}
