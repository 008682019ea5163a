import type { FullOrder } from '../domains/orders/orders/index.ts';
import { failureReasons, type LegacyStateCode, legacyStateCodes } from '../wire/index.ts';

/** Why an order failed, as the earlier API says it. A connector may have named a finer code than the reason has. */
export function failureOf({ job_result: result }: FullOrder): { code: LegacyStateCode; message: string } {
  const { error_type: errorType, error, error_details: details } = result ?? {};
  const finer = legacyStateCodes.find((code) => code === details?.reason);
  const reason = errorType ? failureReasons[errorType] : null;
  return {
    code: finer ?? reason?.legacyCode ?? 'internal_error',
    message: error ?? reason?.meaning ?? 'The order failed.',
  };
}
