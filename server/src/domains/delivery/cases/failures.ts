import { Failure, Invalid } from '../../../kit/failure.ts';
import { caseReasons, messageLengthMax, messagesMax, type PostProblem } from './model.ts';

const textsByProblem: Record<PostProblem, { msg: string; type: string }> = {
  reason_missing: {
    msg: `A reason is required to open or reopen a case. Use one of ${caseReasons.join(', ')}`,
    type: 'missing',
  },
  reason_unwanted: { msg: 'The case is already open. Send the message without a reason', type: 'value_error' },
};

export const badReason = (problem: PostProblem): Invalid =>
  new Invalid([{ loc: ['body', 'reason'], ...textsByProblem[problem] }]);

export const unknownReason = (): Invalid =>
  new Invalid([{ loc: ['body', 'reason'], msg: `Input should be one of ${caseReasons.join(', ')}`, type: 'enum' }]);

export const badMessage = (): Invalid =>
  new Invalid([
    { loc: ['body', 'message'], msg: `Message should have 1 to ${messageLengthMax} characters`, type: 'value_error' },
  ]);

export const selfManagedOrder = (): Failure =>
  new Failure(
    'bad_request',
    400,
    'This order was placed with your own retailer account. Contact the store. Cases are for orders that Errand placed with its own accounts.',
  );

export const caseIsClosed = (): Failure =>
  new Failure('bad_request', 400, 'This case is closed. The customer can reopen it with a message and a reason.');

export const tooManyMessages = (): Invalid =>
  new Invalid([
    {
      loc: ['body', 'message'],
      msg: `A case can have up to ${messagesMax} messages, and this one has reached the limit`,
      type: 'value_error',
    },
  ]);

export const caseIsFull = (most: number): Invalid =>
  new Invalid([
    {
      loc: ['body'],
      msg: `A case can have up to ${most} files, and this one has reached the limit`,
      type: 'value_error',
    },
  ]);

export const sandboxIsFull = (mebibytes: number): Invalid =>
  new Invalid([
    {
      loc: ['body', 'data'],
      msg: `A sandbox account can store ${mebibytes} MiB of case files, and this file would exceed the limit`,
      type: 'value_error',
    },
  ]);

export const caseMissing = (): Failure =>
  new Failure('not_found', 404, 'This order has no case. Send a message with a reason to open one.');
