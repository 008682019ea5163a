import type { TrackingTexts } from './texts.ts';

export const german: TrackingTexts = {
  brand: 'Sendungsverfolgung',
  title: (headline) => `${headline} · Sendungsverfolgung`,
  pageStatuses: {
    ordering: ['Wird bestellt', 'Die Bestellung ist eingegangen und wird gerade aufgegeben.'],
    failed: ['Nicht bestellt', 'Es wurde nichts gekauft, und es ist nichts unterwegs.'],
    cancelled: ['Bestellung storniert', 'Es wurde nichts gekauft, und es ist nichts unterwegs.'],
    cancelledByRetailer: ['Der Händler hat storniert', 'Die Bestellung wird nicht geliefert.'],
    delivered: ['Zugestellt', 'Alles aus dieser Bestellung ist angekommen.'],
    undeliverable: [
      'Zustellung gescheitert',
      'Der Paketdienst konnte ein Paket nicht zustellen. Fragen Sie den Absender, wie es weitergeht.',
    ],
    outForDelivery: ['In Zustellung', 'Das Paket sollte heute ankommen.'],
    onItsWay: ['Unterwegs', 'Der Paketdienst hat das Paket.'],
    gettingReady: ['In Vorbereitung', 'Der Händler packt die Bestellung.'],
  },
  steps: ['Eingegangen', 'Bestellt', 'Versandt', 'In Zustellung', 'Zugestellt'],
  progress: 'Fortschritt',
  statuses: {
    pending: 'Eingegangen',
    in_progress: 'Wird bestellt',
    order_placed: 'Bestellt',
    order_failed: 'Nicht bestellt',
    cancelled: 'Storniert',
    cancelled_by_retailer: 'Vom Händler storniert',
  },
  parcels: {
    pending: 'Etikett erstellt',
    in_transit: 'Unterwegs',
    delivered: 'Zugestellt',
    undeliverable: 'Unzustellbar',
  },
  items: {
    pending: 'offen',
    ordered: 'bestellt',
    shipped: 'versandt',
    delivered: 'zugestellt',
    failed: 'nicht bestellt',
    cancelled: 'storniert',
  },
  expected: (day) => `Erwartet am ${day}.`,
  parcelOf: (index, count) => `Paket ${index} von ${count}`,
  yourParcel: 'Ihr Paket',
  carrier: 'Paketdienst',
  sentByStore: 'Vom Händler selbst verschickt',
  number: 'Sendungsnummer',
  notScanned: 'Der Paketdienst hat es noch nicht erfasst.',
  inThisOrder: 'In dieser Bestellung',
  goingTo: 'Geht an',
  itemFrom: (host) => `Artikel von ${host}`,
  item: 'Artikel',
  privacy: 'Diese Seite zeigt, wo das Paket ist, und nichts darüber, wer es bestellt hat.',
  timesInUtc: 'Zeiten in UTC.',
  timesAreYours: 'Zeiten in Ihrer Zeitzone.',
  missing: [
    'Hier gibt es nichts zu verfolgen',
    'Unter dieser Adresse gibt es keine Bestellung. Prüfen Sie, ob der Link vollständig kopiert wurde.',
  ],
  mails: {
    placed: {
      subject: 'Ihre Bestellung ist aufgegeben',
      text: (retailer) =>
        `Ihre Bestellung bei ${retailer} ist aufgegeben. Sie hören von uns, sobald sie unterwegs ist.`,
    },
    shipped: {
      subject: 'Ihr Paket ist unterwegs',
      text: (retailer) => `Ihre Bestellung bei ${retailer} ist unterwegs.`,
    },
    delivered: {
      subject: 'Ihr Paket wurde zugestellt',
      text: (retailer) => `Ihre Bestellung bei ${retailer} wurde zugestellt.`,
    },
    cancelled: {
      subject: 'Ihre Bestellung wurde storniert',
      text: (retailer) => `Ihre Bestellung bei ${retailer} wurde vom Händler storniert und kommt nicht.`,
    },
  },
  trackOrder: 'Bestellung verfolgen',
};
