import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Where the brands of the catalogue deliver. A live store decides for itself. */
export const countries = ['US', 'DE', 'IT'] as const;

/** An ISO 3166 code of a country. Its postal codes and states are judged only where their rules are known here. */
export const isCountry = (code: string): boolean => isSupportedCountry(code as CountryCode);

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

const postalCodes: Record<string, { pattern: RegExp; example: string }> = {
  US: { pattern: /^\d{5}(-\d{4})?$/, example: '94103 or 94103-1234' },
  DE: { pattern: /^\d{5}$/, example: '10115' },
  IT: { pattern: /^\d{5}$/, example: '00184' },
};

const usStates = new Map(
  `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|
  FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|
  MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|
  NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|
  PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|
  WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|AS American Samoa|GU Guam|MP Northern Mariana Islands|
  PR Puerto Rico|VI U.S. Virgin Islands|AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific`
    .split('|')
    .map((entry) => entry.trim())
    .map((entry) => [entry.slice(0, 2), entry.slice(3).toLowerCase()] as const),
);
const usStateNames = new Set(usStates.values());

/** What is wrong with an address for its country, in plain words; an empty list means nothing is. */
export function addressProblems(address: ShippingAddress): AddressProblem[] {
  const problems: AddressProblem[] = [];
  const postal = postalCodes[address.country];
  if (postal && !postal.pattern.test(address.postal_code.trim())) {
    problems.push({
      field: 'postal_code',
      message: `"${address.postal_code}" is not a postal code of ${address.country}: it should look like ${postal.example}.`,
    });
  }
  if (address.country === 'US' && !isUsState(address.state)) {
    problems.push({
      field: 'state',
      message: `"${address.state ?? ''}" is not a US state: use its two letters, such as CA.`,
    });
  }
  if (address.phone_number !== null && !isPhone(address.phone_number, address.country)) {
    problems.push({
      field: 'phone_number',
      message: `"${address.phone_number}" is not a phone number that can be dialled from ${address.country}: add the area or country code.`,
    });
  }
  return problems;
}

function isUsState(state: string | null): boolean {
  const text = (state ?? '').trim();
  return usStates.has(text.toUpperCase()) || usStateNames.has(text.toLowerCase());
}

function isPhone(phone: string, country: string): boolean {
  // "Possible", not "valid": number plans change faster than libraries, and a store asks for no more.
  return parsePhoneNumberFromString(phone, country as CountryCode)?.isPossible() ?? false;
}
