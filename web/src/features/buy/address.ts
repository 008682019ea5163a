import type { CreateOrderInput } from '../../../../sdk/src/index.ts';
import { remember, remembered } from '../../lib/storage.ts';

/** An address while it is typed: all text. */
export interface Address {
  first_name: string;
  last_name: string;
  address_line1: string;
  address_line2: string;
  city: string;
  state: string;
  postal_code: string;
  country: string;
  phone_number: string;
}

export const emptyAddress: Address = {
  first_name: '',
  last_name: '',
  address_line1: '',
  address_line2: '',
  city: '',
  state: '',
  postal_code: '',
  country: 'US',
  phone_number: '',
};

/** For the sandbox, where nothing is sent to anybody. */
export const testAddress: Address = {
  ...emptyAddress,
  first_name: 'Jane',
  last_name: 'Doe',
  address_line1: '1 Market St',
  city: 'San Francisco',
  state: 'CA',
  postal_code: '94105',
  phone_number: '+1 415 555 0123',
};

export const countryNames: Record<string, string> = { US: 'United States', DE: 'Germany', IT: 'Italy' };

/** The last address, where the person asked to keep it. */
export function keptAddress(): Address | null {
  try {
    const kept = JSON.parse(remembered('address') ?? 'null') as Partial<Address> | null;
    return kept && { ...emptyAddress, ...kept };
  } catch {
    return null;
  }
}

export const keepAddress = (address: Address | null): void => remember('address', address && JSON.stringify(address));

export function wireAddress(address: Address): CreateOrderInput['body']['shipping_address'] {
  const trimmed = Object.fromEntries(
    Object.entries(address).map(([name, value]) => [name, value.trim()]),
  ) as unknown as Address;
  return { ...trimmed, address_line2: trimmed.address_line2 || null, state: trimmed.state || null };
}

export const addressLines = (address: Address): string[] =>
  [
    `${address.first_name} ${address.last_name}`,
    address.address_line1,
    address.address_line2,
    [address.city, address.state, address.postal_code].filter(Boolean).join(', '),
    countryNames[address.country] ?? address.country,
    address.phone_number,
  ].filter((line) => line.trim() !== '');

export const usStates =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI AA AE AP'.split(
    ' ',
  );
