import { Failure, type FailureCode, type FailureDetails, Invalid, type Problem } from '../kit/failure.ts';
import { listOf } from '../kit/fields.ts';

declare module '../kit/failure.ts' {
  /** The earlier API's own names. */
  interface FailureCodes {
    additional_information_required: true;
    attempting_to_cancel: true;
    duplicate_order: true;
    insufficient_mgd_balance: true;
    invalid_address: true;
    invalid_card_number: true;
    invalid_client_token: true;
    invalid_expiration_date: true;
    invalid_gift_options: true;
    invalid_payment_method: true;
    invalid_quantity: true;
    invalid_request: true;
    invalid_request_id: true;
    invalid_security_code: true;
    invalid_shipping_method: true;
    max_quantity_exceeded: true;
    mismatching_retailer: true;
    product_unavailable: true;
    return_in_progress: true;
    unauthorized_access: true;
    unknown_retailer: true;
    unsupported_product_id: true;
  }
}

/** A request that cannot be accepted, under one of the earlier API's codes. */
export const refusal = (code: FailureCode, message: string, data: FailureDetails = {}): Failure =>
  new Failure(code, 400, message, { details: data });

export const invalidClientToken = (): Failure =>
  new Failure(
    'invalid_client_token',
    401,
    'The client token is not valid: send an API key as the user name of HTTP Basic, with an empty password.',
    { headers: { 'WWW-Authenticate': 'Basic realm="errand"' } },
  );

export const invalidRequestId = (): Failure =>
  new Failure('invalid_request_id', 404, 'There is nothing under this request_id.');

export const unknownRetailer = (retailer: string): Failure =>
  refusal('unknown_retailer', 'This retailer cannot be ordered from: see GET /retailers for those that can.', {
    retailer,
  });

/** `example` is an id of this retailer; null where nobody configured what its ids look like. */
export const unsupportedProductId = (productId: string, retailer: string, example: string | null): Failure => {
  const fix =
    example === null ? "the product's URL: ids are not known here" : `an id like ${example}, or the product's URL`;
  const message = `"${productId}" is not a product id of ${retailer}. Send ${fix}.`;
  return refusal('unsupported_product_id', message, { product_id: productId });
};

export const mismatchingRetailer = (productId: string, retailer: string): Failure =>
  refusal('mismatching_retailer', `"${productId}" is not a product of ${retailer}.`, { product_id: productId });

export const notAbortable = (status: string): Failure =>
  refusal('invalid_request', 'Only an order that waits to be bought can be aborted.', { order_status: status });

export const notRetriable = (status: string): Failure =>
  refusal('invalid_request', 'Only an order that failed or was aborted can be retried.', { order_status: status });

/** A problem with a field of the body, told together with all others. */
export const problemAt = (path: (string | number)[], msg: string): Problem => ({
  loc: ['body', ...path],
  msg,
  type: 'value_error',
});

interface Words {
  code: FailureCode;
  data?(details: FailureDetails): FailureDetails;
}

/** What the verbs below say, in the words that the clients of the earlier API know. */
const wordsByCode: Record<string, Words> = {
  unsupported_retailer: { code: 'unknown_retailer' },
  unsupported_country: { code: 'invalid_address' },
  mixed_retailers: { code: 'mismatching_retailer' },
  invalid_shipping_address: { code: 'invalid_address', data: addressErrors },
  url_unreachable: { code: 'product_unavailable' },
  insufficient_funds: { code: 'insufficient_mgd_balance' },
  spend_limit_exceeded: { code: 'unauthorized_access' },
  policy_denied: { code: 'unauthorized_access', data: (details) => details },
  forbidden: { code: 'unauthorized_access' },
  order_not_cancellable: { code: 'invalid_request' },
  return_not_allowed: { code: 'invalid_request' },
  return_pending: { code: 'return_in_progress', data: pendingReturns },
  cancellation_running: { code: 'attempting_to_cancel', data: existing },
  already_exists: { code: 'duplicate_order', data: existing },
};

/** By which name to ask for what exists already. */
function existing({ id }: FailureDetails): FailureDetails {
  return { request_id: String(id).replaceAll('-', '') };
}

/** By which names to ask for the returns that stand in the way. */
function pendingReturns({ open_return_ids: ids, ...details }: FailureDetails): FailureDetails {
  return { ...details, request_ids: listOf(ids).map((id) => String(id).replaceAll('-', '')) };
}

function addressErrors({ problems }: FailureDetails): FailureDetails {
  if (!Array.isArray(problems)) return {};
  const errors = problems.map(({ field, message }: { field: string; message: string }) => ({
    path: `shipping_address.${field === 'postal_code' ? 'zip_code' : field}`,
    message,
    value: null,
  }));
  return { validator_errors: errors };
}

/** Units that an open return keeps can be had with cancel_pending; the earlier API has a word for that. */
function isPendingReturn({ code, details }: Failure): boolean {
  const { open_return_ids: ids } = details;
  return code === 'return_not_allowed' && Array.isArray(ids) && ids.length > 0;
}

/** Failures of the verbs under the earlier names. What is not foreseen here goes on as it is. */
export function inLegacyWords(error: unknown): unknown {
  if (error instanceof Invalid || !(error instanceof Failure)) return error;
  const words = wordsByCode[isPendingReturn(error) ? 'return_pending' : error.code];
  if (!words) return error;
  return refusal(words.code, error.message, words.data ? words.data(error.details) : error.details);
}
