import { Failure } from '../../../../kit/failure.ts';

export const actionClosed = (state: string): Failure =>
  new Failure('action_closed', 409, 'This action was already completed or has expired, or its order is closed.', {
    details: { state },
  });

export const notAddressee = (message: string): Failure => new Failure('forbidden', 403, message);

export const operatorMustAnswer = 'Only an operator can complete this action. Sign in to Operations.';

export const approverMustAnswer =
  "You cannot approve this order. Only the policy's approvers can, or the account's owners if the policy has no approvers.";

export const approverMustChoose = 'This order was approved without a variant. An approver must sign in and choose one.';

export const personMustAnswer =
  'API keys cannot approve orders. A member of the account must sign in and approve this order.';
