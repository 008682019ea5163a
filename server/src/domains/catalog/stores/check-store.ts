import type {
  Address,
  Call,
  Checkout,
  Connector,
  Lookup,
  PurchaseRequest,
  SearchHit,
  Variant,
} from '../../../connectors/contract.ts';
import { plainOptions } from '../../../connectors/options.ts';
import { type Clock, minuteMs } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import { formatMoney, toCents } from '../../../kit/money.ts';
import { StoreBusy } from './limit-connector.ts';
import { pickTestVariant } from './pick-test-variant.ts';

export type StepName = 'search' | 'product' | 'cart' | 'total' | 'release' | 'lookup';

export interface Step {
  step: StepName;
  status: 'ok' | 'failed' | 'skipped';
  message: string;
  durationMs: number;
}

interface CheckRequest {
  query: string;
  productUrl: string | null;
  variant: Variant[] | null;
  shipTo: Address;
  walkId: string | null;
}

const checkWithinMs = 2 * minuteMs;
const priceMax = toCents(100_000_000);

/** Prepares a purchase, releases the cart and reports each step. Buys nothing. */
export async function checkStore(
  needs: { clock: Clock },
  connector: Connector,
  name: string,
  wanted: CheckRequest,
  account: PurchaseRequest['account'],
): Promise<Step[]> {
  const call = { signal: AbortSignal.timeout(checkWithinMs) };
  const steps: Step[] = [];
  const runStep = async <T>(
    step: StepName,
    work: () => Promise<{ message: string; value: T | null; isSkipped?: boolean }>,
  ) => {
    const startedAt = needs.clock.now().getTime();
    const durationMs = () => needs.clock.now().getTime() - startedAt;
    try {
      const { message, value, isSkipped = false } = await work();
      const status = isSkipped ? 'skipped' : value === null ? 'failed' : 'ok';
      steps.push({ step, status, message, durationMs: durationMs() });
      return value;
    } catch (error) {
      // A nightly check retries when the store has capacity.
      if (wanted.walkId !== null && error instanceof StoreBusy) throw error;
      const message = error instanceof Error ? error.message : String(error);
      steps.push({ step, status: 'failed', message, durationMs: durationMs() });
      return null;
    }
  };
  const skip = (message: string) => ({ message, value: null, isSkipped: true });

  const found = await runStep<string[]>('search', async () => {
    if (wanted.productUrl !== null) return { ...skip('Skipped: you provided a product.'), value: [wanted.productUrl] };
    if (!connector.search) return skip('This store does not support search. Send a product_url.');
    const page = await connector.search(name, { query: wanted.query, page: 1, freeShipping: false }, call);
    const urls = sortByEase(page.results).map(({ url }) => url);
    return { message: `${page.results.length} products for "${wanted.query}".`, value: urls.length > 0 ? urls : null };
  });
  const url = await findInStock(connector, found ?? [], call);
  const ref = url === null ? null : connector.locate(new URL(url));
  const chosen = await runStep<Variant[]>('product', async () => {
    if (url === null) return skip('No product to check.');
    if (!ref) return { message: `The store does not recognize ${url} as one of its product pages.`, value: null };
    if (!connector.product) return skip('This store does not provide product details.');
    const answer = await connector.product(ref, call);
    if (answer.kind !== 'found') return { message: answer.message, value: null };
    const variant = wanted.variant ?? pickTestVariant(answer.payload);
    const words = variant.map(({ label, value }) => `${label} ${value}`).join(', ');
    return { message: words === '' ? 'Found.' : `Found. Checked with ${words}.`, value: variant };
  });
  const variant = chosen ?? wanted.variant;
  const request = url !== null && ref ? requestFor(name, { ref, url, variant }, wanted, account) : null;
  const checkout = await runStep<Checkout>('cart', async () => {
    if (!connector.prepare || !connector.abilities.has('checkout'))
      return skip('Nothing can be bought from this store.');
    if (!request) return skip('No product to add to the cart.');
    const prepared = await connector.prepare(request, call);
    if (prepared.kind === 'ready') return { message: 'One item is in the cart.', value: prepared.checkout };
    if (prepared.kind === 'needs' && prepared.question.kind === 'buy')
      return skip('Orders from this store are placed manually, so there is no cart.');
    if (prepared.kind === 'bought_before') return { message: prepared.message, value: null };
    const message = prepared.kind === 'needs' ? prepared.question.message : `${prepared.reason}: ${prepared.message}`;
    return { message, value: null };
  });
  await runStep('total', async () => {
    if (!checkout) return skip('No cart was filled.');
    const { subtotal, shipping, tax, fees, total, currency } = checkout.price;
    const money = (amount: number): string => formatMoney({ amount, currency });
    const message = `${money(total)}: ${money(subtotal)} items, ${money(shipping)} shipping, ${money(tax)} tax.`;
    const isWhole = subtotal + shipping + tax + fees === total && currency === connector.currency;
    return { message: isWhole ? message : `${message} The amounts do not add up.`, value: isWhole ? total : null };
  });
  await runStep('release', async () => {
    if (!checkout || !request) return skip('No cart was filled.');
    if (!connector.release) return skip('This store cannot release a cart.');
    await connector.release(checkout, request, call);
    return { message: 'The cart was emptied.', value: true };
  });
  await runStep('lookup', async () => {
    const { lookup, history } = connector;
    if (!connector.submit) return skip('Nothing can be bought from this store.');
    if (lookup === 'none') return skip(lookupTexts.none);
    await history?.call(connector, { since: needs.clock.now(), cursor: null }, call);
    return { message: lookupTexts[lookup], value: true };
  });
  return steps;
}

const lookupTexts: Readonly<Record<Lookup, string>> = {
  reference: 'After a database restore, purchases are found by their reference.',
  account_history: "After a database restore, purchases are found in the account's order list.",
  none: 'Errand cannot look up orders at this store. After a database restore, an operator must check them manually.',
};

/** Available products first, then those without choices. */
const sortByEase = (hits: readonly SearchHit[]): SearchHit[] => {
  const place = ({ available, variantRequired }: SearchHit): number =>
    (available ? 0 : 2) + (variantRequired === false ? 0 : 1);
  return hits.toSorted((one, other) => place(one) - place(other));
};

/** Maximum number of products to check. */
const triesMax = 5;

/** The first product that isn't sold out, otherwise the first. */
async function findInStock(connector: Connector, urls: readonly string[], call: Call): Promise<string | null> {
  if (urls.length < 2 || !connector.offers) return urls[0] ?? null;
  for (const url of urls.slice(0, triesMax)) {
    const ref = connector.locate(new URL(url));
    const answer = ref ? await connector.offers(ref, {}, call).catch(() => null) : null;
    if (answer?.kind === 'found' && answer.offers.some(({ available }) => available)) return url;
  }
  return urls[0] ?? null;
}

function requestFor(
  retailer: string,
  product: Pick<PurchaseRequest['lines'][number], 'ref' | 'url' | 'variant'>,
  wanted: CheckRequest,
  account: PurchaseRequest['account'],
): PurchaseRequest {
  const line = { lineId: newId(), ...product, quantity: 1, selection: {} };
  return {
    reference: wanted.walkId ?? newId(),
    ...(wanted.walkId !== null && { isQuote: true }),
    retailer,
    lines: [line],
    shippingAddress: wanted.shipTo,
    maxPrice: priceMax,
    options: plainOptions,
    payment: { kind: 'service' },
    account,
  };
}
