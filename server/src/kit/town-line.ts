/** Countries that write the postal code before the town. */
const codeFirst = new Set('AT BE CH CZ DE DK ES FI FR GR HU IT LI LU MC NL NO PL PT RO SE SI SK SM VA'.split(' '));

interface Town {
  city: string | null;
  state: string | null | undefined;
  postalCode: string | null;
  country: string | null;
}

/** The town line of an address in that country's format: "10115 Berlin", "00184 Roma RM", "San Francisco, CA 94105". */
export function townLine({ city, state, postalCode, country }: Town): string {
  const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' ');
  if (codeFirst.has(country ?? '')) return joined(postalCode, city, state);
  return [city, joined(state, postalCode)].filter(Boolean).join(', ');
}
