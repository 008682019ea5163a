import { type Failure, Invalid } from '../kit/failure.ts';
import type { Rendered } from '../platform/http/index.ts';
import { isErrorCode } from './error-catalog.ts';
import { docsAddress, isRetryable, nextSteps, validationNextStep } from './next-steps.ts';

/** Errors of the current API: a 422 lists problems, everything else uses the envelope. */
export function renderCurrent(error: Failure | Invalid, publicUrl: string): Rendered {
  if (error instanceof Invalid) {
    const docs = docsAddress(publicUrl, 'invalid_request');
    const body = { detail: error.problems, retryable: false, next_step: validationNextStep, docs };
    return { status: 422, headers: { link: `<${docs}>; rel="help"` }, body };
  }
  return { status: error.status, headers: error.headers, body: { error: envelopeOf(error, publicUrl) } };
}

/** The envelope: what is wrong, whether a retry helps, what to do, and a link to the docs. */
export function envelopeOf(
  {
    code,
    status,
    message,
    details = {},
    retryable,
    nextStep,
  }: Pick<Failure, 'code' | 'status' | 'message'> & Partial<Failure>,
  publicUrl: string,
) {
  const isListed = isErrorCode(code);
  return {
    code,
    message,
    details,
    retryable: retryable ?? isRetryable(code, status),
    next_step:
      nextStep ?? (isListed ? nextSteps[code] : 'Follow the instructions in the message, then send the request again.'),
    docs: docsAddress(publicUrl, isListed ? code : null),
  };
}
