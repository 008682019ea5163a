import { Value } from 'typebox/value';
import type { FullOrder } from '../domains/orders/orders/index.ts';
import { Invalid } from '../kit/failure.ts';
import { notRetriable, problemAt } from './failures.ts';
import { isManaged } from './read-order.ts';
import { LegacyOrderRequest, type RetryBody } from './schema.ts';
import { requestOf } from './synthesize-request.ts';

/** The first request, with the secrets that were erased when it ended. */
export function retryRequest(first: FullOrder, again: RetryBody): LegacyOrderRequest {
  if (first.status !== 'order_failed' && first.status !== 'cancelled') throw notRetriable(first.status);
  const { idempotency_key: _old, ...request } = first.legacy_request ?? requestOf(first);
  if (!isManaged(request)) {
    const problems = (['retailer_credentials', 'payment_method'] as const)
      .filter((name) => again[name] == null)
      .map((name) => problemAt([name], 'Field required. It was deleted when the first order ended'));
    if (problems.length > 0) throw new Invalid(problems);
  }
  const { retailer_credentials: credentials, payment_method: payment } = again;
  const whole = {
    ...request,
    ...(credentials == null ? {} : { retailer_credentials: credentials }),
    ...(payment == null ? {} : { payment_method: payment }),
  };
  if (!Value.Check(LegacyOrderRequest, whole)) throw notRetriable(first.status);
  return whole;
}
