import { labelUrlsOf, type ReturnRow } from '../domains/delivery/returns/index.ts';
import type { FullOrder } from '../domains/orders/orders/index.ts';
import { namesOf, requestIdOf } from './ids.ts';
import { stateOf } from './present-order.ts';
import { withMaskedUrls } from './webhooks.ts';

interface Shown {
  publicUrl: string;
  now: Date;
}

/** The retrieve response for a return, and the payload of its webhooks. */
export const presentLegacyReturn = (row: ReturnRow, order: FullOrder, shown: Shown) => ({
  ...presentState(row, order, shown),
  ...namesOf(order, row.updated_at, row.id),
});

function presentState(row: ReturnRow, order: FullOrder, { publicUrl, now }: Shown) {
  switch (row.status) {
    case 'open':
      return pending(row);
    case 'denied':
      return failed(row);
    case 'approved':
    case 'credited':
      return {
        _type: 'return_response',
        return_status: row.status,
        merchant_return_id: row.merchant_return_id,
        return_by: row.return_by,
        label_urls: labelUrlsOf(row, publicUrl, now),
        credited_cents: row.credited_cents,
        request: requestOf(row, order),
      };
  }
}

/** `request_processing` until the retailer has the request, then `return_in_progress`. */
function pending(row: ReturnRow) {
  if (row.filed_at === null) {
    return stateOf('request_processing', 'The return is still being processed. Check again in a moment.', {
      return_status: row.status,
    });
  }
  return stateOf(
    'return_in_progress',
    'The store has received the return and has not decided yet. Check again later.',
    {
      return_status: row.status,
      merchant_return_id: row.merchant_return_id,
    },
  );
}

function failed(row: ReturnRow) {
  const notes = row.resolution_notes ?? 'The store gave no reason.';
  if (row.superseded_by === null) {
    return stateOf('invalid_request', `The return was denied: ${notes}`, { return_status: row.status });
  }
  return stateOf('aborted_request', 'The return was canceled and replaced by another one.', {
    return_status: row.status,
    request_id: requestIdOf(row.superseded_by),
  });
}

/** As sent. A return of the current API shows the equivalent request. */
function requestOf(row: ReturnRow, order: FullOrder): Record<string, unknown> {
  if (row.client_request) return withMaskedUrls(row.client_request);
  const productIdsByItem = new Map(order.items.map((item) => [item.id, item.product_id]));
  return {
    products: row.items.map((item) => ({
      product_id: productIdsByItem.get(item.order_item_id) ?? null,
      quantity: item.quantity,
    })),
    reason_code: row.reason,
    method_code: null,
    explanation: row.notes,
  };
}
