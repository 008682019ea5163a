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
  /** An earlier try was heard, and made this order. */
  onRepeat(orderId: string): void;
}

/** Places the order with the quote that was shown, and leads to it. */
export function usePlaceOrder({ draft, choice, body, quote, onRepeat }: PlaceOrderInput) {
  const [, goTo] = useLocation();
  // The quote is no part of what names the request: asked again after a reload it has another id.
  return useChange(
    (api, _wanted: Draft, options) => {
      const sent = sentQuote(body);
      const quoteId = sent === undefined ? (quote.data?.quote_id ?? null) : sent;
      saveSentQuote(body, quoteId);
      return api
        .createOrder({ body: { ...body, ...(quoteId === null ? {} : { quote_id: quoteId }) } }, options)
        .catch((error: unknown) => {
          if (isRefusal(error)) forgetSentQuote();
          // A quote that ran out is asked for anew, and shown, before the next press of the button.
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
        // A person who meant a second one must not take the first for it.
        if (isRepeat) return onRepeat(order.id);
        notify('Order submitted.');
        goTo(`/app/orders/${order.id}`);
      },
    },
  );
}
