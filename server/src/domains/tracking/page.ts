import { type Html, html, type PageParts } from '../../platform/http/index.ts';
import type { PublicView } from './view.ts';

/** The script that looks for changes while the page is open. Without it the page still says everything. */
export const refreshScript = '/assets/tracking.js';

type Tone = 'good' | 'busy' | 'warn' | 'bad';
interface Standing {
  headline: string;
  words: string;
  tone: Tone;
  /** How many of the steps are behind us; null when the parcel left the usual way. */
  stepsDone: number | null;
  showsEstimate?: boolean;
}

const steps = ['Received', 'Ordered', 'Shipped', 'Out for delivery', 'Delivered'];

export function trackingPage(view: PublicView): PageParts {
  const standing = standingOf(view);
  return {
    title: `${standing.headline} · parcel tracking`,
    description: standing.words,
    script: refreshScript,
    brand: 'Parcel tracking',
    body: html`<main id="main" data-refresh="${isOver(view) ? 'off' : 'on'}">
<section class="card" aria-labelledby="status">
${view.current_status === 'order_placed' ? '' : html`<p><span class="badge ${standing.tone}">${statusWords[view.current_status]}</span></p>`}
<h1 id="status">${standing.headline}</h1>
<p class="lead">${standing.words}${view.estimated_delivery_date && standing.showsEstimate ? html` Expected ${date(view.estimated_delivery_date)}.` : ''}</p>
${progress(standing)}
</section>
${view.shipments.map((shipment, index) => shipmentCard(shipment, index, view.shipments.length))}
<div class="grid">
<section class="card" aria-labelledby="items"><h2 id="items">In this order</h2>
<ul>${view.items.map(
      (item) =>
        html`<li>${item.quantity} × ${itemName(item.url)}${variantWords(item.variant)} <span class="quiet small">${item.status}</span></li>`,
    )}</ul></section>
<section class="card" aria-labelledby="destination"><h2 id="destination">Going to</h2>
<p>${addressLines(view).map((line) => html`${line}<br>`)}</p></section>
</div>
</main>
<footer class="site-footer"><p class="small">This page shows where the parcel is and nothing about who ordered it. Times are in UTC.</p></footer>`,
  };
}

export function missingPage(): PageParts {
  return {
    title: 'Nothing to track here',
    description: 'There is no order under this address.',
    brand: 'Parcel tracking',
    body: html`<main id="main"><section class="card"><h1>Nothing to track here</h1>
<p class="lead">There is no order under this address. Check that the link was copied whole.</p></section></main>`,
  };
}

const statusWords: Record<PublicView['current_status'], string> = {
  pending: 'Received',
  in_progress: 'Being ordered',
  order_placed: 'Ordered',
  order_failed: 'Not placed',
  cancelled: 'Cancelled',
  cancelled_by_retailer: 'Cancelled by the retailer',
};

function standingOf(view: PublicView): Standing {
  switch (view.current_status) {
    case 'pending':
    case 'in_progress':
      return {
        headline: 'We are ordering it',
        words: 'The order was received and is being placed.',
        tone: 'busy',
        stepsDone: 1,
      };
    case 'order_failed':
      return {
        headline: 'The order was not placed',
        words: 'Nothing was bought and nothing is on its way.',
        tone: 'bad',
        stepsDone: null,
      };
    case 'cancelled':
      return {
        headline: 'The order was cancelled',
        words: 'Nothing was bought and nothing is on its way.',
        tone: 'warn',
        stepsDone: null,
      };
    case 'cancelled_by_retailer':
      return {
        headline: 'The retailer cancelled the order',
        words: 'It will not be delivered.',
        tone: 'bad',
        stepsDone: null,
      };
    case 'order_placed':
      return parcelStanding(view);
  }
}

