import { Failure } from '../../../kit/failure.ts';

export const taskClaimed = (holder: string, leaseUntil: Date, isLapsed: boolean): Failure =>
  new Failure(
    'task_taken',
    409,
    isLapsed
      ? `${holder} had this order and did not hand it back. Ask whether it was bought, then take it over.`
      : `${holder} is buying this order.`,
    { details: { holder, lease_until: leaseUntil.toISOString(), lapsed: isLapsed } },
  );

export const leaseLost = (holder: string | null): Failure =>
  new Failure(
    'lease_lost',
    409,
    'This order is not in your hands any more. If you bought it, tell the operator who has it now, and cancel one of the two.',
    { details: { holder } },
  );

export const notBoughtByDesk = (): Failure =>
  new Failure('bad_request', 400, 'Only an order that was bought at the desk and is placed can be changed here.');
