import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { describe, expect, it } from 'vitest';
import { addressProblems, isCountry, type ShippingAddress } from './address.ts';

const address = (more: Partial<ShippingAddress>): ShippingAddress => ({
  first_name: 'Jane',
  last_name: 'Doe',
  address_line1: '1 Main St',
  address_line2: null,
  city: 'Somewhere',
  state: null,
  postal_code: '1',
  country: 'FR',
  phone_number: null,
  ...more,
});
const wrong = (more: Partial<ShippingAddress>) => addressProblems(address(more)).map(({ field }) => field);

describe('an address', () => {
  it.each([
    ['US', 'CA', '94103', []],
    ['US', 'california', '94103-1234', []],
    ['US', 'AE', '09001', []],
    ['US', 'U.S. Virgin Islands', '00802', []],
    ['US', 'ZZ', '94103', ['state']],
    ['US', null, '94103', ['state']],
    ['US', 'CA', '9410', ['postal_code']],
    ['DE', null, '10115', []],
    ['DE', 'Berlin', '1011', ['postal_code']],
    ['DE', null, '00000', ['postal_code']],
    ['DE', null, '101155', ['postal_code']],
    ['IT', null, '00184', []],
    ['IT', 'RM', '00184', []],
    ['IT', null, '00001', ['postal_code']],
    ['IT', 'MI', 'I-20121', ['postal_code']],
    ['FR', null, '75001', []],
    ['FR', 'Île-de-France', '7500', ['postal_code']],
    ['GB', null, 'sw1a 1aa', []],
    ['GB', null, '12345', ['postal_code']],
    ['CA', 'ON', 'K1A 0B1', []],
    ['CA', 'Ontario', 'k1a0b1', []],
    ['CA', 'XX', 'K1A 0B1', ['state']],
    ['AU', 'NSW', '2000', []],
    // Without a rule here the store decides.
    ['HK', 'Kowloon', '-', []],
    ['AE', 'Dubai', 'none', []],
  ])('in %s (%s, %s) is judged by the rules of its country, where they are known', (country, state, code, fields) => {
    expect(wrong({ country, state, postal_code: code })).toEqual(fields);
  });

  it('says which IDs belong to which store', () => {
    const blank = { first_name: ' ', last_name: '', address_line1: '\t', city: '\u00a0', postal_code: '75001' };
    expect(wrong(blank)).toEqual(['first_name', 'last_name', 'address_line1', 'city']);
  });

  it('has a phone number that can be dialed, even if a country has no numbers of its own', () => {
    expect(wrong({ postal_code: '75001', phone_number: '01 44 77 11 22' })).toEqual([]);
    expect(wrong({ postal_code: '75001', phone_number: '12' })).toEqual(['phone_number']);
    expect(wrong({ country: 'AQ', phone_number: '+33 1 44 77 11 22' })).toEqual([]);
  });

  it('has a phone of the US by the rules of the library, however it is written', () => {
    const separators = ['', ' ', '.', '-', '  ', '/'];
    const starts = ['', '+1', '1', '1 ', '+1 ', '+1-', '+11', '+', '+49', 'call '];
    const areas = ['415', '(415)', '(415) ', '(415', '200', '115', '(015)', '41'];
    const texts = starts.flatMap((start) =>
      areas.flatMap((area) =>
        separators.flatMap((first) =>
          separators.map((second, index) => `${start}${area}${first}5${index}5${second}01${index}3`),
        ),
      ),
    );
    const fieldsOf = (phone_number: string) =>
      wrong({ country: 'US', state: 'CA', postal_code: '94103', phone_number });
    const isPossible = (text: string) => parsePhoneNumberFromString(text, 'US')?.isPossible() ?? false;
    for (const text of texts) expect(fieldsOf(text), text).toEqual(isPossible(text) ? [] : ['phone_number']);
  });

  it('is in a country that exists', () => {
    for (const code of ['US', 'FR', 'AQ', 'XK', 'TW']) expect(isCountry(code), code).toBe(true);
    for (const code of ['ZZ', 'UK', 'EU', 'us', '']) expect(isCountry(code), code).toBe(false);
  });
});
