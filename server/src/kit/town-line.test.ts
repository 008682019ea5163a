import { expect, it } from 'vitest';
import { townLine } from './town-line.ts';

it.each([
  ['US', 'San Francisco', 'CA', '94105', 'San Francisco, CA 94105'],
  ['DE', 'Berlin', null, '10115', '10115 Berlin'],
  ['IT', 'Roma', 'RM', '00184', '00184 Roma RM'],
  ['GB', 'London', null, 'SW1A 1AA', 'London, SW1A 1AA'],
  ['JP', 'Chiyoda', 'Tokyo', null, 'Chiyoda, Tokyo'],
  [null, null, null, null, ''],
])('writes the town of an address in %s as email there is addressed', (country, city, state, postalCode, line) => {
  expect(townLine({ city, state, postalCode, country })).toBe(line);
});
