import { formatDay, formatMoment } from '../../../kit/clock.ts';
import { html, type PageParts } from '../../../platform/http/index.ts';
import type { ComponentStatus, Status } from './read-status.ts';

const headlines: Record<Status['state'], [title: string, tone: string]> = {
  up: ['All systems operational', 'good'],
  degraded: ['Some systems are degraded', 'warn'],
  down: ['Some systems are down', 'bad'],
  unknown: ['No data yet', 'busy'],
};
const stateLabels = { up: 'Operational', degraded: 'Degraded', down: 'Down', unknown: 'No data' } as const;
const tones = { up: 'good', degraded: 'warn', down: 'bad', unknown: 'busy' } as const;
const incidentLabels: Record<string, string> = {
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
};

const percent = (share: number | null): string => (share === null ? 'no data' : `${(share * 100).toFixed(2)}%`);
const time = (at: Date | string) => {
  const text = new Date(at).toISOString();
  return html`<time datetime="${text}">${formatMoment(new Date(at))}</time>`;
};

/** Works without JavaScript. Each day is a bar with a text. */
export function statusPage({ state, checkedAt, parts, incidents }: Status): PageParts {
  const [title, tone] = headlines[state];
  const open = incidents.filter((incident) => incident.resolved_at === null);
  const over = incidents.filter((incident) => incident.resolved_at !== null);
  const stores = parts.filter((part) => part.group === 'stores');
  return {
    title: `${title} · Status`,
    description: 'Status of this service, now and over the last 90 days.',
    styles: ['/assets/status.css'],
    body: html`<main id="main">
<section class="card" aria-labelledby="now">
<p><span class="badge ${tone}">${stateLabels[state]}</span></p>
<h1 id="now">${title}</h1>
<p class="lead">Checked ${time(checkedAt)}. As JSON: <a href="/status.json">status.json</a>.</p>
</section>
${open.map(incidentCard)}
<section class="card" aria-labelledby="parts"><h2 id="parts">Components, last 90 days</h2>
${parts.filter((part) => part.group === 'service').map(partRow)}</section>
${stores.length === 0 ? '' : html`<section class="card" aria-labelledby="stores"><h2 id="stores">Stores, last 90 days</h2>${stores.map(partRow)}</section>`}
<section class="card" aria-labelledby="past"><h2 id="past">Past incidents</h2>
${over.length === 0 ? html`<p>No incidents in the last 90 days.</p>` : over.map(incidentText)}</section>
</main>`,
  };
}

const partRow = (part: ComponentStatus) => html`<div class="status-part">
<h3>${part.label} <span class="badge ${tones[part.state ?? 'unknown']}">${stateLabels[part.state ?? 'unknown']}</span></h3>
<ol class="status-days" aria-label="${part.label}, day by day, oldest first">
${part.days.map(
  (day) =>
    html`<li class="day-${day.state}" title="${formatDay(day.day)}: ${stateLabels[day.state]}, ${percent(day.uptime)}"><span class="hidden">${formatDay(day.day)}: ${stateLabels[day.state]}, ${percent(day.uptime)}</span></li>`,
)}
</ol>
<p class="quiet small status-ends"><span>90 days ago</span><span>${part.uptime === null ? 'No data' : `${percent(part.uptime)} uptime`}</span><span>Today</span></p>
</div>`;

const incidentText = (incident: Status['incidents'][number]) => html`<article class="status-incident">
<h3>${incident.title}</h3>
<ol>${incident.updates.map(
  (update) =>
    html`<li><p><strong>${incidentLabels[update.state] ?? update.state}.</strong> ${update.text}</p><p class="quiet small">${time(update.at)}</p></li>`,
)}</ol>
</article>`;

const incidentCard = (incident: Status['incidents'][number]) =>
  html`<section class="card status-open">${incidentText(incident)}</section>`;
