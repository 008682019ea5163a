import type { Format } from 'ajv';
import { isUuid } from '../../kit/ids.ts';

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const dateTimePattern =
  /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const emailPattern =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:(?!-)[A-Za-z0-9-]{1,63}(?<!-)\.)+(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/;

/** A day that the calendar has: 2026-02-30 is none. */
export function isDate(text: string): boolean {
  const [, year, month, day] = datePattern.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // Years below 100 would be read as 19xx; no order is that old.
  return Number(year) >= 100 && date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

/** A real moment: with a zone, on a day that exists, before the year 10000 also in UTC. */
export function isDateTime(text: string): boolean {
  const [, date] = dateTimePattern.exec(text) ?? [];
  if (date === undefined || !isDate(date)) return false;
  const year = new Date(text.replace(' ', 'T')).getUTCFullYear();
  return year >= 0 && year <= 9999;
}

/** A web address that a browser would open; no credentials inside. */
export function isWebUrl(text: string): boolean {
  const url = /^https?:\/\/[^\s]+$/i.test(text) ? URL.parse(text) : null;
  return url !== null && url.username === '' && url.password === '' && url.hostname !== '';
}

/** Either kind of id: a UUID, or the same without dashes as the earlier API writes it. */
export const isOrderId = (text: string): boolean => isUuid(text) || /^[0-9a-f]{32}$/i.test(text);

export function isEmail(text: string): boolean {
  return text.length <= 254 && text.indexOf('@') <= 64 && emailPattern.test(text);
}

export const formats: Record<string, Format> = {
  uuid: isUuid,
  'order-id': isOrderId,
  date: isDate,
  'date-time': isDateTime,
  uri: isWebUrl,
  email: isEmail,
};
