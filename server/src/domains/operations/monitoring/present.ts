import { presentAs } from '../../../platform/http/index.ts';
import { isComponent } from './model.ts';
import { rounded } from './read-charts.ts';
import type { Status } from './read-status.ts';
import { IncidentView } from './schema.ts';
import type { IncidentRow } from './sql-incidents.ts';

export const presentIncident = (row: IncidentRow) =>
  presentAs(IncidentView, {
    ...row,
    components: row.components.filter(isComponent),
    updates: row.updates.map(({ id, state, text, at }) => ({ id, state, text, at: new Date(at).toISOString() })),
  });

export const presentStatus = ({ state, checkedAt, parts, incidents }: Status) => ({
  status: state,
  updated_at: checkedAt.toISOString(),
  components: parts.map((part) => ({
    name: part.name,
    label: part.label,
    group: part.group,
    status: part.state,
    uptime: rounded(part.uptime),
    days: part.days.map((day) => ({ day: day.day, status: day.state, uptime: rounded(day.uptime) })),
  })),
  incidents: incidents.map(presentIncident),
});
