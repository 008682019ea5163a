import { formatDate } from '../../lib/format.ts';
import { failureTexts, placeOf } from '../../lib/labels.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Note } from '../../ui/states.tsx';
import { Money } from '../../ui/text.tsx';
import type { Order } from './progress.ts';

/** What went wrong with the order, and what to do. */
export function FailureNote({ order }: { order: Order }) {
  if (order.status === 'order_failed') return <Failed order={order} />;
  if (order.status === 'cancelled_by_retailer') {
    return (
      <Note tone="warn" title="The store canceled this order">
        The amount charged was refunded to your wallet.
      </Note>
    );
  }
  const packageText = order.tracking_numbers.length > 1 ? 'a package' : 'the package';
  if (placeOf(order) === 'undeliverable') {
    return (
      <Note
        tone="bad"
        title={order.tracking_numbers.length > 1 ? 'A package was lost' : 'The package was lost'}
        action={
          <ButtonLink size="small" icon="chat" does="postToCase" to={`/app/cases/${order.id}`}>
            Contact support
          </ButtonLink>
        }
      >
        The carrier couldn't deliver {packageText}. To get a refund, choose “Return items” and the reason “Never
        arrived”, or contact support.
      </Note>
    );
  }
  if (order.late) {
    return (
      <Note
        tone="warn"
        title={order.tracking_numbers.length > 1 ? 'A package is late' : 'The package is late'}
        action={
          <ButtonLink size="small" icon="chat" does="postToCase" to={`/app/cases/${order.id}`}>
            Contact support
          </ButtonLink>
        }
      >
        {lateText(order.late)} Support can help locate {packageText}. To request a refund, choose “Return items”.
      </Note>
    );
  }
  if (order.waiting_for === 'account') {
    return <Note title="Queued">Waiting for another order on the same retailer account to finish.</Note>;
  }
  if (order.waiting_for === 'code') {
    return (
      <Note title="Waiting for a code">
        The store emailed a one-time code. The order will resume when the code arrives.
      </Note>
    );
  }
  if (order.waiting_for === 'retry' && order.last_attempt) {
    return (
      <Note tone="warn" title={`${failureTexts[order.last_attempt.reason]?.title ?? 'Last attempt failed'}. Retrying.`}>
        {order.last_attempt.message} Next attempt {nextAttemptIn(order.poll_after_ms)}.
      </Note>
    );
  }
  return null;
}

function lateText({ expected_date: expected, last_scan_at: scan }: NonNullable<Order['late']>): string {
  const wasExpected = expected ? `Delivery was expected ${formatDate(expected)}.` : '';
  return `${wasExpected} ${scan ? `The carrier last scanned the package ${formatDate(scan)}.` : "The carrier hasn't scanned the package yet."}`;
}

function nextAttemptIn(ms: number | null): string {
  const seconds = Math.ceil((ms ?? 0) / 1000);
  if (seconds <= 1) return 'now';
  return seconds < 90 ? `in ${seconds} s` : `in ${Math.round(seconds / 60)} min`;
}

function Failed({ order }: { order: Order }) {
  const result = order.job_result;
  const words = failureTexts[result?.error_type ?? ''];
  const isExpired = result?.error_details?.reason === 'approval_expired';
  const url = order.items[0]?.url ?? '';
  return (
    <Note
      tone="bad"
      title={isExpired ? 'Approval expired' : (words?.title ?? 'The order failed')}
      action={
        <ButtonLink
          size="small"
          icon="refresh"
          does="createOrder"
          to={`/app/buy/checkout?url=${encodeURIComponent(url)}`}
        >
          Order again
        </ButtonLink>
      }
    >
      <p>{result?.error}</p>
      <p>
        {words?.advice} {!result?.error?.includes('Nothing was bought') && 'Nothing was bought. '}
        {(order.exchange?.payment_currency ?? 'USD') === 'USD' ? (
          <>
            <Money cents={order.max_price} /> was released to your wallet.
          </>
        ) : (
          `The hold on your ${order.exchange?.payment_currency} wallet was released.`
        )}
      </p>
    </Note>
  );
}
