import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { QuoteOrderOutput } from '../../../../sdk/src/index.ts';
import { codeOf, detailsOf } from '../../lib/errors.ts';
import { formatMoney } from '../../lib/format.ts';
import { useWorld } from '../../lib/world.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Facts, fact } from '../../ui/card.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { ErrorNote, Note } from '../../ui/states.tsx';
import { Money } from '../../ui/text.tsx';
import { addressLines } from './address.ts';
import type { Choice } from './choice.ts';
import { type Draft, maximumOf } from './draft.ts';
import type { Subject } from './product-data.ts';
import { QuoteCard } from './quote-card.tsx';

interface ReviewProps {
  draft: Draft;
  choice: Choice;
  subject: Subject;
  quote: UseQueryResult<QuoteOrderOutput>;
  /** Available in the wallet; null until that is known. */
  available: number | null;
  error: unknown;
  /** The order that an earlier attempt placed. This attempt ordered nothing. */
  acceptedId: string | null;
  isBusy: boolean;
  onBack(): void;
  onPlace(): void;
  /** Raises the maximum price. */
  onRaise(cents: number): void;
  onOnceMore(): void;
}

export function Review(props: ReviewProps) {
  const { draft, subject, quote, available, error, acceptedId, isBusy, onBack, onPlace, onRaise, onOnceMore } = props;
  const maximum = maximumOf(draft, subject.suggestion) ?? 0;
  const price = quote.data?.price_components;
  /** The currency of the paying wallet, and the amount. */
  const currency = price?.payment_currency ?? 'USD';
  const quoted = price ? (price.converted_payment_total ?? price.total) : null;
  const extras = [
    ...(draft.isGift ? [fact('Gift', draft.giftMessage || 'Yes')] : []),
    ...(draft.poNumber ? [fact('PO number', draft.poNumber)] : []),
    ...(draft.taxId ? [fact('Tax ID', draft.taxId)] : []),
    ...(draft.handlingDays ? [fact('Handling time', `Up to ${draft.handlingDays} days`)] : []),
    ...(draft.retailerAccount ? [fact('Retailer account', draft.retailerAccount)] : []),
    ...(draft.card ? [fact('Pay with', `card ${draft.card}`)] : []),
  ];
  return (
    <div className="stack">
      <Card title="Ships to">
        <address className="address">
          {addressLines(draft.address).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      </Card>
      <QuoteCard quote={quote} maximum={maximum} onRaise={onRaise} />
      <Card title="Payment">
        <Facts
          rows={[
            [
              'Maximum price',
              <strong key="max">
                <Money cents={maximum} />
              </strong>,
            ],
            currency === 'USD'
              ? ['Available in wallet', available === null ? '…' : <Money key="has" cents={available} />]
              : ['Paid from', `Your ${currency} wallet`],
            ...extras,
          ]}
        />
        <p className="quiet small">
          <Money cents={maximum} /> is put on hold now{currency !== 'USD' && `, in ${currency}`}. When the order is
          placed, any amount the store doesn't charge is released.
        </p>
      </Card>
      {acceptedId === null ? (
        <>
          <OrderError error={error} maximum={maximum} onRetry={onPlace} />
          <Actions>
            <Button onClick={onBack}>Edit order</Button>
            <Button kind="primary" icon="check" isBusy={isBusy || quote.isFetching} onClick={onPlace}>
              Place order for{' '}
              {quoted !== null && (currency !== 'USD' || quoted <= maximum)
                ? formatMoney(quoted, currency)
                : `up to ${formatMoney(maximum)}`}
            </Button>
          </Actions>
        </>
      ) : (
        <>
          <AlreadyAccepted id={acceptedId} />
          <Actions>
            <Button onClick={onOnceMore}>Order again</Button>
          </Actions>
        </>
      )}
    </div>
  );
}

const AlreadyAccepted = ({ id }: { id: string }) => (
  <Note tone="good" title="This order was already placed" action={<Link href={`/app/orders/${id}`}>View order</Link>}>
    Your first request went through, but the connection dropped before it was confirmed. Nothing was ordered twice.
  </Note>
);

/** Why the order was refused. Insufficient funds and duplicates get a link. */
function OrderError({ error, maximum, onRetry }: { error: unknown; maximum: number; onRetry(): void }) {
  const { world } = useWorld();
  if (!error) return null;
  const { required, available, id } = detailsOf(error);
  if (codeOf(error) === 'insufficient_funds') {
    return (
      <Note tone="warn" title="Insufficient funds" action={<Link href="/app/wallet">View wallet</Link>}>
        <p>
          This order needs {formatMoney(typeof required === 'number' ? required : maximum)}
          {typeof available === 'number' && `, and ${formatMoney(available)} is available`}.{' '}
          {world === 'test'
            ? 'Lower the maximum price, or wait for other orders to finish.'
            : 'Add funds to your wallet, or lower the maximum price.'}
        </p>
      </Note>
    );
  }
  if (codeOf(error) === 'already_exists' && typeof id === 'string') return <AlreadyAccepted id={id} />;
  return <ErrorNote error={error} onRetry={onRetry} />;
}
