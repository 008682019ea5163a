import { assertDefined } from '../../kit/assert-defined.ts';
import type { Address } from '../contract.ts';
import { createSeededRandom, type SeededRandom } from './catalog/seeded-random.ts';

export interface Place {
  city: string;
  state: string | null;
  country: string;
}

export interface Parcel {
  carrier: string;
  trackingNumber: string;
  /** Sorting centers on the way. */
  halls: [Place, Place];
}

const place = (city: string, state: string | null, country: string): Place => ({ city, state, country });

const carriers: Readonly<Record<string, { names: readonly string[]; from: Place[]; via: Place[] }>> = {
  US: {
    names: ['UPS', 'FedEx', 'USPS'],
    from: [place('Louisville', 'KY', 'US'), place('Memphis', 'TN', 'US'), place('Ontario', 'CA', 'US')],
    via: [place('Dallas', 'TX', 'US'), place('Columbus', 'OH', 'US'), place('Denver', 'CO', 'US')],
  },
  DE: {
    names: ['DHL', 'Deutsche Post'],
    from: [place('Leipzig', null, 'DE'), place('Dortmund', null, 'DE')],
    via: [place('Nürnberg', null, 'DE'), place('Hannover', null, 'DE')],
  },
  IT: {
    names: ['Poste Italiane', 'DHL'],
    from: [place('Piacenza', null, 'IT'), place('Castel San Giovanni', null, 'IT')],
    via: [place('Bologna', null, 'IT'), place('Roma', null, 'IT')],
  },
};

const alphanumeric = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const numberStyles: Readonly<Record<string, (roll: SeededRandom) => string>> = {
  UPS: (roll) => `1Z${roll.letters(6, alphanumeric)}03${roll.digits(8)}`,
  FedEx: (roll) => roll.letters(1, '2789') + roll.digits(11),
  USPS: (roll) => `94001${roll.digits(17)}`,
  DHL: (roll) => `00340434${roll.digits(12)}`,
  'Deutsche Post': (roll) => postalUnionNumber(roll, 'RR', 'DE'),
  'Poste Italiane': (roll) => postalUnionNumber(roll, 'RA', 'IT'),
};

/** Adds the UPU check digit. */
function postalUnionNumber(roll: SeededRandom, prefix: string, country: string): string {
  const digits = roll.digits(8);
  const weights = [8, 6, 4, 2, 3, 5, 9, 7];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  const check = 11 - (sum % 11);
  const checkDigit = check === 10 ? 0 : check === 11 ? 5 : check;
  return `${prefix}${digits}${checkDigit}${country}`;
}

/** Carrier, tracking number and route, derived from the purchase. */
export function parcelOf(seed: string, country: string): Parcel {
  const roll = createSeededRandom(`parcel ${seed}`);
  const { names, from, via } = carriers[country] ?? assertDefined(carriers.US);
  const carrier = roll.pick(names);
  return {
    carrier,
    trackingNumber: assertDefined(numberStyles[carrier])(roll),
    halls: [roll.pick(from), roll.pick(via)],
  };
}

/** Messages contain the recipient, as real carriers' do. Views must remove it. */
export function deliveredMessage(seed: string, address: Address): string {
  const name = `${address.firstName} ${address.lastName}`;
  return createSeededRandom(`delivered ${seed}`).pick([
    `Delivered, left with ${name.toUpperCase()}`,
    'Delivered, front door/porch',
    `Delivered. Signed for by: ${name}`,
    'Delivered, in or at the mailbox',
  ]);
}

export function outForDeliveryMessage(seed: string, address: Address): string {
  const messages = ['Out for delivery', 'Out for delivery, expected by 9:00 pm'];
  if (address.phoneNumber) messages.push(`Out for delivery. The driver will call ${address.phoneNumber}`);
  return createSeededRandom(`out ${seed}`).pick(messages);
}
