import type { CreateOrderInput, QuoteOrderOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { fieldsOf } from '../../lib/fields.ts';
import { digest } from '../../lib/pending-keys.ts';
import { readStored, writeStored } from '../../lib/storage.ts';

type Body = CreateOrderInput['body'];

/** A quote is good for 15 minutes; a little before that it is asked for again. */
const freshForMs = 10 * 60_000;

/** What the store asks for exactly this, read from a real cart. Nothing is bought, nothing is set aside. */
export function useQuote(body: Body, enabled: boolean) {
  const { max_price: _most, metadata: _metadata, ...asked } = body;
  return useData<QuoteOrderOutput>(
    ['quote', JSON.stringify(asked)],
    (api, options) => api.quoteOrder({ body: asked }, options),
    { enabled, freshFor: freshForMs },
  );
}

/**
 * The quote that an order was sent with while its answer is not known. The same order after a reload is sent with the
 * same quote: with another one it would be another request to the service.
 */
const name = 'sent-quote';

interface Sent {
  asked: string;
  id: string | null;
  at: number;
}

/** Undefined: nothing like this was sent. Null: it was sent without a quote. */
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
