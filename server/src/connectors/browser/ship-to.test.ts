import { describe, expect, it } from 'vitest';
import type { Address } from '../contract.ts';
import { findShipToDifference } from './ship-to.ts';

const address: Address = {
  firstName: 'Jane',
  lastName: 'Doe',
  addressLine1: '100 Congress Avenue',
  addressLine2: 'Apt 4',
  city: 'Austin',
  state: 'TX',
  postalCode: '78701',
  country: 'US',
  phoneNumber: '+15125550100',
};
const home: Address = { ...address, addressLine2: null };
const german: Address = {
  ...home,
  firstName: 'Jörg',
  lastName: 'Weiß',
  addressLine1: 'Hauptstraße 5a',
  city: 'München',
  state: null,
  postalCode: '80331',
  country: 'DE',
};

describe('the address on a page', () => {
  it.each([
    ['Jane Doe, 100 Congress Avenue, Apt 4, Austin, TX 78701', address],
    ['DOE JANE\n100 congress ave. apartment 4\nAustin, Texas 78701-1234\nUnited States\n(512) 555-0100', address],
    ['jane@example.com Jane Doe 100 Congress Ave 78701 Austin TX +1 512 555 0100', home],
    ['Jörg Weiss, 5a Hauptstraße, 80331 Munchen, Deutschland', german],
    ['Jörg Weiß, Hauptstrasse 5a, 80331 München', german],
  ])('is the one that was ordered: %s', (shown, wanted) => {
    expect(findShipToDifference(shown, wanted)).toBeNull();
  });

  it.each([
    ['recipient', 'John Doe, 100 Congress Avenue, Apt 4, Austin, TX 78701', address],
    ['street', 'Jane Doe, 10 Congress Avenue, Apt 4, Austin, TX 78701', address],
    ['apartment', 'Jane Doe, 100 Congress Avenue, Austin, TX 78701', address],
    ['apartment', 'Jane Doe, 100 Congress Avenue, Apt 5, Austin, TX 78701', address],
    ['city', 'Jane Doe, 100 Congress Avenue, Apt 4, Dallas, TX 78701', address],
    ['state', 'Jane Doe, 100 Congress Avenue, Apt 4, Austin, CA 78701', address],
    ['postal code', 'Jane Doe, 100 Congress Avenue, Apt 4, Austin, TX 78702', address],
    ['address line with "apt"', 'Jane Doe, 100 Congress Avenue, Apt 9, Austin, TX 78701', home],
    ['address line with "7"', 'Jane Doe, 100 Congress Avenue, #7, Austin, TX 78701', home],
    ['recipient', '', home],
  ])('has another %s: %s', (part, shown, wanted) => {
    expect(findShipToDifference(shown, wanted)).toBe(part);
  });
});
