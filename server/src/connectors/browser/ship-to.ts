import type { Address } from '../contract.ts';
import { addressScope } from './scope.ts';

/** Common abbreviations in addresses. */
const shortWords: Record<string, string> = {
  apartment: 'apt',
  avenue: 'ave',
  boulevard: 'blvd',
  building: 'bldg',
  circle: 'cir',
  court: 'ct',
  drive: 'dr',
  east: 'e',
  floor: 'fl',
  highway: 'hwy',
  lane: 'ln',
  north: 'n',
  parkway: 'pkwy',
  place: 'pl',
  road: 'rd',
  room: 'rm',
  south: 's',
  square: 'sq',
  strasse: 'str',
  street: 'st',
  suite: 'ste',
  terrace: 'ter',
  west: 'w',
};

const wordsOf = (text: string): string[] =>
  text
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => shortWords[word] ?? word);

/** Removes consecutive words from a text; null if they aren't in it. */
function take(words: readonly string[], wanted: readonly string[]): string[] | null {
  const last = words.length - wanted.length;
  for (let at = 0; at <= last; at += 1) {
    if (wanted.every((word, index) => words[at + index] === word)) {
      return [...words.slice(0, at), ...words.slice(at + wanted.length)];
    }
  }
  return null;
}

/** The same for one of several spellings. */
function takeOne(words: readonly string[], spellings: readonly (string | null)[]): string[] | null {
  for (const spelling of spellings) {
    const wanted = wordsOf(spelling ?? '');
    const left = wanted.length === 0 ? null : take(words, wanted);
    if (left) return left;
  }
  return null;
}

/** Removes phone numbers, email addresses and the last four digits of ZIP+4 codes. */
function withoutContact(text: string, { phoneNumber }: Pick<Address, 'phoneNumber'>): string {
  const phone = (phoneNumber ?? '').replace(/\D/g, '').slice(-7);
  return text
    .split(/\s/)
    .filter((word) => !word.includes('@'))
    .join(' ')
    .replace(/\d[\d ().\-/]{5,24}\d/g, (number) => {
      const digits = number.replace(/\D/g, '');
      return phone !== '' && digits.endsWith(phone) ? ' ' : number;
    })
    .replace(/\b(\d{5})-\d{4}\b/g, '$1');
}

/** Countries whose addresses need a state. */
const countriesWithStates = ['US', 'CA', 'AU'];
/** A number, or a word for a place in a building. */
const placeWord = /\d|^(apt|bldg|fl|floor|rm|ste|unit|wohnung)$/;

/**
 * The part of the address that a page shows differently; null if it shows all of it and nothing that would send the parcel
 * elsewhere. Abbreviations, order and punctuation don't matter.
 */
export function findShipToDifference(shown: string, address: Address, locale = 'en'): string | null {
  const scope = addressScope(address, locale);
  const text = (name: string): string => String(scope[name] ?? '');
  const house = text('house_number');
  let left = wordsOf(withoutContact(shown, address));
  const parts: [string, (string | null)[]][] = [
    ['recipient', [text('full_name'), `${address.lastName} ${address.firstName}`]],
    ['street', [address.addressLine1, `${text('street')} ${house}`, `${house} ${text('street')}`]],
    ['apartment', [address.addressLine2]],
    ['city', [address.city]],
    ['postal code', [address.postalCode, address.postalCode.replace(/\s/g, '')]],
    ['state', [address.state, text('state_name')]],
  ];
  for (const [part, spellings] of parts) {
    if (spellings.every((spelling) => (spelling ?? '').trim() === '')) continue;
    const after = takeOne(left, spellings);
    if (after) left = after;
    else if (part !== 'state' || countriesWithStates.includes(address.country)) return part;
  }
  // A summary may repeat a part.
  const known = new Set(parts.flatMap(([, spellings]) => spellings.flatMap((spelling) => wordsOf(spelling ?? ''))));
  const strange = left.find((word) => placeWord.test(word) && !known.has(word));
  return strange === undefined ? null : `address line with "${strange}"`;
}
