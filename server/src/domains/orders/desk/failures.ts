import { Failure } from '../../../kit/failure.ts';

export const taskClaimed = (holder: string, leaseUntil: Date, isLapsed: boolean): Failure =>
  new Failure(
    'task_taken',
    409,
    isLapsed
      ? `${holder} claimed this order and did not release it. Ask them whether the order was placed, then take over.`
      : `${holder} is placing this order.`,
    { details: { holder, lease_until: leaseUntil.toISOString(), lapsed: isLapsed } },
  );

export const leaseLost = (holder: string | null): Failure =>
  new Failure(
    'lease_lost',
    409,
    'Your claim on this order expired. If you placed the order, contact the operator who now holds the claim, and cancel one of the two purchases.',
    { details: { holder } },
  );

export const notBoughtByDesk = (): Failure =>
  new Failure('bad_request', 400, 'Only orders that were placed through the desk can be changed here.');
