import { townLine } from '../../../kit/town-line.ts';
import { type Html, html, type PageParts } from '../../../platform/http/index.ts';
import { type Language, textsByLanguage } from './languages.ts';
import type { PageStatusName, TrackingTexts } from './texts.ts';
import type { PublicView } from './view.ts';

/** Updates the open page. The page works without it. */
export const refreshScript = '/assets/tracking.js';

type Tone = 'good' | 'busy' | 'warn' | 'bad';
interface PageStatus {
  name: PageStatusName;
  tone: Tone;
  /** Steps done; null if the parcel left the usual path. */
  stepsDone: number | null;
  showsEstimate?: boolean;
}

interface Shown {
  language: Language;
  isLate: boolean;
  /** Product titles; null if unknown. */
  titles: readonly (string | null)[];
}

export function trackingPage(view: PublicView, { language, isLate, titles }: Shown): PageParts {
  const texts = textsByLanguage[language];
  const totals = pageStatusOf(view, isLate);
  const [headline, lead] = texts.pageStatuses[totals.name];
  const expectedText = totals.name === 'late' ? texts.wasExpected : texts.expected;
  return {
    language,
    title: texts.title(headline),
    description: lead,
    script: refreshScript,
    brand: texts.brand,
    body: html`<main id="main" data-refresh="${isFinished(view) ? 'off' : 'on'}">
<section class="card" aria-labelledby="status">
${view.current_status === 'order_placed' ? '' : html`<p><span class="badge ${totals.tone}">${texts.statuses[view.current_status]}</span></p>`}
<h1 id="status">${headline}</h1>
<p class="lead">${lead}${view.estimated_delivery_date && totals.showsEstimate ? html` ${expectedText(date(view.estimated_delivery_date, language))}` : ''}</p>
${progress(totals, texts)}
</section>
${view.shipments.map((shipment, index) => shipmentCard(shipment, { index, count: view.shipments.length, language }))}
<div class="grid">
<section class="card" aria-labelledby="items"><h2 id="items">${texts.inThisOrder}</h2>
<ul>${view.items.map(
      (item, index) =>
        html`<li>${item.quantity} × ${titles[index] ?? itemName(item.url, texts)}${variantText(item.variant)} <span class="quiet small">${texts.items[item.status] ?? item.status}</span></li>`,
    )}</ul></section>
<section class="card" aria-labelledby="destination"><h2 id="destination">${texts.goingTo}</h2>
<p>${addressLines(view).map((line) => html`${line}<br>`)}</p></section>
</div>
</main>
<footer class="site-footer"><p class="small">${texts.privacy} <span data-times="${texts.timesAreYours}">${texts.timesInUtc}</span></p></footer>`,
  };
}

export function missingPage(language: Language): PageParts {
  const { missing, brand } = textsByLanguage[language];
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

function pageStatusOf(view: PublicView, isLate: boolean): PageStatus {
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
      return parcelStatusOf(view, isLate);
  }
}

function parcelStatusOf(view: PublicView, isLate: boolean): PageStatus {
  const statuses = view.shipments.map((shipment) => shipment.status);
  if (statuses.length > 0 && statuses.every((status) => status === 'delivered')) {
    return { name: 'delivered', tone: 'good', stepsDone: 5 };
  }
  if (statuses.includes('undeliverable')) return { name: 'undeliverable', tone: 'bad', stepsDone: null };
  const latest = view.shipments.map((shipment) => shipment.checkpoints[0]?.message ?? '').join(' ');
  if (/out for delivery/i.test(latest)) return { name: 'outForDelivery', tone: 'busy', stepsDone: 4 };
  const isMoving = statuses.some((status) => status === 'in_transit' || status === 'delivered');
  if (isLate) return { name: 'late', tone: 'warn', stepsDone: isMoving ? 3 : 2, showsEstimate: true };
  if (isMoving) {
    return { name: 'onItsWay', tone: 'busy', stepsDone: 3, showsEstimate: true };
  }
  return { name: 'gettingReady', tone: 'busy', stepsDone: 2, showsEstimate: true };
}

const isFinished = (view: PublicView): boolean =>
  !['pending', 'in_progress', 'order_placed'].includes(view.current_status) ||
  (view.shipments.length > 0 && view.shipments.every((shipment) => shipment.status === 'delivered'));

function progress({ stepsDone }: PageStatus, texts: TrackingTexts): Html | string {
  if (stepsDone === null) return '';
  const current = stepsDone - 1;
  return html`<ol class="steps" aria-label="${texts.progress}">${texts.steps.map((step, index) => {
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
  const texts = textsByLanguage[language];
  const title = count > 1 ? texts.parcelOf(index + 1, count) : texts.yourParcel;
  return html`<section class="card" aria-labelledby="parcel-${index}">
<div class="row spread"><h2 id="parcel-${index}">${title}</h2><span class="badge ${parcelTones[shipment.status]}">${texts.parcels[shipment.status]}</span></div>
<dl class="facts"><dt>${texts.carrier}</dt><dd>${shipment.carrier || texts.sentByStore}</dd>${
    shipment.tracking_number === ''
      ? ''
      : html`<dt>${texts.number}</dt><dd class="code">${shipment.tracking_number}</dd>`
  }</dl>
${
  shipment.checkpoints.length === 0
    ? html`<p class="quiet">${texts.notScanned}</p>`
    : html`<ol class="events">${shipment.checkpoints.map(
        (point) =>
          html`<li><time datetime="${point.checkpoint_time}">${moment(point.checkpoint_time, language)}</time>${point.message}${placeText(point)}</li>`,
      )}</ol>`
}</section>`;
}

function placeText(point: ShipmentView['checkpoints'][number]): Html | string {
  const words = [point.city, point.state, point.country].filter((part) => part !== null).join(', ') || point.location;
  return words ? html` <span class="quiet">· ${words}</span>` : '';
}

/** Parts of addresses that name no product. */
const genericPathParts = new Set([
  'shop',
  'store',
  'products',
  'product',
  'items',
  'item',
  'catalog',
  'detail',
  'details',
]);

/** An article number, which means nothing to people. */
const isNumber = (part: string): boolean => /^(?=.*\d)[a-z0-9]+$/i.test(part);

/** Names a product by the longest meaningful part of its address, otherwise by its store. */
function itemName(url: string, texts: TrackingTexts): string {
  const address = URL.parse(url);
  const words = (address?.pathname ?? url)
    .split('/')
    .filter((part) => /[a-z]{3}/i.test(part) && !isNumber(part) && !genericPathParts.has(part.toLowerCase()));
  const slug = words.toSorted((a, b) => b.length - a.length)[0];
  if (slug === undefined) return address ? texts.itemFrom(address.hostname.replace(/^www\./, '')) : texts.item;
  return decodeURIComponentSafely(slug).replaceAll(/[-_+]+/g, ' ');
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function variantText(variant: PublicView['items'][number]['variant']): string {
  return variant?.length ? ` (${variant.map((choice) => choice.value).join(', ')})` : '';
}

function addressLines({ destination }: PublicView): string[] {
  const town = townLine({ ...destination, postalCode: destination.postal_code });
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
