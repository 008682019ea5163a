import type { Rates } from '../../src/domains/money/wallet/index.ts';

/** For orders in US dollars. */
export const noRates: Rates = { find: async () => ({ kind: 'none', reason: 'There are no exchange rates.' }) };
