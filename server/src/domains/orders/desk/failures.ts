import { Failure } from '../../../kit/failure.ts';

export const taskClaimed = (holder: string, leaseUntil: Date, isLapsed: boolean): Failure =>
  new Failure(
    'task_taken',
    409,
    isLapsed
      ? `${holder} claimed this order and did not release it. Ask whether it was bought, then take over.`
      : `${holder} is buying this order.`,
    { details: { holder, lease_until: leaseUntil.toISOString(), lapsed: isLapsed } },
  );

export const leaseLost = (holder: string | null): Failure =>
  new Failure(
    'lease_lost',
    409,
    'Your claim on this order expired. If you bought it, tell the operator who has it now, and cancel one of the two.',
    { details: { holder } },
  );

export const notBoughtByDesk = (): Failure =>
  new Failure('bad_request', 400, 'Only placed orders that were bought at the desk can be changed here.');
