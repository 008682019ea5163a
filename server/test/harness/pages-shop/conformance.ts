import type { ConformanceSubject } from '../../conformance/index.ts';
import { requestFor, storeAccount } from '../stores/request.ts';
import type { startPagesSessions } from './connector.ts';

/** The pages-only shop as a subject of the conformance suite, with an account. */
export async function pagesSubject({
  shop,
  clock,
  connect,
}: Awaited<ReturnType<typeof startPagesSessions>>): Promise<ConformanceSubject> {
  const account = storeAccount('jane@example.com', 'Long-enough-1');
  shop.register(account.email, await account.password());
  const wanted = [
    { productId: 'lamp' },
    { productId: 'mug', quantity: 2, variant: [{ label: 'Colour', value: 'Sea Blue' }] },
  ];
  const losing = (when: 'before' | 'after') => () => {
    const lossy = requestFor([{ productId: 'lamp' }], { account });
    shop.mood.lose = { note: lossy.reference, when };
    return lossy;
  };
  return {
    connector: connect({ patience_seconds: 60 }),
    request: (overrides) => requestFor(wanted, { account, ...overrides }),
    missingProduct: { retailer: 'real', productId: 'no-such-thing' },
    search: { retailer: 'real', query: '', nonsense: 'xqzvwplorf' },
    elapse: async (ms) => clock.advance(ms),
    lostAnswers: { afterBuying: losing('after'), beforeBuying: losing('before') },
    advance: async (number) => shop.advance(number),
    countSold: async (reference) => shop.sales().filter(({ note }) => note === reference).length,
  };
}
