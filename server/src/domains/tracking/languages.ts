/** The languages that recipients are spoken to in. */
export const languages = ['en', 'de', 'fr', 'es'] as const;
export type Language = (typeof languages)[number];

const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text);

/** The best of ours that a browser asks for; English where it asks for none of them. */
export function languageFor(acceptLanguage: string | undefined): Language {
  const asked = (acceptLanguage ?? '')
    .toLowerCase()
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
      return { language: tag.split('-')[0] ?? '', weight: Number.isFinite(weight) ? weight : 0 };
    })
    .filter(({ language, weight }) => weight > 0 && isLanguage(language))
    .sort((a, b) => b.weight - a.weight);
  const best = asked[0]?.language ?? 'en';
  return isLanguage(best) ? best : 'en';
}

const languageByCountry: Record<string, Language> = {
  DE: 'de',
  AT: 'de',
  LI: 'de',
  FR: 'fr',
  MC: 'fr',
  ES: 'es',
  MX: 'es',
  AR: 'es',
  CL: 'es',
  CO: 'es',
  PE: 'es',
};

/** What is most likely spoken where a parcel goes: a mail has no browser to ask. */
export const languageOfCountry = (country: string): Language => languageByCountry[country.toUpperCase()] ?? 'en';

type Said = readonly [headline: string, words: string];
export type StandingName =
  | 'ordering'
  | 'failed'
  | 'cancelled'
  | 'cancelledByRetailer'
  | 'delivered'
  | 'undeliverable'
  | 'outForDelivery'
  | 'onItsWay'
  | 'gettingReady';

export interface Words {
  brand: string;
  title(headline: string): string;
  standings: Record<StandingName, Said>;
  steps: readonly string[];
  progress: string;
  statuses: Record<
    'pending' | 'in_progress' | 'order_placed' | 'order_failed' | 'cancelled' | 'cancelled_by_retailer',
    string
  >;
  parcels: Record<'pending' | 'in_transit' | 'delivered' | 'undeliverable', string>;
  items: Record<string, string>;
  expected(day: string): string;
  parcelOf(index: number, count: number): string;
  yourParcel: string;
  carrier: string;
  sentByStore: string;
  number: string;
  notScanned: string;
  inThisOrder: string;
  goingTo: string;
  itemFrom(host: string): string;
  item: string;
  privacy: string;
  timesInUtc: string;
  timesAreYours: string;
  missing: Said;
  mails: Record<'placed' | 'shipped' | 'delivered' | 'cancelled', { subject: string; text(retailer: string): string }>;
  whereItIs: string;
}

