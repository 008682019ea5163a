import { describe, expect, it } from 'vitest';
import { ApiError, ValidationError } from '../../../sdk/src/index.ts';
import { errorTextOf, fieldErrorsOf } from './errors.ts';

const refusal = (status: number, code: ApiError['code'], details = {}) =>
  new ApiError('No.', { status, code, details, requestId: 'r-1', retryAfterSeconds: null });

describe('errors at the fields of a form', () => {
  it('are named by path, all at once', () => {
    const problems = [
      { loc: ['body', 'shipping_address', 'city'], msg: 'Too short.', type: 'string_too_short' },
      { loc: ['body', 'max_price'], msg: 'At least 1.', type: 'greater_than_equal' },
      { loc: ['body', 'max_price'], msg: 'Whole cents.', type: 'int_type' },
    ];
    expect(fieldErrorsOf(new ValidationError(problems, null))).toEqual({
      'shipping_address.city': 'Too short.',
      max_price: 'At least 1. Whole cents.',
    });
  });

  it('cover what an address lacks for its country', () => {
    const problems = [{ field: 'postal_code', message: 'Not a postal code.' }];
    const error = refusal(400, 'invalid_shipping_address', { problems });
    expect(fieldErrorsOf(error)).toEqual({ 'shipping_address.postal_code': 'Not a postal code.' });
  });
});

it('keeps the request ID for a person who asks for help', () => {
  expect(errorTextOf(refusal(500, 'internal_error'))).toMatchObject({ requestId: 'r-1', canRetry: true });
  expect(errorTextOf(refusal(404, 'not_found'))).toMatchObject({ title: 'Not found', canRetry: false });
});
