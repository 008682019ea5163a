import type { Format } from 'ajv';
import { isUuid } from '../../kit/ids.ts';
import { isVisibleUrl } from '../../kit/visible-url.ts';

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const dateTimePattern =
  /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const emailPattern =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:(?!-)[A-Za-z0-9-]{1,63}(?<!-)\.)+(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/;

/** A date that exists: not 2026-02-30. */
export function isDate(text: string): boolean {
  const [, year, month, day] = datePattern.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // Date reads years below 100 as 19xx.
  return Number(year) >= 100 && date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

/** A valid timestamp with a time zone, before the year 10000 in UTC too. */
export function isDateTime(text: string): boolean {
  const [, date] = dateTimePattern.exec(text) ?? [];
  if (date === undefined || !isDate(date)) return false;
  const year = new Date(text.replace(' ', 'T')).getUTCFullYear();
  return year >= 0 && year <= 9999;
}

/** An http or https URL without credentials. */
export function isWebUrl(text: string): boolean {
  const url = /^https?:\/\//i.test(text) && isVisibleUrl(text) ? URL.parse(text) : null;
  return url !== null && url.username === '' && url.password === '' && url.hostname !== '';
}

/** A UUID, or one without dashes as /v1 writes it. */
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
