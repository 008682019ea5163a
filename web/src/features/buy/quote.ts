import type { CreateOrderInput, QuoteOrderOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { fieldsOf } from '../../lib/fields.ts';
import { digest } from '../../lib/pending-keys.ts';
import { readStored, writeStored } from '../../lib/storage.ts';

type Body = CreateOrderInput['body'];

/** A quote is valid for 15 minutes and refetched shortly before it expires. */
const freshForMs = 10 * 60_000;

/** The store's price from a real cart. Nothing is bought or put on hold. */
export function useQuote(body: Body, enabled: boolean) {
  const { max_price: _most, metadata: _metadata, ...asked } = body;
  return useData<QuoteOrderOutput>(
    ['quote', JSON.stringify(asked)],
    (api, options) => api.quoteOrder({ body: asked }, options),
    { enabled, freshFor: freshForMs },
  );
}

/** The quote for an order without a response. After a reload, the order must use the same quote to be the same request. */
const name = 'sent-quote';

interface Sent {
  asked: string;
  id: string | null;
  at: number;
}

/** Undefined: no such order was sent. Null: it was sent without a quote. */
export function sentQuote(body: Body, now = Date.now()): string | null | undefined {
  try {
    const { asked, at, id } = fieldsOf(JSON.parse(readStored(name) ?? 'null'));
    const isSame = asked === digest(JSON.stringify(body)) && now < Number(at) + freshForMs;
    return isSame ? (typeof id === 'string' ? id : null) : undefined;
  } catch {
    return undefined;
  }
}

export const saveSentQuote = (body: Body, id: string | null, now = Date.now()): void =>
  writeStored(name, JSON.stringify({ asked: digest(JSON.stringify(body)), id, at: now } satisfies Sent));

export const forgetSentQuote = (): void => writeStored(name, null);
