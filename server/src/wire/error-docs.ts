import { fieldsOf } from '../kit/fields.ts';
import { keysOf } from '../kit/known-keys.ts';
import { type App, exportOpenapi } from '../platform/http/index.ts';
import { errorCatalog, isErrorCode } from './error-catalog.ts';
import { errorReasons } from './error-reasons.ts';
import { errorTypes, failureReasons, isErrorType } from './failure-reasons.ts';
import { type Guide, type GuideBook, guideRoutes, type ShowGuide } from './guide-pages.ts';
import { isRetryable, nextSteps, validationNextStep } from './next-steps.ts';

/** Not a code of the envelope: a 422 lists its problems instead. */
const validation = {
  code: 'invalid_request',
  status: 422,
  message: 'The path, the query or the body is not valid.',
  reason:
    'The answer is {"detail": [{"loc", "msg", "type"}], "retryable", "next_step", "docs"} and lists every problem at once. loc starts with body, query, path or header and leads to the field; type is a name for machines, such as missing, extra_forbidden, string_type, int_parsing, greater_than_equal, enum or value_error. Fields that are not declared are refused, so that a typo does not silently change an order.',
  nextStep: validationNextStep,
};

function describeError(code: string) {
  if (!isErrorCode(code)) return validation;
  const [status, message] = errorCatalog[code];
  return { code, status, message, reason: errorReasons[code], nextStep: nextSteps[code] };
}

function errorGuide(name: string, answeredBy: string[]): Guide {
  const { code, status, message, reason, nextStep } = describeError(name);
  const retry = isRetryable(code, status)
    ? 'Yes: the same request may succeed later. Wait as long as Retry-After says, if it is there, and keep the idempotency key.'
    : 'No: the same request would be refused again.';
  return {
    name,
    summary: `${status}. ${message}`,
    sections: [
      { title: 'Why', body: reason },
      { title: 'What to do', body: nextStep },
      { title: 'Does a retry help?', body: retry },
      ...(answeredBy.length === 0 ? [] : [{ title: 'Answered by', body: answeredBy }]),
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
      { title: 'What to do', body: advice },
      { title: 'Retries', body: retries },
      { title: 'Money', body: 'Nothing was bought. The hold was released.' },
      { title: 'Code in /v1', body: [legacyCode] },
    ],
  };
}

/** A page about every code that an error can have, and about every reason why an order fails. */
export function errorDocsRoutes(app: App, publicUrl: string, show: ShowGuide): void {
  let operations: Map<string, string[]> | null = null;
  const answeredBy = (code: string): string[] => {
    operations ??= operationsByCode(exportOpenapi(app, 'everyone'));
    return operations.get(code) ?? [];
  };
  const errors: GuideBook = {
    path: '/docs/errors',
    title: 'Errors',
    description: 'Every error of the API, why it happens and what to do.',
    intro:
      'Every error says its code, whether a retry helps (retryable), what to do (next_step) and where it is explained (docs).',
    names: [...keysOf(errorCatalog), validation.code],
    guideFor: (name) => errorGuide(name, answeredBy(name)),
  };
  const failures: GuideBook = {
    path: '/docs/failure-reasons',
    title: 'Failure reasons',
    description: 'Every reason why an order fails, and what to do.',
    intro: 'An order that failed has one of these reasons as job_result.error_type.',
    names: errorTypes,
    guideFor: failureGuide,
  };
  for (const book of [errors, failures]) guideRoutes(app, publicUrl, book, show);
}

/** Which operations declare which code, from the document that their clients read. */
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
