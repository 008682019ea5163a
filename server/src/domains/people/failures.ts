import { Failure, Invalid } from '../../kit/failure.ts';

export const mailNotSent = (): Failure =>
  new Failure('service_unavailable', 503, 'The email could not be sent. Try again in a minute.', {
    headers: { 'Retry-After': '60' },
  });

export const accountStillUsed = (why: string): Failure => new Failure('account_in_use', 409, why);

export const alreadyOnTeam = (email: string): Failure =>
  new Failure('already_exists', 409, `${email} is already a member of this account. Change their role instead.`);

export const lastOwner = (): Failure =>
  new Failure(
    'last_owner',
    409,
    'An account must have an owner. Make another member an owner first, or delete the account.',
  );

export const teamIsFull = (most: number): Failure =>
  new Failure(
    'team_full',
    409,
    `An account can have up to ${most} members, including pending invitations. Remove a member first.`,
  );

export const alreadyEnrolled = (): Failure =>
  new Failure(
    'already_exists',
    409,
    'Your second factor is already set up. If you lost it, `npm run admin -- operators reset --email …` resets it.',
  );

export const notEnrolled = (): Failure =>
  new Failure('bad_request', 400, 'Set up your second factor first with POST /operator/second-factor.');

export const codeRefused = (): Failure =>
  new Failure('bad_request', 400, 'This code is incorrect or already used. Wait for the next one.');

export const crossSiteRequest = (): Failure =>
  new Failure('forbidden', 403, "You can only sign in and out from this service's own pages.");

export const unusableAddress = (): Invalid =>
  new Invalid([{ loc: ['body', 'email'], msg: 'Input should be a valid email address', type: 'value_error' }]);
