import { Failure, Invalid } from '../../../kit/failure.ts';

export const storeExists = (name: string): Failure =>
  new Failure('already_exists', 409, `A store named "${name}" already exists. Edit it or choose another name.`, {
    details: { resource: 'store', identifier: name, id: name },
  });

export const hostTaken = (hosts: readonly string[]): Failure =>
  new Failure('already_exists', 409, `Another store in this mode already uses the host ${hosts.join(' or ')}.`, {
    details: { resource: 'store', identifier: hosts[0] ?? '', id: hosts[0] ?? '' },
  });

export const nameTaken = (name: string): Failure =>
  new Failure('already_exists', 409, `The sandbox already has "${name}". Choose another name, or use live mode.`, {
    details: { resource: 'store', identifier: name, id: name },
  });

export const currencyUnsupported = (currency: string): Failure =>
  new Failure(
    'currency_unsupported',
    409,
    `Errand does not know how many decimal places ${currency} has. Use a current ISO 4217 code, such as EUR.`,
  );

export const storeInUse = (name: string): Failure =>
  new Failure(
    'store_in_use',
    409,
    `Store "${name}" still has orders in progress. Disable the store, and remove it once they are completed.`,
  );

export const consentNeeded = (): Invalid =>
  new Invalid([
    {
      loc: ['body', 'consent'],
      msg: 'Automatic mode requires `consent`: who allowed automated buying, and when. Otherwise use `review` or `catalogue`',
      type: 'value_error',
    },
  ]);

export const fieldProblem = (field: string, message: string): Invalid =>
  new Invalid([{ loc: ['body', ...field.split('.')], msg: message, type: 'value_error' }]);
