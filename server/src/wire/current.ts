import { type Failure, Invalid } from '../kit/failure.ts';
import type { Rendered } from '../platform/http/index.ts';
import { isErrorCode } from './catalogue.ts';
import { docsAddress, isRetryable, nextSteps } from './next-steps.ts';

/** The current API: 422 lists problems and has its page in a header; everything else is the envelope. */
export function renderCurrent(error: Failure | Invalid, publicUrl: string): Rendered {
  if (error instanceof Invalid) {
    const link = `<${docsAddress(publicUrl, 'invalid_request')}>; rel="help"`;
    return { status: 422, headers: { link }, body: { detail: error.problems } };
  }
  return { status: error.status, headers: error.headers, body: { error: envelopeOf(error, publicUrl) } };
}

/** What the envelope says: what is wrong, whether a retry helps, what to do, and where it is explained. */
export function envelopeOf(
  { code, status, message, details = {}, retryable }: Pick<Failure, 'code' | 'status' | 'message'> & Partial<Failure>,
  publicUrl: string,
) {
  const isListed = isErrorCode(code);
  return {
    code,
    message,
    details,
    retryable: retryable ?? isRetryable(code, status),
    ...(isListed ? { next_step: nextSteps[code] } : {}),
    docs: docsAddress(publicUrl, isListed ? code : null),
  };
}
