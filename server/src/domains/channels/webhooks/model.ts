import { hourMs, minuteMs, secondMs } from '../../../kit/clock.ts';

export const subjectKinds = [
  'order',
  'return',
  'cancellation',
  'case',
  'bulk',
  'policy',
  'managed_account',
  'test',
] as const;

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'stopped'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
/** What deliveries can be listed by: `retrying` are those of the pending ones that failed before. */
export const deliveryFilters = [...deliveryStatuses, 'retrying'] as const;

export const urlLengthMax = 2048;
export const urlsMax = 10;

/** A webhook field holds one URL or several. What is no text stays visible, so that the check refuses it. */
export function webhookUrls(value: unknown): string[] {
  if (value === undefined || value === null || value === '') return [];
  const entries: unknown[] = Array.isArray(value) ? value : [value];
  return [...new Set(entries.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry))))];
}

/** How long to wait after the first failure, the second, and so on; after the last one a delivery is given up. */
export const retryAfterMs: readonly number[] = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

/** Up to this share is added by chance, so that what failed together does not come back together. */
const jitter = 0.1;

/** The wait after so many failures; null: no more. `chance` is from 0 to 1. */
export function retryDelayAfter(failures: number, scale: number, chance: number): number | null {
  const wait = retryAfterMs[failures - 1];
  return wait === undefined ? null : Math.round(wait * scale * (1 + jitter * chance));
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
/** The receiver asks to be left alone. */
export const isGone = (status: number): boolean => status === 410;

/** What the receiver knows a delivery by. It is signed with the body, so no receiver takes an edited body for the original. */
export const messageIdOf = ({ id, edited_from: editedFrom }: { id: string; edited_from: string | null }): string =>
  editedFrom === null ? `msg_${id}` : `msg_edited_${id}`;

/** Where a URL leads: its host, and its path on that host. */
export function destinationOf(text: string): { origin: string; receiver: string } {
  const url = URL.parse(text);
  if (!url) return { origin: text, receiver: text };
  const origin = `${url.protocol}//${url.host}`;
  return { origin, receiver: origin + url.pathname };
}

/** A URL as it may be shown: without its credentials. */
export function maskedUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || (url.username === '' && url.password === '')) return text;
  url.username = '***';
  url.password = url.password === '' ? '' : '***';
  return url.href;
}

/** So much of an answer is kept for the log. */
const excerptLength = 1000;

export const excerpt = (text: string): string => text.slice(0, excerptLength);
