import { type Html, html, type PageParts } from '../../../platform/http/index.ts';
import { type Language, words } from './languages.ts';
import type { PublicView } from './view.ts';
import type { StandingName, Words } from './words.ts';

/** The script that looks for changes while the page is open. Without it the page still says everything. */
export const refreshScript = '/assets/tracking.js';

type Tone = 'good' | 'busy' | 'warn' | 'bad';
interface Standing {
  name: StandingName;
  tone: Tone;
  /** How many of the steps are behind us; null when the parcel left the usual way. */
  stepsDone: number | null;
  showsEstimate?: boolean;
}

export function trackingPage(view: PublicView, language: Language): PageParts {
  const say = words[language];
  const standing = standingOf(view);
  const [headline, lead] = say.standings[standing.name];
  return {
    language,
    title: say.title(headline),
    description: lead,
    script: refreshScript,
    brand: say.brand,
    body: html`<main id="main" data-refresh="${isOver(view) ? 'off' : 'on'}">
<section class="card" aria-labelledby="status">
${view.current_status === 'order_placed' ? '' : html`<p><span class="badge ${standing.tone}">${say.statuses[view.current_status]}</span></p>`}
<h1 id="status">${headline}</h1>
<p class="lead">${lead}${view.estimated_delivery_date && standing.showsEstimate ? html` ${say.expected(date(view.estimated_delivery_date, language))}` : ''}</p>
${progress(standing, say)}
</section>
${view.shipments.map((shipment, index) => shipmentCard(shipment, { index, count: view.shipments.length, language }))}
<div class="grid">
<section class="card" aria-labelledby="items"><h2 id="items">${say.inThisOrder}</h2>
<ul>${view.items.map(
      (item) =>
        html`<li>${item.quantity} × ${itemName(item.url, say)}${variantWords(item.variant)} <span class="quiet small">${say.items[item.status] ?? item.status}</span></li>`,
    )}</ul></section>
<section class="card" aria-labelledby="destination"><h2 id="destination">${say.goingTo}</h2>
<p>${addressLines(view).map((line) => html`${line}<br>`)}</p></section>
</div>
</main>
<footer class="site-footer"><p class="small">${say.privacy} <span data-times="${say.timesAreYours}">${say.timesInUtc}</span></p></footer>`,
  };
}

export function missingPage(language: Language): PageParts {
  const { missing, brand } = words[language];
  const [title, text] = missing;
  return {
    language,
    title,
    description: text,
    brand,
    body: html`<main id="main"><section class="card"><h1>${title}</h1>
<p class="lead">${text}</p></section></main>`,
  };
}

function standingOf(view: PublicView): Standing {
  switch (view.current_status) {
    case 'pending':
    case 'in_progress':
      return { name: 'ordering', tone: 'busy', stepsDone: 1 };
    case 'order_failed':
      return { name: 'failed', tone: 'bad', stepsDone: null };
    case 'cancelled':
      return { name: 'cancelled', tone: 'warn', stepsDone: null };
    case 'cancelled_by_retailer':
      return { name: 'cancelledByRetailer', tone: 'bad', stepsDone: null };
    case 'order_placed':
      return parcelStanding(view);
  }
}

function parcelStanding(view: PublicView): Standing {
  const statuses = view.shipments.map((shipment) => shipment.status);
  if (statuses.length > 0 && statuses.every((status) => status === 'delivered')) {
    return { name: 'delivered', tone: 'good', stepsDone: 5 };
  }
  if (statuses.includes('undeliverable')) return { name: 'undeliverable', tone: 'bad', stepsDone: null };
  const latest = view.shipments.map((shipment) => shipment.checkpoints[0]?.message ?? '').join(' ');
  if (/out for delivery/i.test(latest)) return { name: 'outForDelivery', tone: 'busy', stepsDone: 4 };
  if (statuses.some((status) => status === 'in_transit' || status === 'delivered')) {
    return { name: 'onItsWay', tone: 'busy', stepsDone: 3, showsEstimate: true };
  }
  return { name: 'gettingReady', tone: 'busy', stepsDone: 2, showsEstimate: true };
}

