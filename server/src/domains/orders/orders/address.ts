import { iso31661, iso31662 } from 'iso-3166';
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';

/** Where the catalog's brands deliver. Live stores decide for themselves. */
export const countries = ['US', 'DE', 'IT'] as const;

const isoCountries = new Set(iso31661.map(({ alpha2 }) => alpha2));

/** An ISO 3166 code, or one that phone numbers use in addition (Kosovo). */
export const isCountry = (code: string): boolean => isoCountries.has(code) || isSupportedCountry(code);

export interface ShippingAddress {
  first_name: string;
  last_name: string;
  address_line1: string;
  address_line2: string | null;
  city: string;
  state: string | null;
  postal_code: string;
  country: string;
  phone_number: string | null;
}

export interface AddressProblem {
  field: keyof ShippingAddress;
  message: string;
}

const postalExamples: Record<string, string> = { US: '94103 or 94103-1234', DE: '10115', IT: '00184' };

/** Countries whose states have ISO 3166-2 codes in addresses. Elsewhere any state is accepted. */
const countriesWithStates = ['US', 'CA', 'AU', 'BR'];

/** States that mail uses in addition to ISO's list. */
const moreStates: Record<string, readonly string[]> = {
  US: ['AA', 'Armed Forces Americas', 'AE', 'Armed Forces Europe', 'AP', 'Armed Forces Pacific', 'U.S. Virgin Islands'],
};

const statesByCountry = new Map(
  countriesWithStates.map((country) => {
    const listed = iso31662.filter(({ parent }) => parent === country);
    const words = listed.flatMap(({ code, name }) => [code.slice(country.length + 1), name]);
    return [country, new Set([...words, ...(moreStates[country] ?? [])].map((word) => word.toLowerCase()))] as const;
  }),
);

/** Without these, a carrier cannot deliver. */
const writtenFields = ['first_name', 'last_name', 'address_line1', 'city'] as const;

/** Problems of an address for its country. Empty: none. */
export function addressProblems(address: ShippingAddress): AddressProblem[] {
  const problems: AddressProblem[] = writtenFields
    .filter((field) => address[field].trim() === '')
    .map((field) => ({ field, message: `${field} is blank. Enter a value.` }));
  if (!isPostalCode(address.country, address.postal_code)) {
    const example = postalExamples[address.country];
    const look = example ? `. Use a format such as ${example}` : '';
    problems.push({
      field: 'postal_code',
      message: `"${address.postal_code}" is not a valid postal code for ${address.country}${look}.`,
    });
  }
  if (address.country === 'US' && !isStateOf('US', address.state ?? '')) {
    problems.push({
      field: 'state',
      message: `"${address.state ?? ''}" is not a US state. Use a two-letter state code, such as CA.`,
    });
  } else if (address.state && !isStateOf(address.country, address.state)) {
    problems.push({
      field: 'state',
      message: `"${address.state}" is not a state or province of ${address.country}. Use its code or name.`,
    });
  }
  if (address.phone_number !== null && !isPhone(address.phone_number, address.country)) {
    problems.push({
      field: 'phone_number',
      message: `"${address.phone_number}" is not a valid phone number for ${address.country}. Add the area or country code.`,
    });
  }
  return problems;
}

/** The lowest and highest codes in use, where five digits alone say little. */
const postalRanges: Record<string, readonly [first: string, last: string]> = {
  DE: ['01001', '99998'],
  IT: ['00010', '98168'],
};

/** True if the country's rule is unknown. The store decides then. */
function isPostalCode(country: string, code: string): boolean {
  const text = code.trim().toUpperCase();
  if (postcodeValidatorExistsForCountry(country) && !postcodeValidator(text, country)) return false;
  const [first, last] = postalRanges[country] ?? [text, text];
  return text >= first && text <= last;
}

function isStateOf(country: string, state: string): boolean {
  return statesByCountry.get(country)?.has(state.trim().toLowerCase()) ?? true;
}

/** Common ways to write ten digits. The library would check the number plans of all 25 countries with code 1. */
const usPhone = /^(?:\+?1[ .-]?)?(?:\([2-9]\d\d\) ?|[2-9]\d\d[ .-]?)\d{3}[ .-]?\d{4}$/;

function isPhone(phone: string, country: string): boolean {
  if (country === 'US' && usPhone.test(phone)) return true;
  // "Possible", not "valid": number plans change faster than libraries, and stores ask for no more.
  const home = isSupportedCountry(country) ? country : undefined;
  return parsePhoneNumberFromString(phone, home)?.isPossible() ?? false;
}
