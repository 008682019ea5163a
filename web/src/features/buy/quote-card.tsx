import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { QuoteOrderOutput } from '../../../../sdk/src/index.ts';
import { codeOf, detailsOf, errorTextOf } from '../../lib/errors.ts';
import { formatDate, formatMoney, taxLabel } from '../../lib/format.ts';
import { failureTexts } from '../../lib/labels.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { Note, Skeleton } from '../../ui/states.tsx';
import { Money } from '../../ui/text.tsx';

interface QuoteCardProps {
  quote: UseQueryResult<QuoteOrderOutput>;
  maximum: number;
  onRaise(cents: number): void;
}

/** The full price with tax and shipping. */
export function QuoteCard({ quote, maximum, onRaise }: QuoteCardProps) {
  return (
    <Card title="Price">
      <div aria-live="polite" className="stack">
        {quote.data ? (
          <Quoted quote={quote.data} maximum={maximum} onRaise={onRaise} />
        ) : quote.error ? (
          <Unquoted error={quote.error} />
        ) : (
          <>
            <p className="quiet">Getting the price…</p>
            <Skeleton lines={3} />
          </>
        )}
      </div>
    </Card>
  );
}

function Quoted({
  quote,
  maximum,
  onRaise,
}: {
  quote: QuoteOrderOutput;
  maximum: number;
  onRaise(cents: number): void;
}) {
  const { price_components: price, service_fee_cents: fee, estimated_delivery: delivery, policy } = quote;
  const { currency } = quote;
  const inDollars = price.payment_currency === 'USD' ? (price.converted_payment_total ?? 0) : price.total;
  const isTooHigh = (price.payment_currency ?? 'USD') === 'USD' && inDollars > maximum;
  const rows: (readonly [string, ReactNode])[] = [
    ['Products', <Money key="goods" cents={price.subtotal} currency={currency} />],
    ['Shipping', <Money key="shipping" cents={price.shipping} currency={currency} />],
    [taxLabel(price), <Money key="tax" cents={price.tax} currency={currency} />],
    ...(price.fees === 0 ? [] : [['Store fees', <Money key="fees" cents={price.fees} currency={currency} />] as const]),
    [
      'Total',
      <strong key="total">
        <Money cents={price.total} currency={currency} />
      </strong>,
    ],
    ...(price.payment_currency === undefined || price.payment_currency === currency
      ? []
      : [['Total in US dollars', <Money key="paid" cents={inDollars} />] as const]),
    ...(fee === 0 ? [] : [['Service fee', <Money key="fee" cents={fee} />] as const]),
    ...(delivery === null ? [] : [['Expected delivery', formatDate(delivery)] as const]),
  ];
  return (
    <>
      <Facts rows={rows} />
      {isTooHigh ? (
        <Note
          tone="warn"
          title="Above your maximum price"
          action={
            <Button size="small" onClick={() => onRaise(quote.suggested_max_price)}>
              Raise to {formatMoney(quote.suggested_max_price)}
            </Button>
          }
        >
          The order would fail with this limit. You wouldn't be charged.
        </Note>
      ) : (
        <p className="quiet small">If the total at checkout is higher, the order fails.</p>
      )}
      {policy.decision === 'approve' && (
        <Note title="Needs approval">The order will be placed after it's approved.</Note>
      )}
      {policy.decision === 'deny' && <Note tone="warn" title="Your spending policy doesn't allow this order" />}
      {quote.warnings.map((warning) => (
        <Note key={warning} tone="warn">
          {warning}
        </Note>
      ))}
    </>
  );
}

function Unquoted({ error }: { error: unknown }) {
  const { error_type: type } = detailsOf(error);
  const words = codeOf(error) === 'quote_refused' && typeof type === 'string' ? failureTexts[type] : undefined;
  return (
    <Note tone="warn" title={words?.title ?? 'Price not available yet'}>
      <p>{words ? words.advice : errorTextOf(error).text}</p>
      <p>You pay the price at checkout, never more than your maximum price.</p>
    </Note>
  );
}
