import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { fieldsOf, textOf } from '../../kit/fields.ts';
import type { Address, PurchasedLine, PurchaseLine, PurchaseOptions } from '../contract.ts';
import { isAddressOf, payerOf, type Store } from '../store.ts';
import type { BrowserSession } from './browser-session.ts';
import { addressOf } from './product-address.ts';
import type { Recipe } from './recipe.ts';
import type { Scope } from './templates.ts';

const states =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming,PR Puerto Rico';
const stateNames = new Map(states.split(',').map((entry) => [entry.slice(0, 2), entry.slice(3)]));

const nameOf = (country: string, locale: string): string =>
  new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country;

/** Many forms have a separate field for the house number, which comes first or last. */
function partsOf(line1: string): { street: string; house_number: string } {
  const [, first = '', after = ''] = /^(\d+\s?[a-z]?(?:[-/]\d+\s?[a-z]?)?),?\s+([^\d\s].*)$/i.exec(line1) ?? [];
  if (first !== '') return { street: after, house_number: first };
  const [, before = '', last = ''] = /^(.*[^\d\s,]),?\s+(\d+\s?[a-z]?(?:[-/]\d*\s?[a-z]?)?)$/i.exec(line1) ?? [];
  return last === '' ? { street: line1, house_number: '' } : { street: before, house_number: last };
}

function phoneParts(phone: string | null): Scope {
  const parsed = parsePhoneNumberFromString(phone ?? '');
  return {
    phone_country: parsed ? `+${parsed.countryCallingCode}` : '',
    phone_national: parsed ? parsed.nationalNumber : (phone ?? '').replace(/\D/g, ''),
  };
}

export function addressScope(address: Address, locale = 'en'): Scope {
  const { firstName, lastName, state, country } = address;
  return {
    first_name: firstName,
    last_name: lastName,
    full_name: `${firstName} ${lastName}`.trim(),
    line1: address.addressLine1,
    ...partsOf(address.addressLine1),
    line2: address.addressLine2,
    city: address.city,
    state,
    state_name: country === 'US' && state !== null ? (stateNames.get(state) ?? state) : state,
    postal_code: address.postalCode,
    country,
    country_name: nameOf(country, locale),
    phone: address.phoneNumber,
    ...phoneParts(address.phoneNumber),
    /** Digits only, without the country code. */
    phone_digits: (address.phoneNumber ?? '').replace(/^\+1/, '').replace(/\D/g, ''),
  };
}

/** The shipping address of a scope. */
export function shipToOf({ address }: Scope): Address {
  const fields = fieldsOf(address);
  const textAt = (name: string): string => textOf(fields[name]) ?? '';
  return {
    firstName: textAt('first_name'),
    lastName: textAt('last_name'),
    addressLine1: textAt('line1'),
    addressLine2: textOf(fields.line2) ?? null,
    city: textAt('city'),
    state: textOf(fields.state) ?? null,
    postalCode: textAt('postal_code'),
    country: textAt('country'),
    phoneNumber: textOf(fields.phone) ?? null,
  };
}

export function lineScope(store: Store, recipe: Recipe, line: PurchaseLine | PurchasedLine): Scope {
  const own = URL.parse(line.url);
  const isOwn = own !== null && isAddressOf(store, own);
  return {
    id: line.lineId,
    slug: line.ref.productId,
    url: isOwn ? line.url : addressOf(store, recipe, line.ref.productId),
    quantity: line.quantity,
    variant: line.variant ?? [],
  };
}

/** Values for every part of a recipe. */
export function storeScope(store: Store, visit: Pick<BrowserSession, 'account'>): Scope {
  return {
    origin: store.url,
    store: { name: store.name, url: store.url, currency: store.currency, payment: store.payment ?? null },
    account: { email: visit.account?.email ?? null },
  };
}

interface Buying {
  reference: string;
  lines: readonly (PurchaseLine | PurchasedLine)[];
  shippingAddress: Address;
  options?: Pick<PurchaseOptions, 'taxId' | 'promoCodes'>;
}

export function buyingScope(store: Store, recipe: Recipe, browserSession: BrowserSession, request: Buying): Scope {
  const { account } = browserSession;
  const payer = payerOf(store, {
    shippingAddress: request.shippingAddress,
    account: account && 'mailedCode' in account ? account : null,
  });
  return {
    ...storeScope(store, browserSession),
    reference: request.reference,
    tax_id: request.options?.taxId ?? null,
    promo_codes: request.options?.promoCodes ?? [],
    email: payer.contact ?? account?.email ?? null,
    address: addressScope(request.shippingAddress, recipe.locale),
    bill: addressScope(payer.billTo, recipe.locale),
    lines: request.lines.map((line) => lineScope(store, recipe, line)),
  };
}
