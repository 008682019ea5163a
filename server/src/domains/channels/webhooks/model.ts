import { hourMs, minuteMs, secondMs } from '../../../kit/clock.ts';
import { cutText } from '../../../kit/storable-text.ts';

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
/** Filters for deliveries; `retrying` are pending ones that failed before. */
export const deliveryFilters = [...deliveryStatuses, 'retrying'] as const;

export const urlLengthMax = 2048;
export const urlsMax = 10;

/** A webhook field holds one URL or several. Other values are kept, so that validation refuses them. */
export function webhookUrls(value: unknown): string[] {
  if (value === undefined || value === null || value === '') return [];
  const entries: unknown[] = Array.isArray(value) ? value : [value];
  return [...new Set(entries.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry))))];
}

/** Waits after the first failure, the second, and so on. After the last one, a delivery has failed. */
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

/** Random share that is added, to spread retries. */
const jitter = 0.1;

/** The wait after this many failures; null: no more. `chance` is from 0 to 1. */
export function retryDelayAfter(failures: number, scale: number, chance: number): number | null {
  const wait = retryAfterMs[failures - 1];
  return wait === undefined ? null : Math.round(wait * scale * (1 + jitter * chance));
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
/** The endpoint asks for no more messages. */
export const isGone = (status: number): boolean => status === 410;

/** The message ID. It is signed with the body, so an edited body cannot pass as the original. */
export const messageIdOf = ({ id, edited_from: editedFrom }: { id: string; edited_from: string | null }): string =>
  editedFrom === null ? `msg_${id}` : `msg_edited_${id}`;

/** The origin of a URL, and its path. */
export function destinationOf(text: string): { origin: string; receiver: string } {
  const url = URL.parse(text);
  if (!url) return { origin: text, receiver: text };
  const origin = `${url.protocol}//${url.host}`;
  return { origin, receiver: origin + url.pathname };
}

/** A URL without its credentials. */
export function maskedUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || (url.username === '' && url.password === '')) return text;
  url.username = '***';
  url.password = url.password === '' ? '' : '***';
  return url.href;
}

/** How much of a response is logged. */
const excerptLength = 1000;

export const excerpt = (text: string): string => cutText(text, excerptLength);
