import { Failure, Invalid } from '../../kit/failure.ts';

export const mailNotSent = (): Failure =>
  new Failure('service_unavailable', 503, 'The mail could not be sent just now: try again in a minute.', {
    headers: { 'Retry-After': '60' },
  });

export const accountStillUsed = (why: string): Failure => new Failure('account_in_use', 409, why);

export const alreadyOnTeam = (email: string): Failure =>
  new Failure('already_exists', 409, `${email} belongs to this account already: change their role instead.`);

export const lastOwner = (): Failure =>
  new Failure(
    'last_owner',
    409,
    'An account needs an owner: make somebody else an owner first, or delete the account.',
  );

export const teamIsFull = (most: number): Failure =>
  new Failure('team_full', 409, `An account takes ${most} people, with those who are invited: remove somebody first.`);

export const alreadyEnrolled = (): Failure =>
  new Failure(
    'already_exists',
    409,
    'Your second factor is set up already. If it is lost, `npm run admin -- operators reset --email …` lets you set up another.',
  );

export const notEnrolled = (): Failure =>
  new Failure('bad_request', 400, 'Set your second factor up first: POST /operator/second-factor.');

export const codeRefused = (): Failure =>
  new Failure('bad_request', 400, 'This code is wrong or was used already: wait for the next one.');

export const crossSiteRequest = (): Failure =>
  new Failure('forbidden', 403, 'Signing in and out works from the pages of this service only.');

export const unusableAddress = (): Invalid =>
  new Invalid([{ loc: ['body', 'email'], msg: 'Input should be a valid email address', type: 'value_error' }]);
