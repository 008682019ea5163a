/** Tracking pages of carriers. The tracking number is appended. */
const pages: [name: RegExp, page: string][] = [
  [/^ups\b/i, 'https://www.ups.com/track?tracknum='],
  [/^usps\b|united states postal/i, 'https://tools.usps.com/go/TrackConfirmAction?tLabels='],
  [/^fed\s?ex\b/i, 'https://www.fedex.com/fedextrack/?trknbr='],
  [/^dhl\b/i, 'https://www.dhl.com/global-en/home/tracking.html?tracking-id='],
  [/^gls\b/i, 'https://gls-group.com/track/?match='],
  [/^dpd\b/i, 'https://tracking.dpd.de/parcelstatus?query='],
  [/^hermes\b|^evri\b/i, 'https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation#'],
  [/^ontrac\b/i, 'https://www.ontrac.com/tracking/?number='],
  [/^poste italiane\b/i, 'https://www.poste.it/cerca/index.html#/risultati-spedizioni/'],
];

/** The carrier's tracking page for a package; null if the carrier or the number is unknown. */
export function carrierLink(carrier: string, trackingNumber: string): string | null {
  if (trackingNumber === '') return null;
  const page = pages.find(([name]) => name.test(carrier.trim()))?.[1];
  return page === undefined ? null : page + encodeURIComponent(trackingNumber);
}
