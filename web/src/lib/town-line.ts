/** Countries that write the postal code before the town. */
const codeFirst = new Set('AT BE CH CZ DE DK ES FI FR GR HU IT LI LU MC NL NO PL PT RO SE SI SK SM VA'.split(' '));

interface Town {
  city: string;
  state: string | null;
  postal_code: string;
  country: string;
}

/** The town line of an address in the format of its country: "10115 Berlin", "San Francisco, CA 94105". */
export function townLine({ city, state, postal_code: code, country }: Town): string {
  const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(' ');
  if (codeFirst.has(country)) return joined(code, city, state);
  return [city, joined(state, code)].filter(Boolean).join(', ');
}
