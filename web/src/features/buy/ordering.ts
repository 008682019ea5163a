import { useLocation } from 'wouter';
import type { CreateOrderInput } from '../../../../sdk/src/index.ts';
import { useChange } from '../../lib/data.ts';
import { dropDraft } from '../../lib/drafts.ts';
import { codeOf, isRefusal } from '../../lib/errors.ts';
import { notify } from '../../ui/toast.tsx';
import { saveAddress } from './address.ts';
import type { Choice } from './choice.ts';
import { type Draft, draftName } from './draft.ts';
import { forgetSentQuote, saveSentQuote, sentQuote, type useQuote } from './quote.ts';

interface PlaceOrderInput {
  draft: Draft;
  choice: Choice;
  body: CreateOrderInput['body'];
  quote: ReturnType<typeof useQuote>;
  /** An earlier attempt placed this order. */
  onRepeat(orderId: string): void;
}

/** Places the order with the shown quote and opens it. */
export function usePlaceOrder({ draft, choice, body, quote, onRepeat }: PlaceOrderInput) {
  const [, goTo] = useLocation();
  // The quote is not part of the input: after a reload it has another ID.
  return useChange(
    (api, _wanted: Draft, options) => {
      const sent = sentQuote(body);
      const quoteId = sent === undefined ? (quote.data?.quote_id ?? null) : sent;
      saveSentQuote(body, quoteId);
      return api
        .createOrder({ body: { ...body, ...(quoteId === null ? {} : { quote_id: quoteId }) } }, options)
        .catch((error: unknown) => {
          if (isRefusal(error)) forgetSentQuote();
          // Fetch and show a new quote before the next attempt.
          if (codeOf(error) === 'quote_refused') void quote.refetch();
          throw error;
        });
    },
    {
      isPurchase: true,
      changes: ['orders', 'wallet', 'transactions', 'overview'],
      onDone: (order, _wanted, isRepeat) => {
        forgetSentQuote();
        saveAddress(draft.keepsAddress ? draft.address : null);
        dropDraft(draftName(choice));
        // Don't let the first order pass for a second one.
        if (isRepeat) return onRepeat(order.id);
        notify('Order submitted.');
        goTo(`/app/orders/${order.id}`);
      },
    },
  );
}
