import { Invalid } from '../kit/failure.ts';
import { fieldsOf } from '../kit/fields.ts';
import { keysOf } from '../kit/known-keys.ts';
import { type App, exportOpenapi } from '../platform/http/index.ts';
import { renderCurrent } from './current.ts';
import { errorCatalog, isErrorCode } from './error-catalog.ts';
import { errorReasons } from './error-reasons.ts';
import { exampleFailure, exampleProblem } from './errors.ts';
import { errorTypes, failureReasons, isErrorType } from './failure-reasons.ts';
import { type Guide, type GuideBook, guideRoutes, type ShowGuide } from './guide-pages.ts';
import { isRetryable, nextSteps, validationNextStep } from './next-steps.ts';

/** Not an envelope code: a 422 lists its problems instead. */
const validation = {
  status: 422,
  message: 'The path, query or body is not valid.',
  reason:
    'A field is missing, unknown, or has a value that is not allowed. `detail` lists every problem at once: `loc` is the path to the field, starting with `body`, `query`, `path` or `header`, and `type` is machine-readable, such as `missing` or `extra_forbidden`. Unknown fields are rejected, so that a typo never changes an order silently.',
  nextStep: validationNextStep,
  failure: new Invalid([exampleProblem]),
};

function describeError(code: string) {
  if (!isErrorCode(code)) return validation;
  const [status, message] = errorCatalog[code];
  return { status, message, reason: errorReasons[code], nextStep: nextSteps[code], failure: exampleFailure(code) };
}

function errorGuide(name: string, returnedBy: string[], publicUrl: string): Guide {
  const { status, message, reason, nextStep, failure } = describeError(name);
  const retry = isRetryable(name, status)
    ? 'Yes. The same request can succeed later. If the response has Retry-After, wait that long. Use the same idempotency key.'
    : 'No. The same request would fail again.';
  return {
    name,
    summary: `${status}. ${message}`,
    sections: [
      { title: 'Cause', body: reason },
      { title: 'Example', body: { json: renderCurrent(failure, publicUrl).body } },
      { title: 'Fix', body: nextStep },
      { title: 'Does a retry help?', body: retry },
      ...(returnedBy.length === 0 ? [] : [{ title: 'Returned by', body: returnedBy }]),
    ],
  };
}

function failureGuide(name: string): Guide {
  if (!isErrorType(name)) throw new Error(`${name} is not a failure reason.`);
  const { meaning, advice, raisedBy, legacyCode } = failureReasons[name];
  const retries =
    raisedBy === 'block'
      ? 'Errand retries the order up to 5 times within 4 hours. It fails with this reason after the last attempt.'
      : 'Errand does not retry the order.';
  return {
    name,
    summary: meaning,
    sections: [
      { title: 'Cause', body: meaning },
      {
        title: 'Example',
        body: {
          json: { status: 'order_failed', job_result: { success: false, error_type: name, error: meaning } },
        },
      },
      { title: 'Fix', body: advice },
      { title: 'Retries', body: retries },
      { title: 'Money', body: 'Nothing was bought. The hold was released.' },
      { title: 'Code in /v1', body: [legacyCode] },
    ],
  };
}

/** A page for every error code and every failure reason. */
export function errorDocsRoutes(app: App, publicUrl: string, show: ShowGuide): void {
  let operations: Map<string, string[]> | null = null;
  const returnedBy = (code: string): string[] => {
    operations ??= operationsByCode(exportOpenapi(app, 'everyone'));
    return operations.get(code) ?? [];
  };
  const errors: GuideBook = {
    path: '/docs/errors',
    title: 'Errors',
    description: 'Every API error: cause, example and fix.',
    intro:
      'Every error has a `code`, says whether a retry helps (`retryable`) and what to do (`next_step`), and links to its page (`docs`).',
    names: [...keysOf(errorCatalog), 'invalid_request'],
    guideFor: (name) => errorGuide(name, returnedBy(name), publicUrl),
  };
  const failures: GuideBook = {
    path: '/docs/failure-reasons',
    title: 'Failure reasons',
    description: 'Every reason an order can fail: cause, example and fix.',
    intro: 'A failed order has one of these reasons in `job_result.error_type`.',
    names: errorTypes,
    guideFor: failureGuide,
  };
  for (const book of [errors, failures]) guideRoutes(app, publicUrl, book, show);
}

/** Operations by declared error code, from the OpenAPI document. */
function operationsByCode(document: Record<string, unknown>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const shared = fieldsOf(fieldsOf(document.components).responses);
  const examplesIn = (response: unknown): object => {
    const { $ref: reference } = fieldsOf(response);
    const { content } = fieldsOf(typeof reference === 'string' ? shared[reference.split('/').at(-1) ?? ''] : response);
    return fieldsOf(fieldsOf(fieldsOf(content)['application/json']).examples);
  };
  for (const [path, methods] of Object.entries(fieldsOf(document.paths))) {
    for (const [method, operation] of Object.entries(fieldsOf(methods))) {
      const declared = Object.values(fieldsOf(fieldsOf(operation).responses)).flatMap((response) =>
        Object.keys(examplesIn(response)).filter(isErrorCode),
      );
      for (const code of declared) found.set(code, [...(found.get(code) ?? []), `${method.toUpperCase()} ${path}`]);
    }
  }
  return found;
}
