import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useData } from '../../lib/data.ts';
import { readDraft, saveDraft } from '../../lib/drafts.ts';
import { codeOf } from '../../lib/errors.ts';
import { typedMoney } from '../../lib/format.ts';
import { safeUrl } from '../../lib/url.ts';
import { Allowed, RoleNote } from '../../ui/allowed.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Steps } from '../../ui/steps.tsx';
import './buy.css';
import { type Choice, readChoice } from './choice.ts';
import { Details } from './details.tsx';
import { bodyOf, type Draft, draftName, firstDraft } from './draft.ts';
import { usePlaceOrder } from './ordering.ts';
import { useSubject } from './product-data.ts';
import { useQuote } from './quote.ts';
import { Review } from './review.tsx';
import { Summary } from './summary.tsx';

export function CheckoutPage() {
  const [params] = useSearchParams();
  const choice = useMemo(() => readChoice(params), [params]);
  if (!safeUrl(choice.url)) {
    return (
      <Page title="Checkout" back={{ to: '/app/buy', label: 'Buy' }}>
        <EmptyState icon="link" title="No product selected" action={<ButtonLink to="/app/buy">Search</ButtonLink>}>
          Search for a product or paste its link.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Allowed to="createOrder" otherwise={<NotForViewers choice={choice} />}>
      <Checkout key={choice.url} choice={choice} />
    </Allowed>
  );
}

const NotForViewers = ({ choice }: { choice: Choice }) => (
  <Page title="Checkout" back={backFrom(choice)}>
    <RoleNote to="createOrder" />
  </Page>
);

function Checkout({ choice }: { choice: Choice }) {
  const [draft, setDraft] = useDraft(choice);
  const subject = useSubject(choice, draft.quantity);
  const { isReviewing, openReview, closeReview } = useReviewStep();
  const [acceptedId, setAcceptedId] = useState<string | null>(null);
  const wallet = useData(['wallet'], (api, options) => api.getWallet({}, options));
  const body = bodyOf(draft, choice, subject);
  const quote = useQuote(body, isReviewing);
  const place = usePlaceOrder({ draft, choice, body, quote, onRepeat: setAcceptedId });
  // Field errors go back to the details. Everything else is shown in the review.
  const isAboutFields = ['invalid_request', 'invalid_shipping_address', 'unsupported_country'].includes(
    codeOf(place.error) ?? '',
  );
  const showsReview = isReviewing && !isAboutFields;
  useScrollToTop(showsReview);
  return (
    <Page title={showsReview ? 'Review your order' : 'Checkout'} back={backFrom(choice)}>
      <Steps
        label="Checkout steps"
        steps={[
          { name: 'Product', state: 'done' },
          { name: 'Details', state: showsReview ? 'done' : 'current' },
          { name: 'Review', state: showsReview ? 'current' : 'todo' },
        ]}
      />
      <div className="columns">
        {showsReview ? (
          <Review
            draft={draft}
            subject={subject}
            choice={choice}
            quote={quote}
            available={wallet.data?.available_cents ?? null}
            error={place.error}
            acceptedId={acceptedId}
            isBusy={place.isPending}
            onBack={() => {
              place.reset();
              closeReview();
            }}
            onPlace={() => place.mutate(draft)}
            onRaise={(cents) => setDraft({ ...draft, maximum: typedMoney(cents) })}
            onOnceMore={() => setAcceptedId(null)}
          />
        ) : (
          <Details
            draft={draft}
            subject={subject}
            error={isAboutFields ? place.error : null}
            onChange={setDraft}
            onReview={() => {
              place.reset();
              openReview();
            }}
          />
        )}
        <Summary
          choice={choice}
          subject={subject}
          quantity={draft.quantity}
          onQuantity={(quantity) => setDraft({ ...draft, quantity })}
          isFixed={showsReview}
        />
      </div>
    </Page>
  );
}

/** The draft survives Back, a reload and the end of the session. */
function useDraft(choice: Choice): [Draft, (draft: Draft) => void] {
  const [draft, setDraft] = useState<Draft>(() => ({
    ...firstDraft(choice),
    ...readDraft<Partial<Draft>>(draftName(choice)),
  }));
  return [
    draft,
    (next) => {
      setDraft(next);
      saveDraft(draftName(choice), next);
    },
  ];
}

/** The review has its own history entry, so Back leads to the details. */
function useReviewStep() {
  const [params, setParams] = useSearchParams();
  const wasOpened = useRef(false);
  // Someone who opens the review's URL directly sees the details first.
  const isReviewing = params.get('step') === 'review' && wasOpened.current;
  return {
    isReviewing,
    openReview() {
      wasOpened.current = true;
      setParams((now) => {
        now.set('step', 'review');
        return now;
      });
    },
    closeReview: () => window.history.back(),
  };
}

const backFrom = ({ retailer, productId }: Choice) =>
  retailer && productId
    ? { to: `/app/buy/${encodeURIComponent(retailer)}/${encodeURIComponent(productId)}`, label: 'Product' }
    : { to: '/app/buy', label: 'Buy' };

/** Scrolls to the top of the next step. */
function useScrollToTop(step: unknown): void {
  const last = useRef(step);
  useEffect(() => {
    if (last.current === step) return;
    last.current = step;
    // An invalid field already has the focus.
    if (document.activeElement?.matches('[aria-invalid=true]')) return;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
  }, [step]);
}
