import { Failure, Invalid, type Problem } from '../../kit/failure.ts';
import { isSecretName } from '../logger.ts';
import { isErrorCode } from './catalogue.ts';
import { docsAddress, isRetryable, nextSteps } from './next-steps.ts';

/** An answer before it becomes bytes. */
export interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** What a renderer may look at to show a bad value again. */
export interface Received {
  body?: unknown;
  query?: unknown;
  params?: unknown;
}

/** Every path of the earlier API starts with /v1, and its clients read the earlier error shape. */
export function isLegacyPath(url: string): boolean {
  return url.startsWith('/v1') && (url.length === 3 || url[3] === '/' || url[3] === '?');
}

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
  { code, status, message, details = {} }: Pick<Failure, 'code' | 'status' | 'message'> & Partial<Failure>,
  publicUrl: string,
) {
  const isListed = isErrorCode(code);
  return {
    code,
    message,
    details,
    retryable: isRetryable(code, status),
    ...(isListed ? { next_step: nextSteps[code] } : {}),
    docs: docsAddress(publicUrl, isListed ? code : null),
  };
}

// The earlier API has its own names for failures that the ground below it raises.
const legacyCodes: Record<string, string> = {
  bad_request: 'invalid_request',
  not_found: 'invalid_request_id',
  method_not_allowed: 'invalid_request',
  payload_too_large: 'invalid_request',
  unauthorized: 'invalid_client_token',
  service_unavailable: 'internal_error',
};

/** The earlier API: one shape for everything; a request that cannot be accepted is a 400. */
export function renderLegacy(error: Failure | Invalid, received: Received = {}): Rendered {
  if (error instanceof Failure) {
    const code = legacyCodes[error.code] ?? error.code;
    // Its clients know no 503.
    const status = error.code === 'service_unavailable' ? 500 : error.status;
    return legacy(status, code, error.message, error.details, error.headers);
  }
  const syntax = error.problems.find((problem) => problem.type === 'json_invalid');
  if (syntax !== undefined) return legacy(400, 'invalid_json', syntax.msg, {}, {});
  const validatorErrors = error.problems.map((problem) => ({
    path: problem.loc.slice(1).join('.'),
    message: problem.msg,
    value: valueAt(received, problem),
  }));
  return legacy(400, 'invalid_request', 'The request is not valid.', { validator_errors: validatorErrors }, {});
}

function legacy(
  status: number,
  code: string,
  message: string,
  data: unknown,
  headers: Record<string, string>,
): Rendered {
  return { status, headers, body: { _type: 'error', code, message, data } };
}

/** The value that was refused, null for what was not sent or must not be repeated. */
function valueAt(received: Received, problem: Problem): unknown {
  const [part, ...path] = problem.loc;
  let value: unknown = part === 'body' ? received.body : part === 'query' ? received.query : received.params;
  for (const step of path) {
    if (isSecretName(String(step))) return null;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return null;
    value = (value as Record<string | number, unknown>)[step];
  }
  // A container may hold anything; its problem is about its shape, and repeating it could be long or private.
  return typeof value === 'object' ? null : (value ?? null);
}
