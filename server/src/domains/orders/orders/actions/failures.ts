import { Failure } from '../../../../kit/failure.ts';

export const actionClosed = (state: string): Failure =>
  new Failure('action_closed', 409, 'This question is closed: it was answered, ran out, or its order is over.', {
    details: { state },
  });

export const notAddressee = (message: string): Failure => new Failure('forbidden', 403, message);

export const operatorMustAnswer = 'This question asks an operator of the service, signed in on the console.';

export const approverMustAnswer =
  'You are not among those who may approve this order: the people whom the policy names, or else the owners of the account.';

export const personMustAnswer = 'A key cannot approve an order: a person of the account signs in and does.';
