import { Failure, type Invalid, type Problem } from '../kit/failure.ts';
import { fieldsOf } from '../kit/fields.ts';
import type { AddressSpace, Received, Rendered } from '../platform/http/index.ts';
import { isSecretName } from '../platform/logger.ts';
import { toLegacyFailure } from './failures.ts';

export function isLegacyPath(url: string): boolean {
  return url.startsWith('/v1') && (url.length === 3 || url[3] === '/' || url[3] === '?');
}

/** `/v1` accepts undeclared fields and uses its own error format. */
export const legacySpace: AddressSpace = {
  takesAnything: true,
  showsPages: false,
  everyResponse: {},
  render,
  noSuchPath: () => new Failure('invalid_request', 404, 'Path not found.'),
};

/** All errors have one format; a request that cannot be accepted is a 400. */
function render(error: Failure | Invalid, received: Received = {}): Rendered {
  if (error instanceof Failure) {
    const { status, code, data } = toLegacyFailure(error);
    return answer(status, code, error.message, data, error.headers);
  }
  const syntax = error.problems.find((problem) => problem.type === 'json_invalid');
  if (syntax !== undefined) return answer(400, 'invalid_json', syntax.msg, {}, {});
  const validatorErrors = error.problems.map((problem) => ({
    path: problem.loc.slice(1).join('.'),
    message: problem.msg,
    value: valueAt(received, problem),
  }));
  return answer(400, 'invalid_request', 'The request is not valid.', { validator_errors: validatorErrors }, {});
}

function answer(
  status: number,
  code: string,
  message: string,
  data: unknown,
  headers: Record<string, string>,
): Rendered {
  return { status, headers, body: { _type: 'error', code, message, data } };
}

/** The refused value; null if it was not sent or must not be repeated. */
function valueAt(received: Received, problem: Problem): unknown {
  const [part, ...path] = problem.loc;
  let value: unknown = part === 'body' ? received.body : part === 'query' ? received.query : received.params;
  for (const step of path) {
    if (isSecretName(String(step))) return null;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return null;
    value = fieldsOf(value)[step];
  }
  // The problem of a container is its shape, and its content could be long or private.
  return typeof value === 'object' ? null : (value ?? null);
}
