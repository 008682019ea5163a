import { Failure, Invalid } from '../../../kit/failure.ts';

export const storeExists = (name: string): Failure =>
  new Failure('already_exists', 409, `There is a store "${name}" already: change it, or take another name.`, {
    details: { resource: 'store', identifier: name, id: name },
  });

export const hostTaken = (hosts: readonly string[]): Failure =>
  new Failure('already_exists', 409, `Another store of this world has the host ${hosts.join(' or ')}.`, {
    details: { resource: 'store', identifier: hosts[0] ?? '', id: hosts[0] ?? '' },
  });

export const nameTaken = (name: string): Failure =>
  new Failure('already_exists', 409, `The sandbox serves "${name}" itself: take another name, or the live world.`, {
    details: { resource: 'store', identifier: name, id: name },
  });

export const currencyUnsupported = (currency: string): Failure =>
  new Failure(
    'currency_unsupported',
    409,
    `This store sells in ${currency}, and wallets hold US dollars only: nothing could be paid for there.`,
  );

export const storeInUse = (name: string): Failure =>
  new Failure(
    'store_in_use',
    409,
    `Orders at "${name}" are under way: switch it off, and remove it when they have ended.`,
  );

export const consentNeeded = (): Invalid =>
  new Invalid([
    {
      loc: ['body', 'consent'],
      msg: 'The mode automatic needs to be told who allowed automated buying there, and when; else take review or catalogue',
      type: 'value_error',
    },
  ]);

export const fieldProblem = (field: string, message: string): Invalid =>
  new Invalid([{ loc: ['body', ...field.split('.')], msg: message, type: 'value_error' }]);
