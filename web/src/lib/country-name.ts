const countries = new Intl.DisplayNames('en', { type: 'region' });

/** "United States" for "US". Other text stays as it is. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code);
