import { ApiError, ConnectionError, ValidationError } from '../../../sdk/src/index.ts';
import { fieldsOf } from './fields.ts';

export interface ErrorText {
  title: string;
  text: string;
  code: string | null;
  requestId: string | null;
  canRetry: boolean;
}

export const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401;
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** The service refused, so nothing was done. After any other error the outcome is unknown. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status < 500 &&
  error.code !== 'already_exists' &&
  error.code !== 'idempotency_in_flight';

export const codeOf = (error: unknown): string | null => (error instanceof ApiError ? error.code : null);

export const detailsOf = (error: unknown): Record<string, unknown> => (error instanceof ApiError ? error.details : {});

/** The operator must set up an authenticator or enter a code first. */
export const needsSecondFactor = (error: unknown): boolean =>
  String(detailsOf(error).reason).startsWith('second_factor');

export function errorTextOf(error: unknown): ErrorText {
  if (error instanceof ConnectionError) {
    const text = "The service didn't respond. Check your connection and try again.";
    return { title: 'No connection', text, code: null, requestId: null, canRetry: true };
  }
  if (error instanceof ValidationError) {
    const text = error.problems.map(({ loc, msg }) => `${fieldPathText(loc)}: ${msg}`).join('. ');
    return { title: 'Check your input', text, code: error.code, requestId: error.requestId, canRetry: false };
  }
  if (error instanceof ApiError) {
    const { message: text, code, requestId } = error;
    return { title: titleOf(error), text, code, requestId, canRetry: error.status === 429 || error.status >= 500 };
  }
  const text = error instanceof Error ? error.message : 'Something unexpected happened. Reload the page and try again.';
  return { title: 'Something went wrong', text, code: null, requestId: null, canRetry: true };
}

function titleOf({ status }: ApiError): string {
  if (status === 401) return 'Sign in to continue';
  if (status === 402) return 'Insufficient funds';
  if (status === 403) return 'Not allowed';
  if (status === 404) return 'Not found';
  if (status === 409) return "Couldn't complete this request";
  if (status === 429) return 'Too many requests';
  return status >= 500 ? 'Service error' : 'Request failed';
}

const fieldPathText = (loc: (string | number)[]): string => loc.slice(1).join(' ').replaceAll('_', ' ') || 'Request';

/** Error texts by field path, such as `shipping_address.city`. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  const errors: Record<string, string> = {};
  if (error instanceof ValidationError) {
    for (const { loc, msg } of error.problems) {
      const path = loc.slice(1).join('.');
      errors[path] = errors[path] === undefined ? msg : `${errors[path]} ${msg}`;
    }
  }
  if (codeOf(error) === 'invalid_shipping_address') {
    for (const { field, message } of addressProblemsOf(error)) errors[`shipping_address.${field}`] = message;
  }
  return errors;
}

function addressProblemsOf(error: unknown): { field: string; message: string }[] {
  const { problems } = detailsOf(error);
  const told = Array.isArray(problems) ? problems.map(fieldsOf) : [];
  return told.map(({ field, message }) => ({ field: String(field), message: String(message) }));
}
