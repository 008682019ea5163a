import { expect, it } from 'vitest';
import { readQuery } from './read-query.ts';

it.each([
  ['a USB cable below ten dollars', 'a USB cable', 1000],
  ['usb cable under $10', 'usb cable', 1000],
  ['usb cable  up to $ 9.99 please', 'usb cable please', 999],
  ['a mug for less than 15 dollars', 'a mug for', 1500],
  ['socks at most fifty bucks', 'socks', 5000],
  ['Lamp cheaper than 20 USD', 'Lamp', 2000],
  ['books under 10', 'books under 10', null],
  ['table under 40 inches', 'table under 40 inches', null],
  ['under $10', 'under $10', null],
  ['under the dollars', 'under the dollars', null],
  ['usb cable', 'usb cable', null],
])('"%s" is a search for "%s" up to %s cents', (query, text, maxPrice) => {
  expect(readQuery(query)).toEqual({ text, maxPrice });
});
