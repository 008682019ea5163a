import { expect, it } from 'vitest';
import { isDate, isDateTime, isEmail, isWebUrl } from './formats.ts';

it.each([
  ['2026-08-21', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-8-1', false],
  ['0000-01-01', false],
])('date %s: %s', (text, expected) => expect(isDate(text)).toBe(expected));

it.each([
  ['2026-08-21T10:00:00Z', true],
  ['2026-08-21T10:00:00.123+02:00', true],
  ['2026-08-21 10:00:00Z', true],
  ['2026-08-21T10:00:00', false],
  ['2026-08-21T24:00:00Z', false],
  ['2026-08-21T10:00:60Z', false],
  ['2026-02-30T10:00:00Z', false],
  ['2026-08-21', false],
  ['10000-01-01T00:00:00Z', false],
  ['+010000-01-01T00:00:00Z', false],
  ['9999-12-31T23:59:59-01:00', false],
  ['', false],
])('date-time %s: %s', (text, expected) => expect(isDateTime(text)).toBe(expected));

it.each([
  ['a@b.co', true],
  ["o'hara+tag@mail.example.com", true],
  ['a@b', false],
  ['a@@b.co', false],
  ['a b@c.co', false],
  ['a@-b.co', false],
  ['.a@b.co', false],
  [`${'a'.repeat(65)}@b.co`, false],
  [`a@${'b'.repeat(250)}.co`, false],
])('email %s: %s', (text, expected) => expect(isEmail(text)).toBe(expected));

it.each([
  ['https://shop.example/p/1?x=1#y', true],
  ['http://localhost:8080', true],
  ['ftp://x.example', false],
  ['javascript:alert(1)', false],
  ['https://user:pw@x.example', false],
  ['https://x.example/a b', false],
  ['https://x.example/a\n', false],
  ['https://x.example/\u001b[31m', false],
  ['https://x.example/\u202egpj.exe', false],
  ['https://x.example/größe', true],
  ['https://', false],
  ['//x.example', false],
])('url %s: %s', (text, expected) => expect(isWebUrl(text)).toBe(expected));