function parcelStanding(view: PublicView): Standing {
  const statuses = view.shipments.map((shipment) => shipment.status);
  if (statuses.length > 0 && statuses.every((status) => status === 'delivered')) {
    return { headline: 'Delivered', words: 'Everything in this order has arrived.', tone: 'good', stepsDone: 5 };
  }
  if (statuses.includes('undeliverable')) {
    return {
      headline: 'Delivery failed',
      words: 'The carrier could not deliver a parcel. Ask whoever sent it what happens now.',
      tone: 'bad',
      stepsDone: null,
    };
  }
  const latest = view.shipments.map((shipment) => shipment.checkpoints[0]?.message ?? '').join(' ');
  if (/out for delivery/i.test(latest)) {
    return { headline: 'Out for delivery', words: 'It should arrive today.', tone: 'busy', stepsDone: 4 };
  }
  if (statuses.some((status) => status === 'in_transit' || status === 'delivered')) {
    return {
      headline: 'On its way',
      words: 'The carrier has the parcel.',
      tone: 'busy',
      stepsDone: 3,
      showsEstimate: true,
    };
  }
  return {
    headline: 'Getting ready',
    words: 'The retailer is packing the order.',
    tone: 'busy',
    stepsDone: 2,
    showsEstimate: true,
  };
}

const isOver = (view: PublicView): boolean =>
  !['pending', 'in_progress', 'order_placed'].includes(view.current_status) ||
  (view.shipments.length > 0 && view.shipments.every((shipment) => shipment.status === 'delivered'));

function progress({ stepsDone }: Standing): Html | string {
  if (stepsDone === null) return '';
  const current = stepsDone - 1;
  return html`<ol class="steps" aria-label="Progress">${steps.map((step, index) => {
    if (index > current) return html`<li>${step}</li>`;
    return index === current
      ? html`<li class="done current" aria-current="step">${step}</li>`
      : html`<li class="done">${step}</li>`;
  })}</ol>`;
}

type ShipmentView = PublicView['shipments'][number];

const parcelWords: Record<NonNullable<ShipmentView['status']>, [words: string, tone: Tone]> = {
  pending: ['Label created', 'busy'],
  in_transit: ['In transit', 'busy'],
  delivered: ['Delivered', 'good'],
  undeliverable: ['Undeliverable', 'bad'],
};

function shipmentCard(shipment: ShipmentView, index: number, count: number): Html {
  const [words, tone] = parcelWords[shipment.status];
  return html`<section class="card" aria-labelledby="parcel-${index}">
<div class="row spread"><h2 id="parcel-${index}">${count > 1 ? `Parcel ${index + 1} of ${count}` : 'Your parcel'}</h2><span class="badge ${tone}">${words}</span></div>
<dl class="facts"><dt>Carrier</dt><dd>${shipment.carrier || 'Sent by the store'}</dd>${
    shipment.tracking_number === ''
      ? ''
      : html`<dt>Tracking number</dt><dd class="code">${shipment.tracking_number}</dd>`
  }</dl>
${
  shipment.checkpoints.length === 0
    ? html`<p class="quiet">The carrier has not scanned it yet.</p>`
    : html`<ol class="events">${shipment.checkpoints.map(
        (point) =>
          html`<li><time datetime="${point.checkpoint_time}">${moment(point.checkpoint_time)}</time>${point.message}${place(point)}</li>`,
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
function itemName(url: string): string {
  const address = URL.parse(url);
  const words = (address?.pathname ?? url)
    .split('/')
    .filter((part) => /[a-z]{3}/i.test(part) && !isNumber(part) && !shelves.has(part.toLowerCase()));
  const slug = words.toSorted((a, b) => b.length - a.length)[0];
  if (slug === undefined) return address ? `Item from ${address.hostname.replace(/^www\./, '')}` : 'Item';
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

const dateFormat = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
const momentFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const date = (day: string): string => dateFormat.format(new Date(`${day}T00:00:00Z`));
const moment = (at: string): string => `${momentFormat.format(new Date(at))} UTC`;
