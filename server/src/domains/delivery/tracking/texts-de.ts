import type { TrackingTexts } from './texts.ts';

export const german: TrackingTexts = {
  brand: 'Sendungsverfolgung',
  title: (headline) => `${headline} · Sendungsverfolgung`,
  pageStatuses: {
    ordering: ['Bestellung eingegangen', 'Wir geben Ihre Bestellung gerade beim Händler auf.'],
    failed: ['Bestellung nicht ausgeführt', 'Es wurde nichts gekauft und nichts verschickt.'],
    cancelled: ['Bestellung storniert', 'Es wurde nichts gekauft und nichts verschickt.'],
    cancelledByRetailer: ['Vom Händler storniert', 'Diese Bestellung wird nicht geliefert.'],
    delivered: ['Zugestellt', 'Ihre Bestellung wurde vollständig zugestellt.'],
    undeliverable: [
      'Zustellung nicht möglich',
      'Der Paketdienst konnte ein Paket nicht zustellen. Bitte wenden Sie sich an den Absender.',
    ],
    outForDelivery: ['In Zustellung', 'Ihr Paket kommt voraussichtlich heute an.'],
    onItsWay: ['Unterwegs', 'Ihr Paket ist beim Paketdienst.'],
    gettingReady: ['In Vorbereitung', 'Der Händler bereitet den Versand vor.'],
  },
  steps: ['Eingegangen', 'Bestellt', 'Versandt', 'In Zustellung', 'Zugestellt'],
  progress: 'Fortschritt',
  statuses: {
    pending: 'Eingegangen',
    in_progress: 'In Bearbeitung',
    order_placed: 'Bestellt',
    order_failed: 'Nicht ausgeführt',
    cancelled: 'Storniert',
    cancelled_by_retailer: 'Vom Händler storniert',
  },
  parcels: {
    pending: 'Versandlabel erstellt',
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
  expected: (day) => `Voraussichtliche Zustellung: ${day}.`,
  parcelOf: (index, count) => `Paket ${index} von ${count}`,
  yourParcel: 'Ihr Paket',
  carrier: 'Paketdienst',
  sentByStore: 'Direkt vom Händler verschickt',
  number: 'Sendungsnummer',
  notScanned: 'Noch nicht vom Paketdienst erfasst.',
  inThisOrder: 'In dieser Bestellung',
  goingTo: 'Lieferadresse',
  itemFrom: (host) => `Artikel von ${host}`,
  item: 'Artikel',
  privacy: 'Diese Seite zeigt nur den Sendungsstatus, nicht, wer bestellt hat.',
  timesInUtc: 'Alle Zeiten in UTC.',
  timesAreYours: 'Alle Zeiten in Ihrer Zeitzone.',
  missing: ['Bestellung nicht gefunden', 'Bitte prüfen Sie, ob Sie den Link vollständig kopiert haben.'],
  mails: {
    placed: {
      subject: 'Ihre Bestellbestätigung',
      text: (retailer) =>
        `Ihre Bestellung bei ${retailer} ist bestätigt. Wir benachrichtigen Sie, sobald sie verschickt wurde.`,
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
      text: (retailer) => `${retailer} hat Ihre Bestellung storniert. Sie wird nicht geliefert.`,
    },
  },
  trackOrder: 'Bestellung verfolgen',
};