export const words: Record<Language, Words> = {
  en: {
    brand: 'Parcel tracking',
    title: (headline) => `${headline} · parcel tracking`,
    standings: {
      ordering: ['We are ordering it', 'The order was received and is being placed.'],
      failed: ['The order was not placed', 'Nothing was bought and nothing is on its way.'],
      cancelled: ['The order was cancelled', 'Nothing was bought and nothing is on its way.'],
      cancelledByRetailer: ['The retailer cancelled the order', 'It will not be delivered.'],
      delivered: ['Delivered', 'Everything in this order has arrived.'],
      undeliverable: [
        'Delivery failed',
        'The carrier could not deliver a parcel. Ask whoever sent it what happens now.',
      ],
      outForDelivery: ['Out for delivery', 'It should arrive today.'],
      onItsWay: ['On its way', 'The carrier has the parcel.'],
      gettingReady: ['Getting ready', 'The retailer is packing the order.'],
    },
    steps: ['Received', 'Ordered', 'Shipped', 'Out for delivery', 'Delivered'],
    progress: 'Progress',
    statuses: {
      pending: 'Received',
      in_progress: 'Being ordered',
      order_placed: 'Ordered',
      order_failed: 'Not placed',
      cancelled: 'Cancelled',
      cancelled_by_retailer: 'Cancelled by the retailer',
    },
    parcels: {
      pending: 'Label created',
      in_transit: 'In transit',
      delivered: 'Delivered',
      undeliverable: 'Undeliverable',
    },
    items: {},
    expected: (day) => `Expected ${day}.`,
    parcelOf: (index, count) => `Parcel ${index} of ${count}`,
    yourParcel: 'Your parcel',
    carrier: 'Carrier',
    sentByStore: 'Sent by the store',
    number: 'Tracking number',
    notScanned: 'The carrier has not scanned it yet.',
    inThisOrder: 'In this order',
    goingTo: 'Going to',
    itemFrom: (host) => `Item from ${host}`,
    item: 'Item',
    privacy: 'This page shows where the parcel is and nothing about who ordered it.',
    timesInUtc: 'Times are in UTC.',
    timesAreYours: 'Times are in your own time zone.',
    missing: ['Nothing to track here', 'There is no order under this address. Check that the link was copied whole.'],
    mails: {
      placed: {
        subject: 'Your order is placed',
        text: (retailer) => `Your order from ${retailer} has been placed. You will hear from us when it is on its way.`,
      },
      shipped: {
        subject: 'Your parcel is on its way',
        text: (retailer) => `Your order from ${retailer} is on its way.`,
      },
      delivered: {
        subject: 'Your parcel was delivered',
        text: (retailer) => `Your order from ${retailer} was delivered.`,
      },
      cancelled: {
        subject: 'Your order was cancelled',
        text: (retailer) => `Your order from ${retailer} was cancelled by the store and will not arrive.`,
      },
    },
    whereItIs: 'Where it is:',
  },
  de: {
    brand: 'Sendungsverfolgung',
    title: (headline) => `${headline} · Sendungsverfolgung`,
    standings: {
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
    whereItIs: 'Wo sie ist:',
  },
  fr: {
    brand: 'Suivi de colis',
    title: (headline) => `${headline} · suivi de colis`,
    standings: {
      ordering: ['Commande en cours', 'La commande est reçue et va être passée.'],
      failed: ['La commande n’a pas été passée', 'Rien n’a été acheté et rien n’est en route.'],
      cancelled: ['La commande a été annulée', 'Rien n’a été acheté et rien n’est en route.'],
      cancelledByRetailer: ['Le marchand a annulé la commande', 'Elle ne sera pas livrée.'],
      delivered: ['Livré', 'Tout le contenu de cette commande est arrivé.'],
      undeliverable: [
        'Échec de la livraison',
        'Le transporteur n’a pas pu livrer un colis. Demandez à l’expéditeur ce qui va suivre.',
      ],
      outForDelivery: ['En cours de livraison', 'Il devrait arriver aujourd’hui.'],
      onItsWay: ['En route', 'Le transporteur a le colis.'],
      gettingReady: ['En préparation', 'Le marchand prépare la commande.'],
    },
    steps: ['Reçue', 'Commandée', 'Expédiée', 'En cours de livraison', 'Livrée'],
    progress: 'Avancement',
    statuses: {
      pending: 'Reçue',
      in_progress: 'En cours',
      order_placed: 'Commandée',
      order_failed: 'Non passée',
      cancelled: 'Annulée',
      cancelled_by_retailer: 'Annulée par le marchand',
    },
    parcels: {
      pending: 'Étiquette créée',
      in_transit: 'En transit',
      delivered: 'Livré',
      undeliverable: 'Non livrable',
    },
    items: {
      pending: 'en attente',
      ordered: 'commandé',
      shipped: 'expédié',
      delivered: 'livré',
      failed: 'non commandé',
      cancelled: 'annulé',
    },
    expected: (day) => `Prévu ${day}.`,
    parcelOf: (index, count) => `Colis ${index} sur ${count}`,
    yourParcel: 'Votre colis',
    carrier: 'Transporteur',
    sentByStore: 'Envoyé par le marchand',
    number: 'Numéro de suivi',
    notScanned: 'Le transporteur ne l’a pas encore enregistré.',
    inThisOrder: 'Dans cette commande',
    goingTo: 'Destination',
    itemFrom: (host) => `Article de ${host}`,
    item: 'Article',
    privacy: 'Cette page montre où est le colis et rien sur la personne qui l’a commandé.',
    timesInUtc: 'Heures en UTC.',
    timesAreYours: 'Heures dans votre fuseau horaire.',
    missing: ['Rien à suivre ici', 'Il n’y a pas de commande à cette adresse. Vérifiez que le lien est complet.'],
    mails: {
      placed: {
        subject: 'Votre commande est passée',
        text: (retailer) => `Votre commande chez ${retailer} est passée. Nous vous écrirons quand elle sera en route.`,
      },
      shipped: {
        subject: 'Votre colis est en route',
        text: (retailer) => `Votre commande chez ${retailer} est en route.`,
      },
      delivered: {
        subject: 'Votre colis a été livré',
        text: (retailer) => `Votre commande chez ${retailer} a été livrée.`,
      },
      cancelled: {
        subject: 'Votre commande a été annulée',
        text: (retailer) => `Votre commande chez ${retailer} a été annulée par le marchand et n’arrivera pas.`,
      },
    },
    whereItIs: 'Où elle est :',
  },
  es: {
    brand: 'Seguimiento de envíos',
    title: (headline) => `${headline} · seguimiento de envíos`,
    standings: {
      ordering: ['Haciendo el pedido', 'El pedido se ha recibido y se está realizando.'],
      failed: ['El pedido no se realizó', 'No se compró nada y no hay nada en camino.'],
      cancelled: ['El pedido fue cancelado', 'No se compró nada y no hay nada en camino.'],
      cancelledByRetailer: ['La tienda canceló el pedido', 'No se entregará.'],
      delivered: ['Entregado', 'Todo lo de este pedido ha llegado.'],
      undeliverable: [
        'La entrega falló',
        'El transportista no pudo entregar un paquete. Pregunte al remitente cómo continúa.',
      ],
      outForDelivery: ['En reparto', 'Debería llegar hoy.'],
      onItsWay: ['En camino', 'El transportista tiene el paquete.'],
      gettingReady: ['En preparación', 'La tienda está preparando el pedido.'],
    },
    steps: ['Recibido', 'Pedido', 'Enviado', 'En reparto', 'Entregado'],
    progress: 'Progreso',
    statuses: {
      pending: 'Recibido',
      in_progress: 'En proceso',
      order_placed: 'Pedido',
      order_failed: 'No realizado',
      cancelled: 'Cancelado',
      cancelled_by_retailer: 'Cancelado por la tienda',
    },
    parcels: {
      pending: 'Etiqueta creada',
      in_transit: 'En tránsito',
      delivered: 'Entregado',
      undeliverable: 'No entregable',
    },
    items: {
      pending: 'pendiente',
      ordered: 'pedido',
      shipped: 'enviado',
      delivered: 'entregado',
      failed: 'no pedido',
      cancelled: 'cancelado',
    },
    expected: (day) => `Previsto el ${day}.`,
    parcelOf: (index, count) => `Paquete ${index} de ${count}`,
    yourParcel: 'Su paquete',
    carrier: 'Transportista',
    sentByStore: 'Enviado por la tienda',
    number: 'Número de seguimiento',
    notScanned: 'El transportista aún no lo ha registrado.',
    inThisOrder: 'En este pedido',
    goingTo: 'Destino',
    itemFrom: (host) => `Artículo de ${host}`,
    item: 'Artículo',
    privacy: 'Esta página muestra dónde está el paquete y nada sobre quién lo pidió.',
    timesInUtc: 'Horas en UTC.',
    timesAreYours: 'Horas en su zona horaria.',
    missing: [
      'No hay nada que seguir aquí',
      'No hay ningún pedido en esta dirección. Compruebe que el enlace está completo.',
    ],
    mails: {
      placed: {
        subject: 'Su pedido está hecho',
        text: (retailer) => `Su pedido en ${retailer} está hecho. Le avisaremos cuando esté en camino.`,
      },
      shipped: { subject: 'Su paquete está en camino', text: (retailer) => `Su pedido en ${retailer} está en camino.` },
      delivered: { subject: 'Su paquete fue entregado', text: (retailer) => `Su pedido en ${retailer} fue entregado.` },
      cancelled: {
        subject: 'Su pedido fue cancelado',
        text: (retailer) => `Su pedido en ${retailer} fue cancelado por la tienda y no llegará.`,
      },
    },
    whereItIs: 'Dónde está:',
  },
};
