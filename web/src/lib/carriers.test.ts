import { expect, it } from 'vitest';
import { carrierLink } from './carriers.ts';

it.each([
  ['UPS', '1Z 9', 'https://www.ups.com/track?tracknum=1Z%209'],
  ['FedEx Ground', '12', 'https://www.fedex.com/fedextrack/?trknbr=12'],
  ['USPS', '9400', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400'],
  ['Upside Couriers', '12', null],
  ['UPS', '', null],
])('%s %s', (carrier, number, link) => expect(carrierLink(carrier, number)).toBe(link));
