import { Failure, type FailureCode, type FailureDetails, type Problem } from '../kit/failure.ts';
import { listOf } from '../kit/fields.ts';
import { type ErrorCode, isErrorCode, legacyCodeOf } from '../wire/index.ts';

/** A request that cannot be accepted, with a `/v1` code. */
export const legacyRefusal = (code: FailureCode, message: string, data: FailureDetails = {}): Failure =>
  new Failure(code, 400, message, { details: data });

export const invalidClientToken = (): Failure =>
  new Failure(
    'invalid_client_token',
    401,
    'The client token is not valid. Send an API key as the HTTP Basic username, with an empty password.',
    { headers: { 'WWW-Authenticate': 'Basic realm="errand"' } },
  );

export const invalidRequestId = (): Failure =>
  new Failure('invalid_request_id', 404, 'No request has this request_id.');

export const unknownRetailer = (retailer: string): Failure =>
  legacyRefusal('unknown_retailer', 'This store is not supported. See GET /retailers for supported stores.', {
    retailer,
  });

/** `example` is an id of this retailer; null if the format of its ids is not configured. */
export const unsupportedProductId = (productId: string, retailer: string, example: string | null): Failure => {
  const fix = example === null ? 'the product URL' : `an ID like ${example}, or the product's URL`;
  const message = `"${productId}" is not a valid product ID for ${retailer}. Send ${fix}.`;
  return legacyRefusal('unsupported_product_id', message, { product_id: productId });
};

export const mismatchingRetailer = (productId: string, retailer: string): Failure =>
  legacyRefusal('mismatching_retailer', `"${productId}" is not a product from ${retailer}.`, { product_id: productId });

export const notAbortable = (status: string): Failure =>
  legacyRefusal('invalid_request', 'Only a pending order can be aborted.', { order_status: status });

export const notRetriable = (status: string): Failure =>
  legacyRefusal('invalid_request', 'Only an order that failed or was aborted can be retried.', {
    order_status: status,
  });

/** A problem with a field of the body, reported together with all others. */
export const problemAt = (path: (string | number)[], msg: string): Problem => ({
  loc: ['body', ...path],
  msg,
  type: 'value_error',
});

/** The `data` of errors whose details have other names in `/v1`. */
const dataByCode: { [Code in ErrorCode]?: (details: FailureDetails) => FailureDetails } = {
  invalid_shipping_address: addressErrors,
  cancellation_running: existingRequest,
  already_exists: ({ resource, identifier, id }) => {
    const { request_id: requestId } = existingRequest({ id });
    return { resource, identifier, id: requestId, request_id: requestId };
  },
};

function existingRequest({ id }: FailureDetails): FailureDetails {
  return { request_id: String(id).replaceAll('-', '') };
}

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

/** `/v1` has its own code for a conflict with open returns, which cancel_pending resolves. */
const isPendingReturn = ({ code, details }: Failure): boolean =>
  code === 'return_not_allowed' && listOf(details.open_return_ids).length > 0;

/** `/v1` has no 402, 403, 502 or 503, and a 409 only while a request with the same key is running. */
function statusOf({ code, status }: Failure): number {
  if (status > 500) return 500;
  return [402, 403, 409].includes(status) && code !== 'idempotency_in_flight' ? 400 : status;
}

/** Converts an error of the current API to the code, status and data of `/v1`. */
export function toLegacyFailure(error: Failure): { code: FailureCode; status: number; data: FailureDetails } {
  const { code, details } = error;
  const status = statusOf(error);
  if (isPendingReturn(error)) return { code: 'return_in_progress', status, data: pendingReturns(details) };
  if (!isErrorCode(code)) return { code, status, data: details };
  return { code: legacyCodeOf(code), status, data: dataByCode[code]?.(details) ?? details };
}
