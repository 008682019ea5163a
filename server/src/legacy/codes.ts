import type { FullOrder } from '../domains/orders/orders/index.ts';
import { failureReasons, type LegacyStateCode, legacyStateCodes } from '../wire/index.ts';

/** Why an order failed, in `/v1` terms. A connector may have given a more specific code than the reason. */
export function failureOf({ job_result: result }: FullOrder): { code: LegacyStateCode; message: string } {
  const { error_type: errorType, error, error_details: details } = result ?? {};
  const finer = legacyStateCodes.find((code) => code === details?.reason);
  const reason = errorType ? failureReasons[errorType] : null;
  return {
    code: finer ?? reason?.legacyCode ?? 'internal_error',
    message: error ?? reason?.meaning ?? 'The order failed.',
  };
}
