import { Failure, Invalid } from '../../../kit/failure.ts';

export const accountInUse = (): Failure =>
  new Failure('account_in_use', 409, 'A job is using this account. Try again when locked_by_job_id is null.');

export const linkRefused = (why: string): Failure => new Failure('link_refused', 409, why);

/** The same error for used, expired, foreign and unknown states. */
export const linkUnknown = (): Failure =>
  new Failure('link_refused', 409, 'This link has expired. Start over to get a new link.');

export const badTotp = (): Invalid =>
  new Invalid([
    {
      loc: ['body', 'totp_secret'],
      msg: 'Value should be a base32 secret of at least 16 characters, or an otpauth://totp/ URL',
      type: 'value_error',
    },
  ]);

export const unknownRetailer = (): Invalid =>
  new Invalid([
    {
      loc: ['body', 'retailer'],
      msg: 'Value should be a retailer from GET /retailers, or the domain of a connected store',
      type: 'value_error',
    },
  ]);

export const configTooLarge = (): Invalid =>
  new Invalid([
    { loc: ['body', 'retailer_config'], msg: 'Value should be at most 16 KiB as JSON', type: 'value_error' },
  ]);

export const retailerRequired = (): Invalid =>
  new Invalid([
    {
      loc: ['body', 'retailer'],
      msg: 'Default credentials apply to every retailer, so specify which retailer to log in to',
      type: 'missing',
    },
  ]);

export const cannotLogIn = (retailer: string): Invalid =>
  new Invalid([
    { loc: ['body', 'retailer'], msg: `Errand cannot check the login for ${retailer}`, type: 'value_error' },
  ]);

export const accountOfOtherRetailer = (retailer: string): Invalid =>
  new Invalid([
    {
      loc: ['body', 'retailer_credentials_id'],
      msg: `This account belongs to another retailer. The products are from ${retailer}`,
      type: 'value_error',
    },
  ]);

export const accountOfOtherClock = (clock: string | null): Invalid =>
  new Invalid([
    {
      loc: ['body', 'test_clock'],
      msg: `Value should be ${clock ?? 'null'}, the same as for the retailer account`,
      type: 'value_error',
    },
  ]);
