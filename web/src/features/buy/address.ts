import type { CreateOrderInput } from '../../../../sdk/src/index.ts';
import { fieldsOf, keysOf, recordOf } from '../../lib/fields.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { townLine } from '../../lib/town-line.ts';

/** The address form's values. */
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

/** For the sandbox. */
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

const names = new Intl.DisplayNames('en', { type: 'region' });

/** Country name by code. */
export const countryName = (code: string): string => names.of(code) ?? code;

/** All countries by name, for stores that decide where they ship. */
export const everyCountry: readonly string[] = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW
  BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI
  FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN
  IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME
  MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF
  PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV
  SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE
  YT ZA ZM ZW XK`
  .trim()
  .split(/\s+/)
  .toSorted((a, b) => countryName(a).localeCompare(countryName(b)));

/** The last address, if the person chose to save it. */
export function readSavedAddress(): Address | null {
  try {
    const kept: unknown = JSON.parse(readStored('address') ?? 'null');
    const keptPart = (name: keyof Address): string => String(fieldsOf(kept)[name] ?? emptyAddress[name]);
    return kept === null ? null : recordOf(keysOf(emptyAddress), keptPart);
  } catch {
    return null;
  }
}

export const saveAddress = (address: Address | null): void =>
  writeStored('address', address && JSON.stringify(address));

export function wireAddress(address: Address): CreateOrderInput['body']['shipping_address'] {
  const trimmed = recordOf(keysOf(address), (name) => address[name].trim());
  return { ...trimmed, address_line2: trimmed.address_line2 || null, state: trimmed.state || null };
}

export const addressLines = (address: Address): string[] =>
  [
    `${address.first_name} ${address.last_name}`,
    address.address_line1,
    address.address_line2,
    townLine(address),
    countryName(address.country),
    address.phone_number,
  ].filter((line) => line.trim() !== '');

/** Countries whose addresses have no state or region. */
const countriesWithoutStates = new Set(
  'AT BE CH CZ DE DK FI FR GR HU LI LU MC NL NO PL PT SE SG SI SK SM VA'.split(' '),
);

/** The address form of a country. */
export function addressForm(country: string) {
  const isEuropean = country === 'IT' || countriesWithoutStates.has(country);
  return {
    street: isEuropean ? 'Street and house number' : 'Street address',
    /** Label of the region; null if there is none. */
    region: countriesWithoutStates.has(country) ? null : country === 'IT' ? 'Province' : 'State or province',
    regionHint: country === 'IT' ? 'Two letters, such as RM' : undefined,
    codeHint: country === 'DE' || country === 'IT' ? '5 digits' : undefined,
    /** Postal codes contain digits only. */
    hasDigitCode: country === 'US' || country === 'DE' || country === 'IT',
  };
}

export const usStates =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI AA AE AP'.split(
    ' ',
  );