const isOver = (view: PublicView): boolean =>
  !['pending', 'in_progress', 'order_placed'].includes(view.current_status) ||
  (view.shipments.length > 0 && view.shipments.every((shipment) => shipment.status === 'delivered'));

function progress({ stepsDone }: Standing, say: Words): Html | string {
  if (stepsDone === null) return '';
  const current = stepsDone - 1;
  return html`<ol class="steps" aria-label="${say.progress}">${say.steps.map((step, index) => {
    if (index > current) return html`<li>${step}</li>`;
    return index === current
      ? html`<li class="done current" aria-current="step">${step}</li>`
      : html`<li class="done">${step}</li>`;
  })}</ol>`;
}

type ShipmentView = PublicView['shipments'][number];

const parcelTones: Record<NonNullable<ShipmentView['status']>, Tone> = {
  pending: 'busy',
  in_transit: 'busy',
  delivered: 'good',
  undeliverable: 'bad',
};

function shipmentCard(shipment: ShipmentView, shown: { index: number; count: number; language: Language }): Html {
  const { index, count, language } = shown;
  const say = words[language];
  const title = count > 1 ? say.parcelOf(index + 1, count) : say.yourParcel;
  return html`<section class="card" aria-labelledby="parcel-${index}">
<div class="row spread"><h2 id="parcel-${index}">${title}</h2><span class="badge ${parcelTones[shipment.status]}">${say.parcels[shipment.status]}</span></div>
<dl class="facts"><dt>${say.carrier}</dt><dd>${shipment.carrier || say.sentByStore}</dd>${
    shipment.tracking_number === '' ? '' : html`<dt>${say.number}</dt><dd class="code">${shipment.tracking_number}</dd>`
  }</dl>
${
  shipment.checkpoints.length === 0
    ? html`<p class="quiet">${say.notScanned}</p>`
    : html`<ol class="events">${shipment.checkpoints.map(
        (point) =>
          html`<li><time datetime="${point.checkpoint_time}">${moment(point.checkpoint_time, language)}</time>${point.message}${place(point)}</li>`,
      )}</ol>`
}</section>`;
}

function place(point: ShipmentView['checkpoints'][number]): Html | string {
  const words = [point.city, point.state, point.country].filter((part) => part !== null).join(', ') || point.location;
  return words ? html` <span class="quiet">· ${words}</span>` : '';
}

/** Parts of addresses that name no product. */
const shelves = new Set(['shop', 'store', 'products', 'product', 'items', 'item', 'catalog', 'detail', 'details']);

/** An article number: letters and digits in one word says nothing to people. */
const isNumber = (part: string): boolean => /^(?=.*\d)[a-z0-9]+$/i.test(part);

/** A product's page names it well enough: the longest telling part of its address. Where there is none, its store does. */
function itemName(url: string, say: Words): string {
  const address = URL.parse(url);
  const words = (address?.pathname ?? url)
    .split('/')
    .filter((part) => /[a-z]{3}/i.test(part) && !isNumber(part) && !shelves.has(part.toLowerCase()));
  const slug = words.toSorted((a, b) => b.length - a.length)[0];
  if (slug === undefined) return address ? say.itemFrom(address.hostname.replace(/^www\./, '')) : say.item;
  return decodeURIComponentSafely(slug).replaceAll(/[-_+]+/g, ' ');
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function variantWords(variant: PublicView['items'][number]['variant']): string {
  return variant?.length ? ` (${variant.map((choice) => choice.value).join(', ')})` : '';
}

function addressLines({ destination }: PublicView): string[] {
  const town = [destination.city, destination.state, destination.postal_code].filter(Boolean).join(' ');
  return [destination.address_line1, destination.address_line2, town, destination.country]
    .filter((line) => line !== null)
    .filter((line) => line !== '');
}

const date = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
const moment = (at: string, language: Language): string =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }).format(new Date(at))} UTC`;
